import { EventNumbering } from '../../src/telling/numbering/event-numbering';
import type { TestService } from './test-service';

/** An event, as answers show it. */
export interface Event {
  readonly id: number;
  readonly type: string;
  readonly occurredAt: string;
  readonly resource: string;
  readonly resourceId: number | string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly userId: number | null;
  readonly apiKeyId: number | null;
  readonly requestId: string | null;
}

/** What a worker does five times a second. */
export async function numberEvents({ app }: TestService): Promise<void> {
  while (await app.get(EventNumbering).run());
}

/** The cursor of what happens next. */
export async function latestEvent({ admin }: TestService): Promise<number> {
  return (await admin.get('/events?after=latest')).body.meta?.next as number;
}

/** Does something, and returns the events that tell of it. */
export async function eventsOf(service: TestService, act: () => Promise<unknown>): Promise<Event[]> {
  await numberEvents(service);
  const latest = await latestEvent(service);
  await act();
  return eventsAfter(service, latest);
}

/** All events after a cursor. */
export async function eventsAfter(service: TestService, after: number): Promise<Event[]> {
  await numberEvents(service);
  const { status, body } = await service.admin.get(`/events?after=${after}&length=100`);
  expect([status, body.meta?.hasMore]).toEqual([200, false]);
  return body.data as Event[];
}
