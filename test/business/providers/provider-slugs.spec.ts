import { startTestService, type TestService } from '../../support/test-service';

describe('A new provider', () => {
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
  ])('with the name %s gets the slug %s', async (name, slug) => {
    expect(await slugOf(name)).toBe(slug);
  });

  it('gets a numbered slug when the slug of its name is taken', async () => {
    expect([await slugOf('Kim Lee'), await slugOf('kim  lee'), await slugOf('Kim-Lee')]).toEqual([
      'kim-lee',
      'kim-lee-2',
      'kim-lee-3',
    ]);
  });

  it('gets the lowest free number in its slug', async () => {
    await create('Kim Roe');
    await create('Lea', { slug: 'kim-roe-3' });
    expect([await slugOf('Kim Roe'), await slugOf('Kim Roe')]).toEqual(['kim-roe-2', 'kim-roe-4']);
  });

  it('gets the slug provider or provider-2 when its name has no Latin, Greek or Cyrillic letter', async () => {
    expect([await slugOf('李'), await slugOf('🙂')]).toEqual(['provider', 'provider-2']);
  });

  it('gets a slug of at most 80 characters', async () => {
    expect(await slugOf('x'.repeat(200))).toBe('x'.repeat(80));
  });

  it('gets a slug from its name when the slug in the body is null', async () => {
    const { body } = await create('Null Slug', { slug: null });
    expect(body.data.slug).toBe('null-slug');
  });

  it('gets another slug than seven providers of the same name that are created at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('Same Time')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    const slugs = answers.map(({ body }) => body.data.slug as string).sort();
    const expected = ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8'].map((number) => `same-time${number}`);
    expect(slugs).toEqual(expected);
  });

  it('is created by only one of six concurrent requests with the same slug', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('Racer', { slug: 'the-one' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error.details).toEqual({ slug: 'belongs to another provider already' });
  });

  it('is created by only one of six concurrent requests with the same e-mail address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create('Racer', { email: 'only.one@example.com' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error.details).toEqual({ email: 'belongs to another user already' });
  });

  it.each(['Ana', 'ana_silva', '-ana', 'ana-', 'ana--silva', 'aña', '', 'x'.repeat(101)])(
    'is refused with the slug %j',
    async (slug) => {
      const { status, body } = await create('Lea', { slug });
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object)).toEqual(['slug']);
    },
  );
});
