import { aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const CUT = { name: 'Haircut', durationMin: 30 };
const ALLERGIES = { key: 'allergies', label: 'Do you have allergies?', type: 'text' };
const SIZE = { key: 'size', label: 'Which size?', type: 'choice', choices: ['S', 'M', 'L'] };
const UNSET = { labels: {}, required: false, choices: [] };

describe('The questions of a service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const read = async (id: number) => (await service.admin.get(`/services/${id}`)).body.data;
  const refusal = async (questions: unknown) => {
    const { status, body } = await service.admin.post('/services', { ...CUT, questions });
    expect(status).toBe(422);
    return body.error.details as object;
  };

  it('are none by default', async () => {
    expect(await read(await aService(service.admin))).toMatchObject({ questions: [] });
  });

  it('are read in the order in which they were written, with what they lack, and can be written back', async () => {
    const { body } = await service.admin.post('/services', {
      ...CUT,
      questions: [
        SIZE,
        { ...ALLERGIES, labels: { DE: ' Allergien? ', 'pt-br': 'Alergias?' }, required: true },
      ],
    });
    expect(body.data).toMatchObject({
      questions: [
        { ...UNSET, ...SIZE },
        { ...UNSET, ...ALLERGIES, required: true, labels: { de: 'Allergien?', 'pt-BR': 'Alergias?' } },
      ],
    });
    expect(await read(body.data.id as number)).toEqual(body.data);
    const answer = await service.admin.put(`/services/${body.data.id}`, body.data);
    expect(answer.body).toMatchObject({ data: body.data });
    expect(answer.body.meta).toBeUndefined();
  });

  it('are read without a key', async () => {
    const ana = await aProvider(service.admin);
    const id = await aService(service.admin, { questions: [ALLERGIES] });
    const { body } = await service.anonymous.get(`/providers/${ana}/services`);
    const shown = (body.data as { id: number }[]).find((each) => each.id === id);
    expect(shown).toMatchObject({ questions: [{ ...UNSET, ...ALLERGIES }] });
  });

  it('stay where PUT and PATCH leave them out, and end with an empty list', async () => {
    const id = await aService(service.admin, { questions: [ALLERGIES] });
    await service.admin.put(`/services/${id}`, CUT);
    await service.admin.patch(`/services/${id}`, { name: 'Trim' });
    expect(await read(id)).toMatchObject({ name: 'Trim', questions: [{ ...UNSET, ...ALLERGIES }] });
    await service.admin.patch(`/services/${id}`, { questions: [] });
    expect(await read(id)).toMatchObject({ questions: [] });
  });

  it.each([
    [
      'a key that metadata could not have',
      { key: 'a b' },
      'key',
      'must be 1 to 40 characters A-Z a-z 0-9 _ . -',
    ],
    ['a reserved key', { key: 'constructor' }, 'key', 'must be another word: this one is reserved'],
    ['a blank label', { label: ' ' }, 'label', 'must not be blank'],
    ['an unknown type', { type: 'phone' }, 'type', 'must be one of text, number, boolean, choice, date'],
    ['choices of another type', { choices: ['S'] }, 'choices', 'goes only with the type choice'],
    ['a choice without choices', { type: 'choice' }, 'choices', 'must not be empty'],
    [
      'a tag that is no language',
      { labels: { 'de_DE!': 'Allergien?' } },
      'labels',
      'must have language tags (BCP 47) as keys, such as de or pt-BR',
    ],
    [
      'one language twice',
      { labels: { 'de-at': 'Allergien?', 'de-AT': 'Allergie?' } },
      'labels',
      'must have each language once',
    ],
    ['a blank label of a language', { labels: { de: ' ' } }, 'labels', '"de" must not be blank'],
    ['labels that are a list', { labels: ['Allergien?'] }, 'labels', 'must be an object'],
  ])('are refused with %s', async (_case, members, member, message) => {
    expect(await refusal([SIZE, { ...ALLERGIES, ...members }])).toEqual({
      [`questions[1].${member}`]: message,
    });
  });

  it('are refused with a key that an earlier one has', async () => {
    expect(await refusal([ALLERGIES, SIZE, { ...SIZE, key: 'allergies' }])).toEqual({
      'questions[2].key': 'is listed twice',
    });
  });

  it('are 30 at most, of 50 choices and labels of 500 characters', async () => {
    const of = (count: number, members: object) =>
      Array.from({ length: count }, (_, i) => ({ ...ALLERGIES, key: `q${i}`, ...members }));
    const choices = Array.from({ length: 50 }, (_, i) => `Size ${i}`);
    const labels = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`de-x-${i}`, 'Frage']));
    const most = of(30, { type: 'choice', choices, label: 'x'.repeat(500) });
    expect((await service.admin.post('/services', { ...CUT, questions: most })).status).toBe(201);
    expect(await refusal(of(31, {}))).toEqual({ questions: 'must have at most 30 entries' });
    expect(await refusal(of(1, { type: 'choice', choices: [...choices, 'one more'] }))).toEqual({
      'questions[0].choices': 'must have at most 50 entries',
    });
    expect(await refusal(of(1, { label: 'x'.repeat(501) }))).toEqual({
      'questions[0].label': 'must be at most 500 characters long',
    });
    expect(await refusal(of(1, { labels }))).toEqual({
      'questions[0].labels': 'must have at most 50 members',
    });
  });
});
