import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BusinessHoursService } from '../../business/business-hours/business-hours.service';
import { CutHours } from '../../business/hours-at-places/cut-hours';
import { Database } from '../../platform/database/database';
import { timeText } from '../../platform/time/local-date';
import type { LocalStretch } from '../../platform/time/local-stretch';
import type { ImportJob } from './imported-row';

/** Lets the window of the business hours cover the schedules that an import brings, where the operator has not set it. */
@Injectable()
export class ImportedHours {
  constructor(
    private readonly database: Database,
    private readonly cutHours: CutHours,
    private readonly businessHours: BusinessHoursService,
  ) {}

  /** Says how the window has changed, or what it cuts from the schedule of each provider. */
  cover({ context, say }: Pick<ImportJob, 'context' | 'say'>, providerIds: readonly number[]): Promise<void> {
    return this.database.transaction(context, async (tx) => {
      const needed = await this.cutHours.windowFor(tx, providerIds);
      const widened = needed && (await this.businessHours.widen({ ...context, transaction: tx }, needed));
      if (widened !== undefined)
        say(
          `The business hours are ${textOf(widened.after)}, for the schedules that come; they were ${textOf(widened.before)} and not set.`,
        );
      await sayCuts(this.cutHours, tx, say, providerIds);
    });
  }
}

/** Says what is not worked of the schedule of each provider. */
export async function sayCuts(
  cutHours: CutHours,
  tx: EntityManager,
  say: ImportJob['say'],
  providerIds?: readonly number[],
): Promise<void> {
  for (const { providerId, name, warning } of await cutHours.find(tx, providerIds))
    say(`Provider ${providerId}, ${name}: ${warning.message}.`);
}

function textOf({ startMin, endMin }: LocalStretch): string {
  return `${timeText(startMin)} to ${timeText(endMin)}`;
}
