import type { ListedSlot } from '../../diary/slots/listed-slot';
import { toSlotResponse, writeSlots } from './slot.response';

const SLOT: ListedSlot = {
  start: Date.parse('2026-12-01T09:00:00Z'),
  end: Date.parse('2026-12-01T09:45:00Z'),
  date: '2026-12-01',
  time: '10:00',
  providerId: 2,
  timeZone: 'Europe/Berlin',
  price: 38.5,
};

describe('A slot that is written as JSON', () => {
  it.each<[string, ListedSlot]>([
    ['of one provider', SLOT],
    ['of any provider', { ...SLOT, providerIds: [2, 3] }],
    ['without a price', { ...SLOT, price: null }],
    ['of no other provider', { ...SLOT, providerIds: [] }],
    ['of a session', { ...SLOT, seats: { capacity: 10, left: 0 } }],
    ['of a session with any provider', { ...SLOT, providerIds: [2], seats: { capacity: 10, left: 7 } }],
  ])('is what JSON.stringify makes of its response: %s', (_, slot) => {
    expect(writeSlots([slot])).toBe(JSON.stringify(toSlotResponse(slot)));
  });

  it('is what JSON.stringify makes of it, beside any neighbour', () => {
    const seats = { capacity: 10, left: 7 };
    const kinds: readonly ListedSlot[] = [
      SLOT,
      { ...SLOT, time: '10:30' },
      { ...SLOT, date: '2026-12-02' },
      { ...SLOT, providerId: 3 },
      { ...SLOT, price: 40 },
      { ...SLOT, price: null },
      { ...SLOT, providerIds: [2, 3] },
      { ...SLOT, providerIds: [2, 4] },
      { ...SLOT, seats },
      { ...SLOT, seats: { ...seats, left: 1 } },
      { ...SLOT, timeZone: 'Asia/Tokyo' },
    ];
    for (const one of kinds) {
      for (const other of kinds) {
        const slots = [one, other, one];
        expect(`[${writeSlots(slots)}]`).toBe(JSON.stringify(slots.map(toSlotResponse)));
      }
    }
  });
});
