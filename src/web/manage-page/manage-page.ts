import { Inject, Injectable, type Type } from '@nestjs/common';
import { type ManagedResponse, toManagedResponse } from '../../booking/manage/dto/managed.response';
import {
  ManagedAnswers,
  ManagedCancellation,
  ManagedMove,
  ManagedOfferAnswer,
} from '../../booking/manage/dto/manage-bodies.dto';
import { toSlotResponse } from '../../booking/availability/dto/slot.response';
import { ManageLinks } from '../../booking/links/manage-links';
import { EASY_APPOINTMENTS, OldLinks } from '../../booking/links/old-links';
import { ManageService } from '../../booking/manage/manage.service';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { RefusedError, ValidationError } from '../../platform/errors/errors';
import { RequestValidationPipe } from '../../platform/http/request-validation.pipe';
import { addDays, isLocalDate } from '../../platform/time/local-date';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { type CalendarDocument, CalendarsService } from '../../telling/calendars/calendars.service';
import { answersIn } from './answering-view';
import { DAYS_SHOWN, type MoveInput } from './moving-view';
import type { FormInputs } from './page-form';
import { choosePageLanguage } from './page-language';
import { zoneOf } from './page-times';
import type { PageRequest } from './page-request';
import { DONE, type Done, Pages } from './pages';
import type { PageAnswer } from './send-page';

/** What a link is about, and what writes pages about it in the language of its reader. */
interface Reading {
  readonly thing: ManagedResponse;
  readonly pages: Pages;
}

type Refusal = RefusedError | ValidationError;

