import { readFileSync } from 'node:fs';
import { EVENT_TYPES, type EventResource, resourceOf } from '../../../src/telling/events/event-types';
import type { Event } from '../../support/events';

type Properties = Readonly<Record<string, unknown>>;

const SCHEMAS: Readonly<Record<EventResource, string>> = {
  appointment: 'AppointmentResponse',
  hold: 'HoldResponse',
  waitlist: 'WaitlistEntryResponse',
  customer: 'CustomerResponse',
  service: 'ServiceResponse',
  category: 'CategoryResponse',
  provider: 'ProviderResponse',
  location: 'LocationResponse',
  resource: 'ResourceResponse',
  business_hours: 'BusinessHoursResponse',
  special_hours: 'SpecialHoursResponse',
  closure: 'ClosureResponse',
  time_off: 'TimeOffResponse',
};
const OWNERS: Partial<Readonly<Record<EventResource, readonly string[]>>> = {
  special_hours: ['providerId'],
  time_off: ['providerId', 'resourceId'],
};

/** Types of changes after which, or before which, there is no resource. */
const IS_NEW_OR_GONE = /^(appointment.booked|hold\..*|waitlist.added|.*\.(created|deleted))$/;

describe('The catalogue of docs/reference/events.md', () => {
  const text = readFileSync('docs/reference/events.md', 'utf8');
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    components: { schemas: Record<string, { properties: Properties }> };
  };
  const sections = [...text.matchAll(/^### (\S+)\n([^]*?)(?=^##|$(?![^]))/gm)].map(
    ([, type = '', body = '']) => ({ type, example: /```json\n([^]*?)```/.exec(body)?.[1] ?? 'null' }),
  );
  const membersOf = (schema: string) => Object.keys(document.components.schemas[schema]?.properties ?? {});

  it('has a section for each type, in the order of the types', () => {
    expect(sections.map(({ type }) => type)).toEqual([...EVENT_TYPES]);
  });

  it.each(EVENT_TYPES.map((type) => [type]))('shows an example of %s as it would be answered', (type) => {
    const event = JSON.parse(sections.find((section) => section.type === type)?.example ?? 'null') as Event;
    expect(Object.keys(event)).toEqual(membersOf('EventResponse'));
    const resource = resourceOf(type);
    expect(event).toMatchObject({ type, resource });
    expect(Object.keys(event.data).toSorted()).toEqual(
      [...membersOf(SCHEMAS[resource]), ...(OWNERS[resource] ?? [])].toSorted(),
    );
    expect(event.previous === null).toBe(IS_NEW_OR_GONE.test(type));
    expect(Object.keys(event.data)).toEqual(expect.arrayContaining(Object.keys(event.previous ?? {})));
  });
});
