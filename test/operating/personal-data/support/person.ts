import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../support/api-client';
import { aProvider, aService, MONDAY } from '../../../support/builders';
import type { TestService } from '../../../support/test-service';
import { restrictedKey } from '../../../support/two-salons';
import { makeOffers } from '../../../support/waiting';

/** The data of one person in requests. No other record contains any of it. */
export const PERSON = {
  firstName: 'Wilhelmina',
  lastName: 'Quartermaine',
  email: 'wilhelmina.q@nowhere.example',
  phone: '+49 30 5550199',
  address: 'Krumme Gasse 17',
  notes: 'Cannot have xylocaine',
  language: 'de-x-quarterm',
  timezone: 'Pacific/Marquesas',
} as const;

/** What bookings say of the same person, and where else it is kept. */
const ATTENDEE = {
  name: 'Theodora Smallchild',
  phone: '+49 171 7654321',
  attendeeLanguage: 'fr-x-smallch',
  attendeeTimezone: 'Pacific/Chatham',
};
const NOTES = {
  appointment: 'Brings a llama',
  changed: 'Llama stays outside',
  deleted: 'Deleted but not forgotten',
  givenAway: 'Left by the former customer',
  series: 'Every week the same story',
  visit: 'Wants the window seat',
  waitlist: 'Rings the purple bell',
  cancelled: 'Broke a toe on the stairs',
};
const ANSWERS = { allergy: 'Sneezes at peonies', booked: 'Sneezes at sunflowers' };
const METADATA = { crm: 'crm-4711-quarter', seat: 'booked-from-seat-22c' };
const FORMER = { email: 'w.quartermaine.maiden@nowhere.example', phone: '+49 40 5550100' };

export const STRINGS: readonly string[] = [
  ...Object.values(PERSON),
  ...Object.values(ATTENDEE),
  ...Object.values(NOTES),
  ...Object.values(FORMER),
  ...Object.values(METADATA),
  ...Object.values(ANSWERS),
];

/** When the erasure comes: what was booked for the days before is over, and offers for the days after are open. */
export const LATER = '2027-01-04T07:00:00Z';
const SUNDAY = '2026-11-29';
const TUESDAY_LATER = '2027-01-05';

/** Fills every place that holds personal data with those of one person. */
export class Story {
  private providerId = 0;
  private serviceId = 0;
  private customerId = 0;

  constructor(private readonly service: TestService) {}

  /** @returns the id of the customer */
  async tell(): Promise<number> {
    const { admin } = this.service;
    this.providerId = await aProvider(admin);
    const questions = [{ key: 'allergy', label: 'Any allergies?', type: 'text', required: false }];
    this.serviceId = await aService(admin, { providerIds: [this.providerId], questions });
    const { data } = await this.keyed('/customers', {
      ...PERSON,
      ...FORMER,
      metadata: { crm: METADATA.crm },
    });
    this.customerId = (data as { id: number }).id;
    await this.ok(admin.patch(`/customers/${this.customerId}`, PERSON));
    await this.bookAndChange();
    await this.bookSeveral();
    await this.bookAsGuest();
    await this.wait(MONDAY);
    await this.search();
    this.service.clock.set(LATER);
    // Answers are kept for 24 hours: pretends that these are younger.
    await this.service.query('update idempotency_records set created_at = $1', [LATER]);
    await this.wait(TUESDAY_LATER);
    return this.customerId;
  }

