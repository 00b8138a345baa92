import { RefusedError, ValidationError } from 'scheduling-service-client';
import type { Booked, BookingApi, Hold, Service, Slot, Wanted } from './api';
import type { Calendar } from './calendar';
import { DetailsForm, type Details } from './details-form';
import { button, h } from './dom';
import { minutesOf, type HeldTime } from './held-time';
import { type Refused, refusedBy } from './problems';
import type { Settings } from './settings';
import { fill } from './words/words';

/** What a visit needs of the page around it. */
export interface Stage {
  readonly summary: (service: Service, slot: Slot, taken: Hold | Booked) => HTMLElement;
  readonly alternatives: (slots: readonly Slot[], choose: (slot: Slot) => void) => HTMLElement;
  readonly toDays: () => void;
  readonly thank: (summary: HTMLElement, booked: Booked, email: string) => void;
  readonly say: (text: string) => void;
  readonly attempt: (work: () => Promise<void>) => void;
}

export interface Visited {
  readonly service: Service;
  readonly wanted: Wanted;
  readonly calendar: Calendar;
}

/** The last screen but one: keeps a time, asks who comes, and books. What was typed stays while the time changes. */
export class Visit {
  readonly element: HTMLElement;
  private readonly notice = h('div', { role: 'alert' });
  private readonly summary = h('div');
  private readonly form: DetailsForm;
  private slot: Slot | undefined;
  /** Since the time was held. A page that was left open does not keep the time for longer. */
  private hasTyped = false;
  /** A try whose answer was lost is sent again with its key, so that it books once. */
  private lost: { readonly sent: string; readonly key: string } | undefined;

  constructor(
    private readonly api: BookingApi,
    private readonly held: HeldTime,
    private readonly settings: Settings,
    readonly visited: Visited,
    private readonly stage: Stage,
  ) {
    this.form = new DetailsForm(visited.service, settings.language, (details) => {
      this.stage.attempt(() => this.submit(details));
    });
    this.form.element.addEventListener('input', () => (this.hasTyped = true));
    this.element = h('div', { class: 'stack' }, this.notice, this.summary, this.form.element);
  }

  /** @throws RefusedError when the time cannot be had */
  async hold(slot: Slot, announcement = this.words.held): Promise<void> {
    const hold = await this.held.take(this.visited.wanted, slot, () => {
      this.renew();
    });
    this.slot = slot;
    this.hasTyped = false;
    this.notice.replaceChildren();
    this.summary.replaceChildren(this.stage.summary(this.visited.service, slot, hold));
    this.stage.say(fill(announcement, { count: minutesOf(hold) }));
  }

  leave(): void {
    this.held.release();
  }

  /** The hold has ended. A visitor who is typing keeps the time, or hears at once that it is gone. */
  private renew(): void {
    if (this.hasTyped && document.visibilityState === 'visible')
      this.stage.attempt(async () => {
        await this.holdAgain();
      });
  }

  /** Returns whether the time is held. If not, there are other times to choose from. */
  private async holdAgain(): Promise<boolean> {
    if (this.slot === undefined) return false;
    try {
      await this.hold(this.slot, this.words.heldAgain);
      return true;
    } catch (error) {
      this.offer(refusedBy(error, this.words));
      return false;
    }
  }

  private async submit(details: Details): Promise<void> {
    this.form.setBusy(true);
    try {
      if (this.held.current === undefined && !(await this.holdAgain())) return;
      await this.book(details).catch(async (error: unknown) => {
        if (!(error instanceof RefusedError) || error.reason !== 'hold_expired') throw error;
        this.held.forget();
        if (await this.holdAgain()) await this.book(details);
      });
    } catch (error) {
      this.showFault(error);
    } finally {
      this.form.setBusy(false);
    }
  }

  private async book(details: Details): Promise<void> {
    const { current: hold } = this.held;
    if (hold === undefined || this.slot === undefined) return;
    const { language, timeZone } = this.settings;
    const body = {
      ...{ holdId: hold.id, ...details, answers: { ...details.answers } },
      ...{ attendeeLanguage: language.tag, attendeeTimezone: timeZone },
    };
    const sent = JSON.stringify(body);
    const key = this.lost?.sent === sent ? this.lost.key : newKey();
    this.lost = { sent, key };
    const booked = await this.api.book(body, key).catch((error: unknown) => {
      // A refusal is an answer, which the service would repeat for the same key.
      if (error instanceof RefusedError || error instanceof ValidationError) this.lost = undefined;
      throw error;
    });
    this.held.forget();
    this.stage.thank(this.stage.summary(this.visited.service, this.slot, booked), booked, details.email);
  }

  /** @throws the error, when it is not about what was entered or about the time */
  private showFault(error: unknown): void {
    if (!(error instanceof ValidationError)) this.offer(refusedBy(error, this.words));
    else if (!this.form.refuse(Object.keys(error.fields))) throw error;
  }

  /** Offers other times above what was typed. */
  private offer({ text, alternatives }: Refused): void {
    const choose = (slot: Slot) => {
      this.stage.attempt(async () => {
        await this.hold(slot).then(
          () => {
            this.form.focusSubmit();
          },
          (error: unknown) => {
            this.offer(refusedBy(error, this.words));
          },
        );
      });
    };
    this.held.release();
    this.visited.calendar.forget();
    const times = this.stage.alternatives(alternatives, choose);
    const other = button('plain', this.stage.toDays, this.words.chooseOther);
    const heading = h('p', { tabindex: '-1' }, text);
    this.notice.replaceChildren(h('div', { class: 'notice bad' }, heading, times, other));
    this.summary.replaceChildren();
    this.stage.say('');
    heading.focus();
  }

  private get words() {
    return this.settings.language.words;
  }
}

/** `randomUUID` is missing in pages without HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-');
}