/** The pages and forms behind the links of customers. What they show and change is what the API does under `/manage`. */
@Injectable()
export class ManagePage {
  private readonly validation = new RequestValidationPipe();

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly clock: Clock,
    private readonly manage: ManageService,
    private readonly calendars: CalendarsService,
    private readonly links: ManageLinks,
    private readonly oldLinks: OldLinks,
  ) {}

  /** Leads to the page of what was imported. Below this page the address is relative: a proxy may serve it below a path of its own. */
  async fromEasyAppointments(secret: string): Promise<PageAnswer> {
    const token = await this.oldLinks.tokenOf(EASY_APPOINTMENTS, secret);
    const location = this.config.manageUrl === undefined ? `../${token}` : this.links.urlWith(token);
    return { status: 303, location };
  }

  async overview(asked: PageRequest): Promise<PageAnswer> {
    const { done, skip } = asked.query;
    const { thing, pages } = await this.read(asked);
    const said = DONE.find((each) => each === done);
    return page(pages.overview(thing, asked.home, { done: said, skipped: countIn(skip) }));
  }

  async cancelForm(asked: PageRequest): Promise<PageAnswer> {
    const { thing, pages } = await this.read(asked);
    return page(
      thing.actions.includes('cancel') ? pages.cancel(thing, asked.home) : pages.overview(thing, asked.home),
    );
  }

  async moveForm(asked: PageRequest): Promise<PageAnswer> {
    const { thing, pages } = await this.read(asked);
    if (!thing.actions.includes('move')) return page(pages.overview(thing, asked.home));
    const { from, day } = asked.query;
    return page(pages.move(thing, asked.home, await this.days(asked, thing, from, day)));
  }

  async answersForm(asked: PageRequest): Promise<PageAnswer> {
    const { thing, pages } = await this.read(asked);
    return page(
      thing.actions.includes('answer')
        ? pages.answers(thing, asked.home, { given: {}, faults: {} })
        : pages.overview(thing, asked.home),
    );
  }

  cancel(context: WriteContext, asked: PageRequest, form: FormInputs): Promise<PageAnswer> {
    const reason = form.get('reason') ?? '';
    return this.write(
      asked,
      'cancelled',
      async () =>
        this.manage.cancel(
          context,
          asked.token,
          await this.valid(ManagedCancellation, { reason: reason.trim() === '' ? null : reason }),
        ),
      ({ thing, pages }, refusal) =>
        refusal instanceof ValidationError
          ? pages.cancel(thing, asked.home, { reason, isTooLong: true })
          : pages.overview(thing, asked.home, { refusal }),
    );
  }

  move(context: WriteContext, asked: PageRequest, form: FormInputs): Promise<PageAnswer> {
    const start = form.get('start');
    return this.write(
      asked,
      'moved',
      async () => this.manage.move(context, asked.token, await this.valid(ManagedMove, { start })),
      async ({ thing, pages }, refusal) => {
        if (!thing.actions.includes('move')) return pages.overview(thing, asked.home, { refusal });
        const day = start?.slice(0, 10);
        const input = await this.days(asked, thing, undefined, day);
        return pages.move(thing, asked.home, input, refusal);
      },
    );
  }

  async answer(context: WriteContext, asked: PageRequest, form: FormInputs): Promise<PageAnswer> {
    const { thing } = await this.read(asked);
    const given = answersIn(form, thing.questions);
    return this.write(
      asked,
      'answered',
      async () =>
        this.manage.answer(context, asked.token, await this.valid(ManagedAnswers, { answers: given })),
      ({ thing: now, pages }, refusal) =>
        refusal instanceof ValidationError
          ? pages.answers(now, asked.home, { given, faults: faultsByKey(refusal) })
          : pages.overview(now, asked.home, { refusal }),
    );
  }

  accept(context: WriteContext, asked: PageRequest, form: FormInputs): Promise<PageAnswer> {
    return this.write(
      asked,
      'accepted',
      async () => this.manage.accept(context, asked.token, await this.offerIn(form)),
      ({ thing, pages }, refusal) => pages.overview(thing, asked.home, { refusal }),
    );
  }

  decline(context: WriteContext, asked: PageRequest, form: FormInputs): Promise<PageAnswer> {
    return this.write(
      asked,
      'declined',
      async () => this.manage.decline(context, asked.token, await this.offerIn(form)),
      ({ thing, pages }, refusal) => pages.overview(thing, asked.home, { refusal }),
    );
  }

  /** @throws NotFoundError */
  calendar({ token }: PageRequest): Promise<CalendarDocument> {
    return this.calendars.managed(token);
  }

  /** Goes on with a GET, so that a browser does not send the form again. A refusal is shown with the form. */
  private async write(
    asked: PageRequest,
    done: Done,
    change: () => Promise<unknown>,
    refused: (reading: Reading, refusal: Refusal) => string | Promise<string>,
  ): Promise<PageAnswer> {
    try {
      await change();
      return { status: 303, location: `${asked.home}?done=${done}` };
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof ValidationError)) throw error;
      return { status: 422, html: await refused(await this.read(asked), error) };
    }
  }

  /** @throws NotFoundError of a dead link */
  private async read({ token, accepted }: PageRequest): Promise<Reading> {
    const shown = await this.manage.get(token);
    const { language: own } = shown.thing.entry ?? shown.thing.appointments[0] ?? { language: null };
    const language = choosePageLanguage(own, accepted, shown.businessLanguage);
    return {
      thing: toManagedResponse({ ...shown, businessLanguage: language.language }),
      pages: new Pages(language, shown.business),
    };
  }

  /** The days to choose from. @param from @param day as they were sent */
  private async days(
    { token }: PageRequest,
    thing: ManagedResponse,
    from: unknown,
    day: unknown,
  ): Promise<MoveInput> {
    const today = localDateOf(this.clock.now(), zoneOf(thing));
    const chosen = isLocalDate(day) ? day : null;
    const isNear = chosen === null || chosen < addDays(today, DAYS_SHOWN);
    const wanted = isLocalDate(from) ? from : isNear ? today : chosen;
    const first = wanted < today ? today : wanted;
    const slots = await this.manage.slots(token, { from: first, to: addDays(first, DAYS_SHOWN - 1) });
    return { from: first, today, day: chosen, slots: slots.map(toSlotResponse) };
  }

  /** The offer that the form was about: another one may have taken its place. */
  private offerIn(form: FormInputs): Promise<ManagedOfferAnswer> {
    return this.valid(ManagedOfferAnswer, { start: form.get('start') });
  }

  /** As the API reads the same body. @throws ValidationError */
  private valid<Body extends object>(type: Type<Body>, body: object): Promise<Body> {
    return this.validation.transform(body, { type: 'body', metatype: type }) as Promise<Body>;
  }
}

function page(html: string): PageAnswer {
  return { status: 200, html };
}

/** The faults of answers by the keys of their questions. */
function faultsByKey({ details }: ValidationError): Readonly<Record<string, string>> {
  const faults = Object.entries(details).map(([path, fault]) => [path.replace(/^answers\./, ''), fault]);
  return Object.fromEntries(faults) as Record<string, string>;
}

/** @param text of a query */
function countIn(text: unknown): number {
  return typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
