import { canonical } from './canonical';
import type { Difference } from './state';

const added = (table: string, row: object): Difference => ({
  table,
  isThere: true,
  row: JSON.stringify(row, null, 1).replaceAll(/\s*\n\s*/g, ' '),
});

/** Two customers with an appointment each; the ids are those that sequences have given. */
const booked = (ids: readonly [number, number], appointments: readonly [number, number], notes = ['', '']) =>
  canonical(
    ids.flatMap((id, nth) => [
      added('customers', { id, name: `Customer ${nth}` }),
      added('appointments', { id: appointments[nth], customer_id: id, notes: notes[nth] }),
    ]),
    [{ status: 201, body: { id: appointments[0] } }],
  );

describe('canonical', () => {
  it('is the same when two runs differ in generated ids alone', () => {
    expect(booked([1_000_001, 1_000_002], [2_000_001, 2_000_002])).toBe(
      booked([1_000_008, 1_000_007], [2_000_005, 2_000_004]),
    );
  });

  it('differs when a row names another one', () => {
    const notes = ['of the first', 'of the second'];
    const crossed = ['of the second', 'of the first'];
    expect(booked([1_000_001, 1_000_002], [2_000_001, 2_000_002], notes)).not.toBe(
      booked([1_000_001, 1_000_002], [2_000_001, 2_000_002], crossed),
    );
  });

  it('hides random texts, and tells the moments that a request has chosen', () => {
    const told = (body: object) => canonical([], [{ status: 200, body }]);
    const link = (token: string) => told({ manageUrl: `http://localhost:3000/m/${token}` });
    expect(link('AAAehLX_jgkQBM-VNeKxi_q-Nlbq')).toBe(link('AAAAAAFKVVlhkPkdzoo7M6lSJ6co'));
    expect(told({ start: '2026-12-01T10:00:00Z' })).not.toBe(told({ start: '2026-12-01T10:30:00Z' }));
  });

  it('leaves out between which ids of others a webhook is told of nothing', () => {
    const entry = added('audit_entries', { id: 2_000_002 });
    const made = (leaves_out: string) =>
      canonical([entry, added('webhooks', { id: 1_000_001, leaves_out })], []);
    expect(made('{[33,43),[2000001,2000002)}')).toBe(made('{[33,43),[2000003,2000009)}'));
  });
});
