import { completeIn, type Entry, transactionsOf } from './change';

const entry = (id: number, transaction: string, members: Partial<Entry> = {}): Entry => ({
  id,
  at: '2026-11-20T08:00:00+00:00',
  transaction,
  isTold: true,
  resource: 'providers',
  resourceId: 1,
  before: { name: `before ${id}` },
  after: { name: `after ${id}` },
  ...members,
});

describe('The changes of a transaction', () => {
  it('are one for each resource, with the first state before and the last one after', () => {
    const list = { before: { service_ids: null }, after: { service_ids: [1] } };
    const [changes, ...others] = transactionsOf([
      entry(1, 'a'),
      entry(2, 'a', { resourceId: 2 }),
      entry(3, 'a'),
      entry(4, 'a', list),
    ]);
    expect(others).toEqual([]);
    expect(changes?.map(({ resourceId, entryIds }) => [resourceId, entryIds])).toEqual([
      [1, [1, 3, 4]],
      [2, [2]],
    ]);
    expect(changes?.[0]).toMatchObject({
      before: { name: 'before 1', service_ids: null },
      after: { name: 'after 3', service_ids: [1] },
    });
  });

  it('are kept apart from those of another transaction between them', () => {
    const transactions = transactionsOf([entry(1, 'a'), entry(2, 'b'), entry(3, 'a')]);
    expect(transactions.map((changes) => changes.map(({ entryIds }) => entryIds))).toEqual([[[1, 3]], [[2]]]);
  });

  it('have no before where a row of the resource is new', () => {
    const [changes] = transactionsOf([entry(1, 'a', { before: null }), entry(2, 'a')]);
    expect(changes?.[0]).toMatchObject({ before: null, after: { name: 'after 2' } });
  });

  it('are left to the next batch where they may go on behind the end of this one', () => {
    const batch = [entry(1, 'a'), entry(2, 'b'), entry(3, 'a'), entry(4, 'c'), entry(5, 'b')];
    expect(completeIn(batch, false).map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(completeIn(batch, true)).toHaveLength(5);
  });

  it('are numbered in parts where one transaction fills a whole batch', () => {
    expect(completeIn([entry(1, 'a'), entry(2, 'a')], false)).toHaveLength(2);
  });
});
