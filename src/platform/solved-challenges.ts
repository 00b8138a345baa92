import type { EntityManager } from 'typeorm';

/** Accepts the solutions of challenges. `people/challenges` implements it. */
export abstract class SolvedChallenges {
  /**
   * Uses a solution up.
   * @param header what the client has sent
   * @param count of what is booked, which it must cover
   * @param tx undefined: the solution stays used also when what follows fails
   * @throws ForbiddenError
   */
  abstract use(header: string | undefined, count: number, tx?: EntityManager): Promise<void>;
}
