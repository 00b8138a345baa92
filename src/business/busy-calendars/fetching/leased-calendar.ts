import type { BusyIf } from '../busy-if';

export interface LeasedCalendar {
  readonly id: number;
  readonly providerId: number;
  readonly url: string;
  readonly busyIf: BusyIf;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly timesHash: string | null;
  readonly readUntil: Date | null;
  readonly readZone: string | null;
  /** The zone of the provider. IANA name. */
  readonly zone: string;
  /** The UUID of this installation. */
  readonly instance: string;
  /** The longest horizon of a service, in days. */
  readonly horizonDays: number;
}