  private async bookAndChange(): Promise<void> {
    const { admin } = this.service;
    const changed = await this.book('09:00', NOTES.appointment);
    await this.ok(admin.patch(`/appointments/${changed}`, { start: '09:30' }));
    await this.ok(admin.patch(`/appointments/${changed}`, { answers: { allergy: ANSWERS.allergy } }));
    await this.ok(admin.patch(`/appointments/${changed}/notes`, { notes: NOTES.changed }));
    await this.ok(admin.post(`/appointments/${changed}/notify`, { event: 'confirmation' }));
    const why = { cancelledBy: 'customer', cancelReason: NOTES.cancelled };
    await this.ok(admin.patch(`/appointments/${changed}/status`, { status: 'cancelled', ...why }));
    await this.ok(admin.delete(`/appointments/${await this.book('10:00', NOTES.deleted)}`));
    const givenAway = await this.book('10:30', NOTES.givenAway);
    const other = { firstName: 'Otto', email: 'otto@nowhere.example' };
    const { data } = await this.ok(admin.post('/customers', other));
    await this.ok(admin.patch(`/appointments/${givenAway}`, { customerId: (data as { id: number }).id }));
    await this.ok(admin.patch(`/appointments/${givenAway}`, { start: '11:00' }));
    const { data: hold } = await this.ok(admin.post('/holds', { ...this.slot('11:30') }));
    await this.keyed('/appointments', { holdId: (hold as { id: string }).id, ...this.known() });
  }

  private async bookSeveral(): Promise<void> {
    const series = { ...this.slot('13:00'), ...this.known(), notes: NOTES.series };
    await this.keyed('/series', { ...series, rrule: 'FREQ=WEEKLY;COUNT=2' });
    const items = [{ serviceId: this.serviceId }, { serviceId: this.serviceId }];
    await this.keyed('/visits', { ...this.known(), date: MONDAY, start: '15:00', items, notes: NOTES.visit });
  }

  /** A key that sees nothing of the person names the e-mail address. Nothing is offered on a Sunday. */
  private async bookAsGuest(): Promise<void> {
    const providerId = await aProvider(this.service.admin);
    const serviceId = await aService(this.service.admin, { providerIds: [providerId] });
    const key = await restrictedKey(this.service, { providers: [providerId] });
    const person = { ...ATTENDEE, email: PERSON.email };
    const slot = { serviceId, providerId, date: MONDAY, start: '09:00' };
    await this.ok(key.post('/appointments', { ...slot, ...person }));
    const { name, phone, email } = person;
    await this.ok(
      key.post('/waitlist', { ...{ serviceId, providerId, name, phone, email }, from: SUNDAY, to: SUNDAY }),
    );
  }

  /** One entry is booked or stays offered, as the day is over or not; one is withdrawn. */
  private async wait(date: string): Promise<void> {
    const { admin } = this.service;
    const request = { serviceId: this.serviceId, from: date, to: date, notes: NOTES.waitlist };
    const entry = { ...request, ...this.known(), name: ATTENDEE.name, phone: ATTENDEE.phone };
    const { data } = await this.keyed('/waitlist', entry);
    await makeOffers(this.service);
    const { id } = data as { id: number };
    if (date === MONDAY) await this.keyed(`/waitlist/${id}/accept`, undefined);
    const withdrawn = await this.ok(admin.post('/waitlist', entry));
    await this.ok(admin.delete(`/waitlist/${(withdrawn.data as { id: number }).id}`));
  }

  private async search(): Promise<void> {
    const { admin } = this.service;
    for (const word of [PERSON.firstName, PERSON.email, 'llama'])
      await this.ok(admin.get(`/appointments/search?q=${encodeURIComponent(word)}`));
    await this.ok(admin.get(`/customers?q=${PERSON.lastName}`));
    // Refused: it belongs to another customer.
    await admin.post('/customers', { firstName: 'Other', email: PERSON.email });
  }

  private async book(start: string, notes: string): Promise<number> {
    const { data } = await this.keyed('/appointments', {
      ...this.slot(start),
      ...ATTENDEE,
      email: PERSON.email,
      notes,
      metadata: { seat: METADATA.seat },
      answers: { allergy: ANSWERS.booked },
    });
    return (data as { id: number }).id;
  }

  private slot(start: string) {
    return { providerId: this.providerId, serviceId: this.serviceId, date: MONDAY, start };
  }

  private known() {
    return { customerId: this.customerId };
  }

  /** Sends a POST whose answer is stored. */
  private keyed(path: string, body: unknown) {
    const headers = { 'idempotency-key': randomUUID() };
    return this.ok(this.service.admin.post(path, body, { headers }));
  }

  private async ok(answer: Promise<Answer>): Promise<{ data: unknown }> {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`expected success, got ${status}: ${JSON.stringify(body)}`);
    return body as { data: unknown };
  }
}
