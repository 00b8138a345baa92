import type { BookingApi, Hold, Slot, Wanted } from './api';

const MINUTE_MS = 60_000;

/** The time that is kept while the visitor types. At most one: another time releases the one before. */
export class HeldTime {
  private hold: Hold | undefined;
  /** The visitor may choose the same time again, which is free only once this has ended. */
  private releasing: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly api: BookingApi) {
    addEventListener('pagehide', () => {
      if (this.hold !== undefined) this.api.releaseOnLeaving(this.hold.id);
      this.forget();
    });
  }

  /** Undefined once it has ended, by the clock of the browser. */
  get current(): Hold | undefined {
    return this.hold;
  }

  /**
   * @param ended is called when the hold ends while the page is open
   * @throws RefusedError when the time cannot be had; then the one before is released, too
   */
  async take(wanted: Wanted, slot: Slot, ended: () => void): Promise<Hold> {
    this.release();
    await this.releasing;
    const hold = await this.api.hold(wanted, slot);
    this.hold = hold;
    this.timer = setTimeout(() => {
      this.forget();
      ended();
    }, lengthOf(hold));
    return hold;
  }

  /** The visitor wants another time. If the request is lost, the hold ends by itself. */
  release(): void {
    if (this.hold !== undefined) this.releasing = this.api.release(this.hold.id).catch(() => undefined);
    this.forget();
  }

  /** It is booked, or has ended. */
  forget(): void {
    clearTimeout(this.timer);
    this.hold = undefined;
  }
}

export function minutesOf(hold: Hold): number {
  return Math.round(lengthOf(hold) / MINUTE_MS);
}

/** By the clock of the service alone: that of the visitor may be wrong. */
function lengthOf({ createdAt, expiresAt }: Hold): number {
  return Date.parse(expiresAt) - Date.parse(createdAt);
}
