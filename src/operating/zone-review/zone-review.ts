import { Injectable, Module } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { SECOND_MS } from '../../platform/time/units';
import { type Collisions, collisionsOf, NEIGHBOURS, type Neighbours } from './collisions';
import { type BookedAppointment, dueAfter, type DueAppointment } from './due-appointments';

const CHUNK = 1_000;

export interface Review {
  readonly due: readonly DueAppointment[];
  readonly collisions: Collisions;
}

/** Finds the appointments to come that changed zone rules have taken from their wall clock. Writes nothing. */
@Injectable()
export class ZoneReview {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async review(): Promise<Review> {
    const now = this.clock.now();
    const due = await dueAfter(now, (statement, values) =>
      this.database.rows<BookedAppointment>(statement, values),
    );
    return { due, collisions: collisionsOf(due, await this.neighboursOf(due, now)) };
  }

  private async neighboursOf(due: readonly DueAppointment[], now: number): Promise<Neighbours[]> {
    const moves = due.flatMap(({ id, start, due: to }) =>
      to === undefined ? [] : [{ id, shiftS: (to - start) / SECOND_MS }],
    );
    const longest = moves.reduce((most, { shiftS }) => Math.max(most, Math.abs(shiftS)), 0);
    const neighbours: Neighbours[] = [];
    for (let from = 0; from < moves.length; from += CHUNK) {
      const chunk = moves.slice(from, from + CHUNK);
      const ids = chunk.map(({ id }) => id);
      const shifts = chunk.map(({ shiftS }) => shiftS);
      const values = [ids, shifts, longest, new Date(now)];
      neighbours.push(...(await this.database.rows<Neighbours>(NEIGHBOURS, values)));
    }
    return neighbours;
  }
}

/** For the command. */
@Module({ providers: [ZoneReview], exports: [ZoneReview] })
export class ZoneReviewModule {}
