import { HOUR_MS, MINUTE_MS } from '../../../platform/time/units';
import type { DueMessage } from '../due-message';
import type { AnsweredQuestion, AppointmentFacts, MessageFacts } from '../message-facts';
import type { MessageName } from './message-name';

const START = Date.UTC(2026, 11, 1, 8);
const WEEK_MS = 7 * 24 * HOUR_MS;

const TO_PROVIDER = { facts: { recipientName: 'Ana Silva', customerTimezone: null } };

/** What messages say that have another event than their name, or facts of their own. */
const SPECIAL: Partial<
  Readonly<Record<MessageName, { event?: DueMessage['event']; facts: Partial<MessageFacts> }>>
> = {
  received: { event: 'confirmation', facts: { status: 'pending' } },
  details: { event: 'confirmation', facts: { status: 'completed' } },
  changed: { event: 'reschedule', facts: {} },
  update: { event: 'reschedule', facts: { reason: 'zone_rules' } },
  cancellation: { facts: { status: 'cancelled' } },
  offer: { facts: { expiresAt: START - 240 * HOUR_MS } },
  'provider-booked': TO_PROVIDER,
  'provider-moved': TO_PROVIDER,
  'provider-cancelled': {
    facts: { ...TO_PROVIDER.facts, status: 'cancelled', cancelReason: 'I have a cold' },
  },
};

const LAST_VISIT = {
  de: 'Letzter Besuch?',
  fr: 'Dernière visite ?',
  es: '¿Última visita?',
  it: 'Ultima visita?',
  nl: 'Laatste bezoek?',
  pt: 'Última visita?',
};

/** Labels are the words of the business. */
const ANSWERED: readonly AnsweredQuestion[] = [
  { label: 'Henna', labels: {}, type: 'boolean', value: false },
  { label: 'Last visit?', labels: LAST_VISIT, type: 'date', value: '2026-10-01' },
];

/** An example of a message, for previews. @param language in which it is written @param count of how many appointments */
export function sampleMessage(name: MessageName, language: string, count = 1): DueMessage {
  const { event = name as DueMessage['event'], facts = {} } = SPECIAL[name] ?? {};
  const more = Array.from({ length: count - 1 }, (_, i) => appointment(START + (i + 1) * WEEK_MS, name));
  return {
    id: 1,
    appointmentId: 1,
    channel: 'email',
    event,
    recipient: 'mia.keller@example.com',
    sequence: 0,
    createdAt: new Date(START - 241 * HOUR_MS),
    instance: '00000000-0000-4000-8000-000000000000',
    manageUrl: 'https://booking.example.com/m/AAAAAAH0wq1cY0jJmZl0pWm7c2Fz',
    isOutdated: false,
    facts: {
      ...appointment(START, name),
      customerName: 'Mia Keller',
      attendeeName: null,
      language,
      customerTimezone: 'Europe/Lisbon',
      ...(event === 'confirmation' && { answered: ANSWERED }),
      ...(more.length > 0 && {
        others: more.map((each, i) => ({ ...each, ...others(facts), appointmentId: i + 2, sequence: 0 })),
      }),
      ...facts,
    },
  };
}

/** Of one request, all appointments have the status and the reason in common. */
function others({ status, cancelReason }: Partial<MessageFacts>) {
  return { ...(status !== undefined && { status }), ...(cancelReason !== undefined && { cancelReason }) };
}

function appointment(start: number, name: MessageName): AppointmentFacts {
  const end = start + 45 * MINUTE_MS;
  return {
    serviceName: 'Haircut',
    providerName: 'Ana Silva',
    locationName: 'Studio Linde',
    locationAddress: 'Lindenstraße 14\n10969 Berlin',
    status: 'confirmed',
    ...{ start, end, timezone: 'Europe/Berlin' },
    former:
      name === 'changed'
        ? { start, end, providerName: 'Ben Moss', locationName: 'Studio Ahorn', locationAddress: null }
        : { start: start - 26 * HOUR_MS, end: end - 26 * HOUR_MS },
  };
}
