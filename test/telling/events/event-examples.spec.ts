import { readFileSync } from 'node:fs';
import { EVENT_TYPES, type EventResource, resourceOf } from '../../../src/telling/events/event-types';
import type { Event } from '../../support/events';

type Properties = Readonly<Record<string, unknown>>;

const SCHEMAS: Readonly<Record<EventResource, string>> = {
  appointment: 'AppointmentResponse',
  hold: 'HoldResponse',
  waitlist: 'WaitlistEntryResponse',
  message: 'DueMessageResponse',
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
  user: 'UserResponse',
  api_key: 'ApiKeyResponse',
};

describe('The page docs/reference/events.md', () => {
  const text = readFileSync('docs/reference/events.md', 'utf8');
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    components: { schemas: Record<string, { properties: Properties; required: string[] }> };
  };
  const rows = [...text.matchAll(/^\| `([\w.]+)` +\| .+ \| `(\w+)` +\|$/gm)].map(([, type, schema]) => ({
    type,
    schema,
  }));
  const membersOf = (schema: string) => Object.keys(document.components.schemas[schema]?.properties ?? {});

  it('lists each type with the schema of its data, in the order of the types', () => {
    expect(rows).toEqual(EVENT_TYPES.map((type) => ({ type, schema: SCHEMAS[resourceOf(type)] })));
  });

  it('shows an event with the members of EventResponse, its data with those of the schema', () => {
    const [, example = 'null'] = /^```json\n([^]*?)```/m.exec(text) ?? [];
    const event = JSON.parse(example) as Event;
    expect(Object.keys(event)).toEqual(document.components.schemas['EventResponse']?.required);
    const members = membersOf('AppointmentResponse').filter((name) => name !== 'manageUrl');
    expect(Object.keys(event.data).toSorted()).toEqual(members.toSorted());
    expect(Object.keys(event.data)).toEqual(expect.arrayContaining(Object.keys(event.previous ?? {})));
    expect(Object.keys(event.previous ?? {})).not.toEqual([]);
  });
});
