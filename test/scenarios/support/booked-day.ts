import fc from 'fast-check';
import { anAppointment, aService, MONDAY } from '../../support/builders';
import type { TestService } from '../../support/test-service';

const QUARTER_MS = 15 * 60_000;

/** An appointment of three quarters of an hour: the number of its provider, and the quarter of the day in which it starts. */
export interface Booked {
  readonly provider: number;
  readonly quarter: number;
}

/** What is booked before. @param last the number of the last provider */
export function someBooked(last: number, maxLength: number): fc.Arbitrary<Booked[]> {
  const booked = fc.record({ provider: fc.nat({ max: last }), quarter: fc.nat({ max: 30 }) });
  return fc.array(booked, { maxLength });
}

/** Monday, on which some providers have appointments. */
export class BookedDay {
  private constructor(
    private readonly service: TestService,
    private readonly providers: readonly number[],
    private readonly filler: number,
    private readonly firstQuarter: number,
  ) {}

  /** @param begins the first quarter, as `HH:MM` in UTC */
  static async of(service: TestService, providers: readonly number[], begins: string): Promise<BookedDay> {
    const filler = await aService(service.admin, { durationMin: 45 });
    return new BookedDay(service, providers, filler, Date.parse(`${MONDAY}T${begins}:00Z`));
  }

  /** Takes the place of all appointments. One that the service refuses is left out. */
  async write(booked: readonly Booked[]): Promise<void> {
    await this.service.query('delete from appointments');
    for (const { provider, quarter } of booked) {
      const start = new Date(this.firstQuarter + quarter * QUARTER_MS).toISOString();
      const id = this.providers[provider] ?? 0;
      const booking = anAppointment(this.service.admin, id, this.filler, { start, date: undefined });
      await booking.catch(() => undefined);
    }
  }
}
