import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { createChallenge, verifySolution, type Challenge, type Payload, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { NotFoundError, ForbiddenError } from '../../platform/errors/errors';
import { SolvedChallenges } from '../../platform/solved-challenges';
import { SECOND_MS } from '../../platform/time/units';
import { KEEP_SECRET, READ_SECRET, USE } from './challenges.statements';
import type { ChallengeResponse } from './dto/challenge.dto';
import { isJsonObject, type JsonObject } from '../../platform/values/json-object';

/** A challenge with a solution, as ALTCHA's clients send them. Both are as a stranger made them. */
type SentSolution = Payload & { readonly challenge: { readonly signature: string } };

/** Reads the header: base64 of JSON. `undefined`: it is nothing that a client of ALTCHA makes of a challenge of this service. */
function readSolution(header: string): SentSolution | undefined {
  const { challenge, solution } = objectIn(Buffer.from(header, 'base64').toString());
  if (!isJsonObject(challenge) || !isJsonObject(solution)) return undefined;
  const { parameters, signature } = challenge;
  // The library takes the signature for a text, and follows parameters as deep as they go.
  if (typeof signature !== 'string' || !isJsonObject(parameters)) return undefined;
  const { data = {}, ...plain } = parameters;
  if (!isJsonObject(data) || [plain, data].some(hasObjects)) return undefined;
  return {
    challenge: { parameters: parameters as unknown as Challenge['parameters'], signature },
    solution: solution as unknown as Solution,
  };
}

function hasObjects(values: JsonObject): boolean {
  return Object.values(values).some((value) => typeof value === 'object');
}

function objectIn(text: string): JsonObject {
  try {
    const read: unknown = JSON.parse(text);
    return isJsonObject(read) ? read : {};
  } catch {
    return {};
  }
}

const MESSAGES = {
  required: 'This takes a solved challenge of GET /challenge, in the header Altcha',
  invalid: 'The header Altcha holds no solution of a challenge of this service',
  expired: 'The challenge has expired; solve a new one',
  too_small:
    'The solution covers fewer appointments than this books; solve a challenge of GET /challenge?appointments=…',
  used: 'The solution has been used; solve a new challenge',
} as const;

/**
 * A browser key books without a good solution. As a 403 it is not kept for an `Idempotency-Key`: the page sends the same request again,
 * with another solution.
 */
class ChallengeRefusedError extends ForbiddenError {
  constructor(challenge: keyof typeof MESSAGES) {
    super(MESSAGES[challenge], { challenge });
  }
}

/** How a browser derives each key that it tries. One takes it a few milliseconds at most. */
const DERIVATION = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, deriveKey };
const SECRET_BYTES = 32;

/** Makes the challenges that browser keys solve before they book, and accepts each solution once (docs/reference/access.md). */
@Injectable()
export class ChallengesService extends SolvedChallenges {
  /** Read once for each process. */
  private signing: Signing | undefined;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  /**
   * The key to find is that of a random number, each as likely, so that no client is quicker by leaving some out.
   * @param appointments how many its solution covers: it takes as many times the tries
   * @throws NotFoundError while challenges are off
   */
  async make(appointments = 1): Promise<ChallengeResponse> {
    const { challenge, challengeTries, challengeTtlS } = this.config;
    if (challenge === 'off') throw new NotFoundError('challenge');
    const made = await createChallenge({
      ...DERIVATION,
      counter: randomInt(challengeTries * appointments),
      ...(appointments > 1 && { data: { appointments } }),
      expiresAt: Math.floor(this.clock.now() / SECOND_MS) + challengeTtlS,
      ...(this.signing ??= signingWith(await this.keptSecret())),
    });
    // It is signed, and has a key to find.
    return made as ChallengeResponse;
  }

  /** @throws ChallengeRefusedError */
  override async use(header: string | undefined, appointments: number, tx?: EntityManager): Promise<void> {
    if (header === undefined) throw new ChallengeRefusedError('required');
    const sent = readSolution(header);
    if (sent === undefined) throw new ChallengeRefusedError('invalid');
    const { signature, expiresAt } = await this.verified(sent, tx);
    if (appointments > coveredBy(sent)) throw new ChallengeRefusedError('too_small');
    const used = await this.database.rows(USE, [signature, expiresAt], tx);
    if (used.length === 0) throw new ChallengeRefusedError('used');
  }

  /** @throws ChallengeRefusedError */
  private async verified({ challenge, solution }: SentSolution, tx: EntityManager | undefined) {
    const expiresAt = new Date(Number(challenge.parameters.expiresAt) * SECOND_MS);
    if (expiresAt.getTime() <= this.clock.now()) throw new ChallengeRefusedError('expired');
    const { verified, expired } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      ...(await this.knownSigning(tx)),
    });
    if (!verified) throw new ChallengeRefusedError(expired ? 'expired' : 'invalid');
    return { signature: challenge.signature, expiresAt };
  }

  /** On the connection of the request, which may be the only one. @throws ChallengeRefusedError when no challenge was ever made */
  private async knownSigning(tx: EntityManager | undefined): Promise<Signing> {
    if (this.signing !== undefined) return this.signing;
    const secret = await this.readSecret(tx);
    if (secret === null) throw new ChallengeRefusedError('invalid');
    return (this.signing = signingWith(secret));
  }

  private async keptSecret(): Promise<string> {
    const secret = await this.readSecret();
    if (secret !== null) return secret;
    const made = randomBytes(SECRET_BYTES).toString('hex');
    return (await this.database.one<{ secret: string }>(KEEP_SECRET, [made])).secret;
  }

  private async readSecret(tx?: EntityManager): Promise<string | null> {
    return (await this.database.one<{ secret: string | null }>(READ_SECRET, [], tx)).secret;
  }
}

/** How many appointments a verified solution covers. */
function coveredBy({ challenge }: SentSolution): number {
  return Number(challenge.parameters.data?.['appointments'] ?? 1);
}

type Signing = ReturnType<typeof signingWith>;

/** A key for challenges, and one for the keys that solve them. */
function signingWith(secret: string) {
  const keyFor = (use: string) => createHmac('sha256', secret).update(use).digest('hex');
  return { hmacSignatureSecret: keyFor('challenges'), hmacKeySignatureSecret: keyFor('solutions') };
}
