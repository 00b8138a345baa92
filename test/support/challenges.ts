import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ChallengeParameters } from '../../src/people/challenges/dto/challenge.dto';
import type { ApiClient } from './api-client';

/** Settings with which a challenge is soon solved. */
export const EASY_CHALLENGES = { CHALLENGE: 'on', CHALLENGE_TRIES: '3' };

/**
 * A Monday after the time at which any test runs. ALTCHA's library looks at the clock of the machine, so challenges of a service whose clock
 * is behind that one have expired.
 */
export const FUTURE_MONDAY = '2099-06-01';

/** A challenge as a client of ALTCHA reads it. */
interface SignedChallenge {
  readonly parameters: Omit<ChallengeParameters, 'data'> & { readonly data?: Record<string, number> };
  readonly signature: string;
}

/** Gets a challenge. @param appointments how many its solution is to cover */
export async function aChallenge(client: ApiClient, appointments?: number): Promise<SignedChallenge> {
  const { status, body } = await client.get(
    `/challenge${appointments === undefined ? '' : `?appointments=${appointments}`}`,
  );
  if (status !== 200) throw new Error(`expected a challenge, got ${status}: ${JSON.stringify(body)}`);
  return body.data as SignedChallenge;
}

/** Solves a challenge with ALTCHA's own library. */
export async function solutionOf(challenge: SignedChallenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge was not solved in time');
  return { challenge, solution };
}

/** The header of a solution, or of what is sent in its place. */
export function headerOf(payload: unknown): { altcha: string } {
  return { altcha: Buffer.from(JSON.stringify(payload)).toString('base64') };
}

/** The header of a solution of a new challenge. */
export async function solved(client: ApiClient, appointments?: number): Promise<{ altcha: string }> {
  return headerOf(await solutionOf(await aChallenge(client, appointments)));
}
