import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** The provider and the service of a booking. */
interface Booking {
  readonly providerId: number;
  readonly serviceId: number;
}

interface Case {
  readonly reason: string;
  readonly message: string;
  /** Creates the data that makes the time unbookable. @returns the provider and service to ask for */
  readonly given: (service: TestService) => Promise<Booking>;
  readonly requested?: { readonly date: string; readonly start: string };
}

const both = async (
  { admin }: TestService,
  members: { readonly service?: object; readonly provider?: object } = {},
): Promise<Booking> => ({
  providerId: await aProvider(admin, members.provider),
  serviceId: await aService(admin, members.service),
});

const CASES: readonly Case[] = [
  {
    reason: 'service_unavailable',
    message: 'This service cannot be booked at present',
    given: (service) => both(service, { service: { active: false } }),
  },
  {
    reason: 'provider_unavailable',
    message: 'This provider takes no appointments at present',
    given: async (service) => {
      const booking = await both(service);
      await service.admin.delete(`/providers/${booking.providerId}`);
      return booking;
    },
  },
  {
    reason: 'service_not_offered',
    message: 'This provider does not offer this service',
    given: async (service) => {
      const booking = await both(service);
      await service.admin.patch(`/services/${booking.serviceId}`, { providerIds: [] });
      return booking;
    },
  },
  {
    reason: 'invalid_time',
    message: 'This time does not exist on the provider’s clock',
    given: (service) => both(service, { provider: { timezone: 'Europe/Berlin' } }),
    requested: { date: '2027-03-28', start: '02:30' },
  },
  {
    reason: 'in_the_past',
    message: 'This time is in the past',
    given: both,
    requested: { date: '2026-11-20', start: '07:59' },
  },
  {
    reason: 'too_soon',
    message: 'This time is too soon: the service needs more notice',
    given: (service) => both(service, { service: { minNoticeMin: 61 } }),
    requested: { date: '2026-11-20', start: '09:00' },
  },
  {
    reason: 'too_far_ahead',
    message: 'This time is too far ahead',
    given: (service) => both(service, { service: { maxAdvanceDays: 2 } }),
  },
  {
    reason: 'closed',
    message: 'The business is closed at this time',
    given: async (service) => {
      await service.query(
        `insert into closures (start_at, end_at, created_at) values ('2027-01-04T10:29Z', '2027-01-05T00:00Z', now())`,
      );
      return both(service);
    },
    requested: { date: '2027-01-04', start: '10:00' },
  },
  {
    reason: 'time_off',
    message: 'The provider is away at this time',
    given: async (service) => {
      const booking = await both(service);
      await service.query(
        `insert into time_off (provider_id, start_at, end_at, created_at)
         values ($1, '2026-11-23T09:00Z', '2026-11-23T10:01Z', now())`,
        [booking.providerId],
      );
      return booking;
    },
  },
  {
    reason: 'busy_elsewhere',
    message: 'The provider has something else at this time',
    given: async (service) => {
      const booking = await both(service);
      await service.query(
        `with calendar as (
           insert into busy_calendars (provider_id, url, created_at, updated_at, next_fetch_at)
           values ($1, 'https://calendar.example/', now(), now(), now()) returning id
         )
         insert into busy_times select id, '2026-11-23T09:00Z', '2026-11-23T10:01Z' from calendar`,
        [booking.providerId],
      );
      return booking;
    },
  },
  {
    reason: 'outside_working_hours',
    message: 'The provider does not work at this time',
    given: both,
    requested: { date: MONDAY, start: '16:31' },
  },
  {
    reason: 'slot_taken',
    message: 'This time is already taken',
    given: async (service) => {
      const booking = await both(service);
      await anAppointment(service.admin, booking.providerId, booking.serviceId, { start: '10:29' });
      return booking;
    },
  },
];

describe('A time that cannot be booked', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it.each(CASES)(
    'is refused with $reason by the check and by the booking',
    async ({ reason, message, given, requested = { date: MONDAY, start: '10:00' } }) => {
      const { providerId, serviceId } = await given(service);
      const checked = await service.admin.post('/availability/check', {
        providerId,
        serviceId,
        ...requested,
      });
      expect(checked.status).toBe(200);
      expect(checked.body.data).toMatchObject({ available: false, reason, message });
      const booked = await service.admin.post('/appointments', aBooking(providerId, serviceId, requested));
      expect(booked.status).toBe(422);
      expect(booked.body.error).toEqual({
        code: 'UNPROCESSABLE_ENTITY',
        message,
        details: { reason, alternatives: checked.body.data.alternatives },
      });
    },
  );

  it('has the reason of the first rule that refuses it', async () => {
    const { providerId, serviceId } = await both(service, { service: { active: false } });
    await service.admin.delete(`/providers/${providerId}`);
    const requested = { providerId, serviceId, date: '2026-11-20', start: '07:00' };
    expect((await service.admin.post('/availability/check', requested)).body.data).toMatchObject({
      reason: 'service_unavailable',
      alternatives: [],
    });
  });
});
