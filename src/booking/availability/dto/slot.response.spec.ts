import type { OfferedSlot } from '../search/offered-slot';
import { toSlotResponse, writeSlot } from './slot.response';

const SLOT: OfferedSlot = {
  start: Date.parse('2026-12-01T09:00:00Z'),
  end: Date.parse('2026-12-01T09:45:00Z'),
  date: '2026-12-01',
  time: '10:00',
  providerId: 2,
  timeZone: 'Europe/Berlin',
};

describe('A slot that is written as JSON', () => {
  it.each<[string, OfferedSlot]>([
    ['of one provider', SLOT],
    ['of any provider', { ...SLOT, providerIds: [2, 3] }],
    ['of no other provider', { ...SLOT, providerIds: [] }],
    ['of a session', { ...SLOT, seats: { capacity: 10, left: 0 } }],
    ['of a session with any provider', { ...SLOT, providerIds: [2], seats: { capacity: 10, left: 7 } }],
  ])('is what JSON.stringify makes of its response: %s', (_, slot) => {
    expect(writeSlot(slot)).toBe(JSON.stringify(toSlotResponse(slot)));
  });
});
