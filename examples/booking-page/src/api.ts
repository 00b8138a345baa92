import { type Client, createClient, ForbiddenError, type Schemas } from 'scheduling-service-client';
import { solutionOf } from './challenge';
import type { Settings } from './settings';

export type Slot = Schemas['SlotResponse'];
export type Service = Schemas['PublicServiceResponse'];
export type Question = Schemas['QuestionResponse'];
export type Place = Schemas['PublicLocationResponse'];
export type Person = Schemas['ProviderListItem'];
export type Days = Schemas['CalendarResponse'];
export type Day = Schemas['CalendarDayResponse'];
export type Hold = Schemas['HoldResponse'];
export type Booked = Schemas['AppointmentResponse'];

/** All that can be booked, where and with whom. */
export interface Catalogue {
  readonly services: readonly Service[];
  readonly places: readonly Place[];
  readonly people: readonly Person[];
}

export interface Wanted {
  readonly serviceId: number;
  /** Undefined where there is no choice: then the hours of the person say where. */
  readonly placeId: number | undefined;
  /** Undefined: anyone who is free. */
  readonly personId: number | undefined;
}

/** Two of them: a visitor waits for an answer, and would rather hear of the fault than wait longer. */
const RETRIES = 2;
const MAX_WAIT_MS = 5_000;

/** The requests of a visit. */
export class BookingApi {
  private readonly client: Client;
  /** Once the service has asked for one. */
  private needsChallenge = false;

  constructor(private readonly settings: Settings) {
    const { api: baseUrl, key } = settings;
    this.client = createClient({ baseUrl, key, retries: RETRIES, maxWaitMs: MAX_WAIT_MS });
  }

  async catalogue(): Promise<Catalogue> {
    const { services, locations: places, providers: people } = (await this.client.get('/catalogue')).data;
    return { services, places, people };
  }

  /** 31 days with the times of all people. @param from undefined: today, by the clock of the service */
  async days({ serviceId, placeId: locationId }: Wanted, from: string | undefined): Promise<Days> {
    const query = {
      ...{ serviceId, anyProvider: true },
      ...(locationId !== undefined && { locationId }),
      ...(from !== undefined && { from }),
    };
    return (await this.client.get('/availability/calendar', { params: { query } })).data;
  }

  /** Keeps a time for the visitor. @throws RefusedError with other times */
  async hold(
    { serviceId, placeId: locationId, personId: providerId }: Wanted,
    { start }: Slot,
  ): Promise<Hold> {
    const body = {
      ...{ serviceId, start },
      ...(providerId === undefined ? { anyProvider: true } : { providerId }),
      ...(locationId !== undefined && { locationId }),
    };
    return this.withChallenge(
      async (header) => (await this.client.post('/holds', { params: { header }, body })).data,
    );
  }

  async release(id: string): Promise<void> {
    await this.client.delete('/holds/{id}', { params: { path: { id } } });
  }

  /** While the visitor leaves: the browser sends it after the page has gone. */
  releaseOnLeaving(id: string): void {
    const { api, key } = this.settings;
    const headers = { authorization: `Bearer ${key}` };
    fetch(`${api}/api/v1/holds/${id}`, { method: 'DELETE', keepalive: true, headers }).catch(() => {
      // The hold ends by itself.
    });
  }

  /** Books what is held. @param key the `Idempotency-Key`, the same for the same try */
  async book(body: Schemas['AppointmentCreate'], key: string): Promise<Booked> {
    const params = { header: { 'Idempotency-Key': key } };
    return (await this.client.post('/appointments', { params, body })).data;
  }

  /** Solves a challenge where the service asks for one (`CHALLENGE=on`). Each solution is good once. */
  private async withChallenge<Answer>(
    send: (header: { Altcha?: string }) => Promise<Answer>,
  ): Promise<Answer> {
    if (this.needsChallenge) return send({ Altcha: await this.solved() });
    try {
      return await send({});
    } catch (error) {
      if (!(error instanceof ForbiddenError) || error.restriction?.challenge === undefined) throw error;
      this.needsChallenge = true;
      return send({ Altcha: await this.solved() });
    }
  }

  private async solved(): Promise<string> {
    return solutionOf((await this.client.get('/challenge')).data);
  }
}
