import { anAppointment, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('A search for appointments', () => {
  let service: TestService;
  let mia: number;
  let otto: number;
  let zoe: number;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    const ana = await aProvider(admin, { name: 'Ana Silva' });
    const ben = await aProvider(admin, { name: 'Ben Okafor' });
    const haircut = await aService(admin, { name: 'Haircut care' });
    const massage = await aService(admin, { name: 'Deep Massage 50% care' });
    const book = async (providerId: number, serviceId: number, start: string, members: object) =>
      (await anAppointment(admin, providerId, serviceId, { start, ...members })).id;
    mia = await book(ana, haircut, '09:00', {
      name: 'Mia Keller',
      email: 'mia@example.com',
      phone: '+49 30 901820',
      notes: 'First visit, window seat',
    });
    otto = await book(ben, massage, '10:00', {
      name: 'Otto von Müller',
      email: 'otto_m@example.org',
      notes: 'Path C:\\temp',
    });
    zoe = await book(ana, massage, '11:00', { name: 'Zoë', email: 'zoe@example.com', notes: 'ΣΊΣΥΦΟΣ' });
  });

  afterAll(() => service.stop());

  const idsOf = async (q: string, path = '/appointments/search', more = '') => {
    const { body } = await service.admin.get(`${path}?q=${encodeURIComponent(q)}${more}`);
    expect(body.meta.total).toBe(body.data.length);
    return (body.data as { id: number }[]).map(({ id }) => id);
  };

  it.each([
    ['a first name', 'mia', () => [mia]],
    ['part of a last name, in any case', 'KELL', () => [mia]],
    ['part of an e-mail address', '@example.com', () => [mia, zoe]],
    ['part of a phone number', '901820', () => [mia]],
    ['the name of a service', 'massage', () => [otto, zoe]],
    ['the name of a provider', 'silva', () => [mia, zoe]],
    ['a word in the notes', 'window', () => [mia]],
    ['letters with diacritics, in any case', 'MÜLLER', () => [otto]],
    ['letters in another Unicode composition', 'mu\u0308ller', () => [otto]],
    ['Greek letters, in any case', 'σίσυφος', () => [zoe]],
    ['several words in several members', 'silva massage zoë', () => [zoe]],
    ['several words in one member', 'seat window', () => [mia]],
    ['the same word twice', 'mia mia', () => [mia]],
    ['two words that no appointment has together', 'mia okafor', () => []],
    ['a word that no appointment contains', 'unheard', () => []],
    ['a percent sign', '50%', () => [otto, zoe]],
    ['a percent sign alone', '%', () => [otto, zoe]],
    ['an underscore', 'o_m', () => [otto]],
    ['an underscore alone', '_', () => [otto]],
    ['a backslash', 'C:\\t', () => [otto]],
    ['only spaces', '   ', () => [mia, otto, zoe]],
  ])('returns exactly the matching appointments for %s', async (_, q, expected) => {
    expect(await idsOf(q)).toEqual(expected());
    expect(await idsOf(q, '/appointments')).toEqual(expected());
  });

  it('finds exactly the appointments that contain every word in some member, for words of any length', async () => {
    const places = new Map([
      [
        mia,
        ['mia keller mia@example.com +49 30 901820', 'haircut care', 'ana silva', 'first visit, window seat'],
      ],
      [otto, ['otto von müller otto_m@example.org', 'deep massage 50% care', 'ben okafor', 'path c:\\temp']],
      [zoe, ['zoë zoe@example.com', 'deep massage 50% care', 'ana silva', 'σίσυφος']],
    ]);
    const has = (word: string) => (place: string) => place.includes(word);
    const expected = (words: string[]) =>
      [...places].filter(([, each]) => words.every((word) => each.some(has(word)))).map(([id]) => id);
    const words = [
      'massage',
      'care',
      'silva',
      'example',
      'window',
      'ai',
      'an',
      'va',
      'vo',
      'p',
      '%',
      '30',
      'σί',
      'qq',
    ];
    // Every two, and every three in one of their orders; the first may stand twice.
    const queries = words.flatMap((one) =>
      words
        .filter((other) => one < other)
        .flatMap((other, nth) => [
          [one, other],
          ...words
            .filter((third) => third > other || third === one)
            .map(
              (third, at) =>
                [
                  [one, other, third],
                  [third, one, other],
                  [other, third, one],
                ][(nth + at) % 3] ?? [],
            ),
        ]),
    );
    const found: (readonly [query: string[], ids: number[]])[] = [];
    // The service closes a connection whose request waits too long, as some of a thousand do on a busy machine.
    while (found.length < queries.length) {
      const batch = queries.slice(found.length, found.length + 50);
      const answers = await Promise.all(batch.map((each) => idsOf(each.join(' '))));
      answers.forEach((ids, index) => found.push([batch[index] ?? [], ids]));
    }
    expect(found).toEqual(queries.map((each) => [each, expected(each)]));
    expect(new Set(found.map(([, ids]) => ids.length))).toEqual(new Set([0, 1, 2, 3]));
  });

  it('without words returns the whole list', async () => {
    const { body } = await service.admin.get('/appointments/search');
    expect(body).toEqual((await service.admin.get('/appointments')).body);
  });

  it('does not find a word that would extend over two members', async () => {
    expect(await idsOf('kellermia')).toEqual([]);
    expect(await idsOf('keller@')).toEqual([]);
  });

  it('applies the filters of the list', async () => {
    expect(await idsOf('massage', '/appointments/search', '&from=2026-11-23T10:30:00Z')).toEqual([zoe]);
    expect(await idsOf('massage zoë', '/appointments/search', '&status=cancelled')).toEqual([]);
  });

  it('is sorted and paged like the list', async () => {
    const { body } = await service.admin.get('/appointments/search?q=example&sort=start:desc&length=2');
    expect(body.data).toMatchObject([{ id: zoe }, { id: otto }]);
    expect(body.meta).toMatchObject({ total: 3, total_pages: 2, sort: 'start:desc' });
    const next = await service.admin.get('/appointments/search?q=example&sort=start:desc&length=2&page=2');
    expect(next.body.data).toMatchObject([{ id: mia }]);
    const past = await service.admin.get('/appointments/search?q=example&page=5');
    expect(past.body).toMatchObject({ data: [], meta: { total: 3 } });
  });

  it.each([
    [
      '36 words of one letter',
      Array.from({ length: 36 }, (_, index) => index.toString(36)).join(' '),
      'at most 12 words',
    ],
    ['13 words of three letters', 'aaa bbb ccc ddd eee fff ggg hhh iii jjj kkk lll mmm', 'at most 12 words'],
    ['four words without three ASCII letters in a row', 'a b c d', 'at most 3 words without three letters'],
    [
      'a word and four words without three ASCII letters in a row',
      'massage ü % _ σίσυφος',
      'at most 3 words without three letters',
    ],
  ])('refuses %s', async (_, q, message) => {
    for (const path of ['/appointments', '/appointments/search']) {
      const { status, body } = await service.admin.get(`${path}?q=${encodeURIComponent(q)}`);
      expect(status).toBe(422);
      expect(body.error.details.q).toContain(message);
    }
  });

  it.each([
    ['12 words', 'deep mass sage 50% care ana sil ilva zoë zoe@ example .com', () => [zoe]],
    ['three words without three ASCII letters in a row', 'zo ë σί', () => [zoe]],
    ['many words that are parts of other words', 'mia m i a ke kel kell kelle keller e l r', () => [mia]],
  ])('finds an appointment by %s', async (_, q, expected) => {
    expect(await idsOf(q)).toEqual(expected());
  });

  it('finds words that thousands of notes contain', async () => {
    await service.query(`
      insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, notes, created_at, updated_at)
      select a.provider_id, a.service_id, a.customer_id, t, t + interval '30 min', tstzrange(t, t + interval '30 min'),
        'cancelled', 'bulk ' || n, now(), now()
      from appointments a, generate_series(1, 6000) n, lateral (select '2030-01-01T00:00Z'::timestamptz + n * interval '1 hour') at(t)
      where a.notes like 'First%'`);
    const common = await service.admin.get('/appointments/search?q=bulk&length=1&sort=start:desc');
    expect(common.body).toMatchObject({ data: [{ notes: 'bulk 6000' }], meta: { total: 6000 } });
    const two = await service.admin.get('/appointments/search?q=bulk%20keller%205999');
    expect(two.body).toMatchObject({ data: [{ notes: 'bulk 5999' }], meta: { total: 1 } });
    const none = await service.admin.get('/appointments/search?q=bulk%20massage');
    expect(none.body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it('refuses control characters', async () => {
    const { status, body } = await service.admin.get('/appointments/search?q=a%00b');
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ q: 'must not contain control characters' });
  });
});
