import { startTestService, type TestService } from '../support/test-service';

describe('slugs of providers', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  let count = 0;
  const create = (name: string, members: object = {}) =>
    service.admin.post('/providers', { name, email: `slug${++count}@example.com`, ...members });
  const slugOf = async (name: string) => (await create(name)).body.data.slug as string;

  it.each([
    ['Zoë Müller-Lüdenscheidt', 'zoe-muller-ludenscheidt'],
    ['Łukasz Żółw', 'lukasz-zolw'],
    ['Dr. Søren O’Ærø, M.D.', 'dr-soren-oaero-m-d'],
    ['Straße 5', 'strasse-5'],
    ['Анна Щукина', 'anna-shchukina'],
    ['Γιώργος Παππάς', 'giorgos-pappas'],
    ['İrem Iğdır', 'irem-igdir'],
    ['ﬁne ① Ａｎａ', 'fine-1-ana'],
  ])('of %s is %s', async (name, slug) => {
    expect(await slugOf(name)).toBe(slug);
  });

  it('count namesakes', async () => {
    expect([await slugOf('Kim Lee'), await slugOf('kim  lee'), await slugOf('Kim-Lee')]).toEqual([
      'kim-lee',
      'kim-lee-2',
      'kim-lee-3',
    ]);
  });

  it('fill a gap among namesakes', async () => {
    await create('Kim Roe');
    await create('Somebody', { slug: 'kim-roe-3' });
    expect([await slugOf('Kim Roe'), await slugOf('Kim Roe')]).toEqual(['kim-roe-2', 'kim-roe-4']);
  });

  it('of a name without any Latin, Greek or Cyrillic letter are numbered', async () => {
    expect([await slugOf('李'), await slugOf('🙂')]).toEqual(['provider', 'provider-2']);
  });

  it('stay short', async () => {
    expect(await slugOf('x'.repeat(200))).toBe('x'.repeat(80));
  });

  it('are made for null too', async () => {
    const { body } = await create('Null Slug', { slug: null });
    expect(body.data.slug).toBe('null-slug');
  });

  it('are different for namesakes who are created at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('Same Time')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    const slugs = answers.map(({ body }) => body.data.slug as string).sort();
    const expected = ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8'].map((number) => `same-time${number}`);
    expect(slugs).toEqual(expected);
  });

  it('that several ask for at the same time go to one of them', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('Racer', { slug: 'the-one' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error.details).toEqual({ slug: 'belongs to another provider already' });
  });

  it('as e-mail addresses do', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create('Racer', { email: 'only.one@example.com' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error.details).toEqual({ email: 'belongs to another user already' });
  });

  it.each(['Ana', 'ana_silva', '-ana', 'ana-', 'ana--silva', 'aña', '', 'x'.repeat(101)])(
    'may not be %j',
    async (slug) => {
      const { status, body } = await create('Somebody', { slug });
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object)).toEqual(['slug']);
    },
  );
});
