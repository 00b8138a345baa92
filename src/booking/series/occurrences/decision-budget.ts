import { ValidationError } from '../../../platform/errors/errors';
import { Turns } from '../../../platform/turns';

/** The most decisions on an occurrence with a provider, of all providers together, for one answer. */
const MOST_DECISIONS = 8_000;

/** Bounds the decisions of one request, between which others get their turns. */
export class DecisionBudget {
  private readonly turns = new Turns();
  private spent = 0;

  /** @throws ValidationError when there is none left */
  async spend(decisions = 1): Promise<void> {
    this.spent += decisions;
    if (this.spent > MOST_DECISIONS)
      throw new ValidationError({
        anyProvider: 'leaves too many choices for so many occurrences: name fewer providers in providerIds',
      });
    await this.turns.pause();
  }
}
