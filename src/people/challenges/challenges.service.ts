import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';
import { SolvedChallenges } from '../../platform/solved-challenges';
import { SECOND_MS } from '../../platform/time/units';
import { ChallengeRefusedError } from './challenges.errors';
import { KEEP_SECRET, READ_SECRET, USE } from './challenges.statements';
import type { ChallengeResponse } from './dto/challenge.response';
import { readSolution, type SentSolution } from './solution';

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
