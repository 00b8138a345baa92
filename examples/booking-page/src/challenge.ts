import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Schemas } from 'scheduling-service-client';

/** More would leave a phone little to show the page with. */
const LANES = 4;

/**
 * The header `Altcha` for a challenge. Web Crypto derives the keys on threads of its own, so the page stays usable without a worker,
 * which a strict Content-Security-Policy would have to allow.
 */
export async function solutionOf(challenge: Schemas['ChallengeResponse']): Promise<string> {
  const controller = new AbortController();
  const lanes = Array.from({ length: LANES }, (_, counterStart) =>
    solveChallenge({ challenge, deriveKey, controller, counterStart, counterStep: LANES }),
  );
  // One of them finds the key; the others would go on without end.
  const solution = await Promise.race(lanes);
  controller.abort();
  if (solution === null) throw new Error('The challenge was not solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
