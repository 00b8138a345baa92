import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import type { HttpArgumentsHost } from '@nestjs/common/interfaces/index.js';
import type { Response } from 'express';
import { type WritingRequest, writeContextOf } from '../conditional/current-write';
import { envelopeOf, PreviewReply, ResourceReply, resourceReplyOf, StoredReply } from '../envelope/envelope';
import { replyOf } from '../envelope/handler-result';
import { Links } from '../envelope/links';
import { DomainError, type ErrorKind } from '../../errors/domain-error';
import { errorAnswer, type ErrorEnvelope, RepeatedError } from '../errors/error-answer';
import { callerOf } from '../identity';
import type { SecretMembers } from './answer-secrets';
import { IDEMPOTENCY_REPLAYED } from './idempotency-key';
import { Config } from '../../config/config';
import type { Effect, Subject } from '../../database/write-context';
import type { Answer } from './idempotency-record.entity';
import { IdempotencyService } from './idempotency.service';
import { keyedRequestOf } from './keyed-request';

/** Errors that are stored and repeated, because the same request would fail again. After other errors a retry runs anew. */
const ANSWERS: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['not_found', 'invalid', 'refused']);

/** How far a request with an `Idempotency-Key` has come: its arguments are read and validated, or its handler has begun. */
export type ReadRequest = WritingRequest & { keyed?: 'reading' | 'begun' };

/** Gives the result of a handler, or throws its error. */
type Work = () => unknown;

/** Runs a handler with its arguments, once for each `Idempotency-Key`. */
export type Once = (
  handler: (args: readonly unknown[]) => unknown,
  args: readonly unknown[],
  secret?: SecretMembers,
) => Promise<unknown>;

/**
 * Runs a POST with an `Idempotency-Key` once (docs/reference/repeated-requests.md), after its body has been read. The
 * handler joins the transaction that is opened here; the answer is sent after its commit. It is a pipe, so that a handler gets it as a
 * parameter: with an interceptor, each booking without a key took a quarter more processor time (docs/contributing/measurements.md).
 */
@Injectable()
export class OncePerKey implements PipeTransform<HttpArgumentsHost, Once | undefined> {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly idempotency: IdempotencyService,
    private readonly links: Links,
  ) {}

  /** @returns what runs the handler of a request; undefined: the request has no key */
  transform(http: HttpArgumentsHost): Once | undefined {
    const request = http.getRequest<ReadRequest>();
    if (request.headers['idempotency-key'] === undefined) return undefined;
    request.keyed = 'reading';
    return (handler, args, secret) => this.run(http, () => handler(joined(request, args)), secret);
  }

  /** Whether a request with a key has failed before its handler began. */
  hasNotBegun(http: HttpArgumentsHost): boolean {
    return http.getRequest<ReadRequest>().keyed === 'reading';
  }

  /** @returns the result of the work, or what makes the stored answer. @throws its error, or the stored one; ValidationError of the key */
  async run(http: HttpArgumentsHost, work: Work, secret?: SecretMembers): Promise<unknown> {
    const request = http.getRequest<ReadRequest>();
    const response = http.getResponse<Response>();
    request.keyed = 'begun';
    const keyed = keyedRequestOf(request, secret);
    if (keyed === undefined) return work();
    let effects: Effect[] = [];
    const { answer, isReplayed } = await this.idempotency.once(
      writeContextOf(request),
      keyed,
      (transaction) => {
        effects = [];
        const subjects: Subject[] = [];
        request.joins = { transaction, effects, subjects };
        return this.firstAnswer(request, response, work, subjects);
      },
    );
    for (const effect of effects) await effect();
    if (isReplayed) response.setHeader(IDEMPOTENCY_REPLAYED, 'true');
    response.status(answer.status);
    return toResult(answer);
  }

  /** @param subjects stored with the answer, and never sent */
  private async firstAnswer(
    request: WritingRequest,
    { statusCode }: Response,
    work: Work,
    subjects: readonly Subject[],
  ): Promise<Answer> {
    const caller = callerOf(request);
    try {
      const result = replyOf(await work(), { zone: this.config.businessTimeZone, links: this.links }, caller);
      const kind = result instanceof ResourceReply ? 'resource' : 'envelope';
      const stored = result instanceof ResourceReply ? result : envelopeOf(result);
      const status = result instanceof PreviewReply ? 200 : statusCode;
      const body = JSON.stringify(subjects.length === 0 ? stored : Object.assign({}, stored, { subjects }));
      return { kind, status, body };
    } catch (error) {
      if (!(error instanceof DomainError) || !ANSWERS.has(error.kind)) throw error;
      const { status, body } = errorAnswer(error, caller);
      return { kind: 'error', status, body: JSON.stringify(body) };
    }
  }
}

/** The arguments, with the write context of the transaction that the handler joins. */
function joined(request: WritingRequest, args: readonly unknown[]): readonly unknown[] {
  return args.map((arg) => (arg === request.write ? writeContextOf(request) : arg));
}

/** The handler result that produces a stored answer, byte by byte. @throws RepeatedError for a stored error */
function toResult({ kind, status, body }: Answer): ResourceReply<unknown> | StoredReply {
  const stored = JSON.parse(body) as object;
  if (kind === 'error') throw new RepeatedError(status, stored as ErrorEnvelope);
  const { data, hiddenState, meta } = stored as ResourceReply<unknown>;
  if (kind === 'envelope') return new StoredReply(meta === undefined ? { data } : { data, meta });
  return resourceReplyOf({ data, hiddenState, meta });
}
