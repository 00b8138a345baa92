import { MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { aScene, addressesIn, book, open, submit, textOf } from './support/manage-pages';

const QUESTIONS = [
  { key: 'allergies', label: 'Allergies?', labels: { de: 'Allergien?' }, type: 'text', required: true },
];

describe('The page of a link', () => {
  let service: TestService;
  let scene: { providerId: number; serviceId: number };
  const log: string[] = [];

  beforeAll(async () => {
    service = await startTestService({
      environment: { BUSINESS_NAME: 'Studio Linde', BUSINESS_PHONE: '+49 30 901820', LOG_LEVEL: 'info' },
      log: (line) => void log.push(line),
    });
    scene = await aScene(service, {
      cancelUntilMin: 1_440,
      moveUntilMin: 1_440,
      policyText: '<b>Free</b> until the day before.',
      questions: QUESTIONS,
    });
  });

  beforeEach(() => {
    service.clock.set(START);
  });

  afterEach(() => service.query('delete from appointments'));
  afterAll(() => service.stop());

  const stateOf = async (id: number) => ({
    appointment: (await service.admin.get(`/appointments/${id}`)).body.data as unknown,
    entries: await service.query('select count(*) from audit_entries'),
  });

  it.each(['.', ')', ',', ':', '%3E.', '%22'])(
    'is there for a link that is followed by %s, and leads to the same forms',
    async (behind) => {
      const { path } = await book(service, scene);
      const [plain, page] = [await open(service, path), await open(service, path + behind)];
      expect([page.status, page.text]).toEqual([200, plain.text]);
      expect(addressesIn(page, service, path + behind)).toEqual(addressesIn(plain, service, path));
      expect((await open(service, `${path}${behind}/cancel`)).status).toBe(200);
      expect((await submit(service, `${path}${behind}/cancel`)).status).toBe(303);
    },
  );

  it('shows what is booked, until when it can be changed, and how to reach the business', async () => {
    const page = await open(service, (await book(service, scene)).path);
    expect(page.status).toBe(200);
    for (const text of [
      'Your appointment',
      'Confirmed',
      'Monday, 23 November 2026 10:00 to 10:30',
      'Haircut',
      'Ana Silva',
      'You can cancel here until Sunday, 22 November 2026, 10:00.',
      'We still need answers from you.',
      'Studio Linde',
      '&lt;b&gt;Free&lt;',
    ])
      expect(textOf(page)).toContain(text);
    expect(page.text).toContain('href="tel:+4930901820"');
  });

  it('is in the language of the customer, else in one that the browser accepts, with the questions', async () => {
    const german = await book(service, scene, { attendeeLanguage: 'de' });
    const other = await book(service, scene, { start: '11:00' });
    const inFrench = { 'accept-language': 'sv, fr-CH;q=0.9, de;q=0.5' };
    expect(textOf(await open(service, `${german.path}/answers`, inFrench))).toContain('Allergien?');
    expect((await open(service, german.path, inFrench)).text).toContain('<html lang="de" dir="ltr">');
    expect((await open(service, other.path, inFrench)).text).toContain('<html lang="fr" dir="ltr">');
    expect(textOf(await open(service, `${other.path}/answers`, { 'accept-language': 'de' }))).toContain(
      'Allergien?',
    );
  });

  it('is kept by no cache, framed by no page, found by no search engine, and sets no cookie', async () => {
    const { headers } = await open(service, (await book(service, scene)).path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';style-src 'sha256-[\w+/]{43}=';form-action 'self';base-uri 'none';frame-ancestors 'none'$/,
    );
    expect(headers.has('set-cookie')).toBe(false);
  });

  it('is the same 404 for every dead, forged and unknown link, and for the paths below', async () => {
    const { path } = await book(service, scene);
    const forged = path.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    await service.query(`update appointments set link_counter = 1`);
    const paths = [
      path,
      forged,
      '/m/x',
      `/m/${'A'.repeat(28)}`,
      `${path}/cancel`,
      `${path}/move`,
      `${path}/unknown`,
    ];
    const answers = await Promise.all(paths.map((each) => open(service, each)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 404,
      text: expect.stringContaining('This link does not work'),
    });
    expect(await submit(service, `${path}/cancel`)).toMatchObject({ status: 404, text: answers[0]?.text });
  });

  it('lives until the appointment is over', async () => {
    const { path } = await book(service, scene);
    service.clock.set(`${MONDAY}T10:29:00Z`);
    expect((await open(service, path)).status).toBe(200);
    service.clock.set(`${MONDAY}T10:30:00Z`);
    expect((await open(service, path)).status).toBe(404);
  });

  it('changes nothing for a mail scanner that follows every link and asks for every form by GET and HEAD', async () => {
    const { id, path } = await book(service, scene);
    const before = await stateOf(id);
    const seen = new Set<string>();
    const waiting = [path];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (seen.has(next) || seen.size > 30) continue;
      seen.add(next);
      const page = await open(service, next);
      expect(page.status).toBe(200);
      expect((await open(service, next, {}, 'HEAD')).status).toBe(200);
      const { links, forms } = addressesIn(page, service, next);
      waiting.push(...links, ...forms);
    }
    for (const below of ['cancel', 'move', 'answers', 'calendar.ics'])
      expect(seen).toContain(`${path}/${below}`);
    for (const below of ['accept', 'decline'])
      for (const method of ['GET', 'HEAD']) await open(service, `${path}/${below}`, {}, method);
    expect(await stateOf(id)).toEqual(before);
  });

  it.each([
    ['of another type', 415, { 'content-type': 'application/json' }],
    ['that another site submits', 403, { 'sec-fetch-site': 'cross-site' }],
    ['whose Origin is another site', 403, { origin: 'https://evil.example' }],
    ['whose Origin is another port of the service', 403, { origin: 'http://127.0.0.1:1' }],
    ['whose Origin is no origin', 403, { origin: 'evil' }],
    ['that is compressed', 415, { 'content-encoding': 'gzip' }],
  ])('answers a form %s with a page, and changes nothing', async (_which, status, headers) => {
    const { id, path } = await book(service, scene);
    const before = await stateOf(id);
    const answer = await submit(service, `${path}/cancel`, { reason: 'x' }, headers);
    expect(answer).toMatchObject({ status, text: expect.stringContaining('Nothing has been changed') });
    expect(await stateOf(id)).toEqual(before);
  });

  it('says of a compressed form that it must be plain', async () => {
    const { path } = await book(service, scene);
    const answer = await submit(service, `${path}/cancel`, { reason: 'x' }, { 'content-encoding': 'gzip' });
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });

  it.each(['null', () => service.url])('takes a form whose Origin is %s', async (origin) => {
    const { path } = await book(service, scene);
    const headers = { origin: typeof origin === 'string' ? origin : origin() };
    expect((await submit(service, `${path}/cancel`, { reason: 'x' }, headers)).status).toBe(303);
  });

  it('answers a form that is too large, or has too many inputs, with a page', async () => {
    const { path } = await book(service, scene);
    const large = await submit(service, `${path}/cancel`, { reason: 'x'.repeat(1_048_576) });
    expect(large).toMatchObject({ status: 413, text: expect.stringContaining('Nothing has been changed') });
    const inputs = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`i${i}`, '']));
    expect((await submit(service, `${path}/cancel`, inputs)).status).toBe(413);
  });

  it('stays out of the log, and has one name in the metrics for all links', async () => {
    const { path } = await book(service, scene);
    log.length = 0;
    for (const below of ['', '/cancel', '/unknown?x=1']) await open(service, path + below);
    const token = path.slice('/m/'.length);
    expect(log.join('\n')).toContain('/m/***');
    expect(log.join('\n')).not.toContain(token);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('route="/m/:token"');
    expect(metrics).not.toContain(token);
  });
});

describe('The rate limit of the page', () => {
  it('counts by address, with the requests for the API that have no key', async () => {
    const service = await startTestService({ environment: { RATE_LIMIT: '3' } });
    try {
      const { path } = await book(service, await aScene(service));
      const first = await open(service, path);
      expect(first.headers.get('ratelimit-remaining')).toBe('2');
      await submit(service, `${path}/accept`);
      await service.anonymous.get(path.replace('/m/', '/manage/'));
      const busy = await open(service, path, { 'accept-language': 'de' });
      expect(busy).toMatchObject({
        status: 429,
        text: expect.stringContaining('Bitte warten Sie einen Moment'),
      });
      expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await service.stop();
    }
  });
});
