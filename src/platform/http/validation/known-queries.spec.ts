import { KnownQueries } from './known-queries';

class Page {
  page = 1;
  sort: readonly string[] = [];
}

class Range {
  from = '';
}

/** Queries whose reading is counted. */
function counted() {
  const queries = new KnownQueries();
  const counts = { read: 0 };
  const ask = (given: object, type: typeof Page | typeof Range = Page) =>
    queries.of<Page | Range>(type, given, () => {
      counts.read++;
      return Promise.resolve(Object.assign(new type(), given));
    });
  return { queries, counts, ask };
}

describe('Queries that were valid', () => {
  it('are read once, and shared', async () => {
    const { counts, ask } = counted();
    const first = await ask({ page: '2' });
    expect(await ask({ page: '2' })).toBe(first);
    expect(counts.read).toBe(1);
  });

  it('are read anew for other parameters, and for another class', async () => {
    const { counts, ask } = counted();
    const queries = [await ask({ page: '1' }), await ask({ page: '2' }), await ask({ page: '1' }, Range)];
    expect(new Set(queries).size).toBe(3);
    expect(queries[2]).toBeInstanceOf(Range);
    expect(counts.read).toBe(3);
  });

  it('cannot be changed, nor can their lists', async () => {
    const { ask } = counted();
    const query = await ask({ sort: ['name'] });
    expect(() => Object.assign(query, { page: 9 })).toThrow(TypeError);
    expect(() => ((query as Page).sort as string[]).push('id')).toThrow(TypeError);
  });

  it('do not include what was refused', async () => {
    const { queries, ask, counts } = counted();
    const refuse = () => Promise.reject(new Error('refused'));
    await expect(queries.of(Page, { page: 'x' }, refuse)).rejects.toThrow('refused');
    await ask({ page: 'x' });
    expect(counts.read).toBe(1);
  });

  it('are forgotten when there are thousands, and not kept when they are long', async () => {
    const { counts, ask } = counted();
    const long = { q: 'a'.repeat(300) };
    await ask(long);
    await ask(long);
    expect(counts.read).toBe(2);
    const first = await ask({ page: '0' });
    for (let page = 1; page <= 2_000; page++) await ask({ page: String(page) });
    expect(await ask({ page: '0' })).not.toBe(first);
  });
});
