import { applyDecorators, Inject, Injectable, type PipeTransform, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { ApiHeader } from '@nestjs/swagger';
import { Config } from '../../platform/config/config';
import type { WritingRequest } from '../../platform/http/conditional/current-write';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { callerOf } from '../../platform/http/identity';
import { CurrentRequest } from '../../platform/http/server/current-request';
import { nextParameter, wrapHandler } from '../../platform/http/wrapped-handler';
import { isBrowserKey } from '../../platform/restrictions';
import { SolvedChallenges } from '../../platform/solved-challenges';
import type { Scope } from '../api-keys/scopes';
import { isInput } from './within-reach';

/** The header of a solution, as in the document. */
const ALTCHA = 'Altcha';

/** Looks at the solution of a request before its handler runs. */
type Gate = (args: readonly unknown[], books: Books) => Promise<void>;

/** How many challenges of one booking the challenge of a valid body must be worth; 0: it takes none. */
export type Books = (body: object) => number;

const ONE: Books = () => 1;

/** Asks browser keys for a solved challenge where `CHALLENGE` is on. A pipe, so that it gets its dependencies. */
@Injectable()
export class ChallengeGate implements PipeTransform<WritingRequest, Gate | undefined> {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly challenges: SolvedChallenges,
  ) {}

  /** @returns undefined: the request needs no challenge */
  transform(request: WritingRequest): Gate | undefined {
    const caller = callerOf(request);
    if (this.config.challenge === 'off' || caller === undefined || !isBrowserKey(caller)) return undefined;
    return async (args, books) => {
      const count = books(args.find(isInput) ?? {});
      if (count > 0) await this.challenges.use(request.get(ALTCHA), count, request.joins?.transaction);
    };
  }
}

/**
 * Wraps the handler of a POST that books. Inside what runs it once for each `Idempotency-Key`: a stored answer takes no challenge.
 * @param books left out: one
 */
export function takesChallenge(scope: Scope | undefined, books: Books = ONE): MethodDecorator {
  return (controller, name, descriptor) => {
    const method: unknown = Reflect.getMetadata(METHOD_METADATA, descriptor.value as object);
    if (scope !== 'appointments:book' || method !== RequestMethod.POST) return;
    const index = nextParameter(controller, name);
    CurrentRequest(ChallengeGate)(controller, name, index);
    wrapHandler(
      descriptor,
      (handler) =>
        function (...args) {
          const gate = args[index] as Gate | undefined;
          return gate === undefined
            ? handler.apply(this, args)
            : gate(args, books).then(() => handler.apply(this, args));
        },
    );
    DOCUMENTED(controller, name, descriptor);
  };
}

const DOCUMENTED = applyDecorators(
  ApiHeader({
    name: ALTCHA,
    required: false,
    description:
      'The solution of GET /challenge. Browser keys need it with `CHALLENGE=on`, unless they book a hold. Each is good once.',
    schema: { type: 'string' },
  }),
  ApiErrors('CHALLENGE_REFUSED'),
);
