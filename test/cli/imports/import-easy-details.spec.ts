import { providerSettings, weekdays } from '../../support/easy-appointments';
import { EasyImports, ZONE } from './easy-imports';
import { counts } from './import-files';

/** The command takes the time of the machine. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;
const HASH = 'a1B2c3D4e5F6';

describe('import easy-appointments', () => {
  let imports: EasyImports;
  let source = 0;

  beforeAll(async () => {
    imports = await EasyImports.start();
    imports.service.clock.set(new Date().toISOString());
  });

  beforeEach(() => {
    imports.easy.clear();
    source++;
    for (const name of Object.keys(imports.easy.settings))
      if (/^(appointment_status|label_)/.test(name)) imports.easy.settings[name] = null;
    imports.easy.add('services', 1, { name: 'Cut', duration: 30 });
    const person = { firstName: 'Ana', email: `ana${source}@example.com`, timezone: ZONE, services: [1] };
    imports.easy.add('providers', 2, { ...person, settings: providerSettings(weekdays('09:00', '17:00')) });
    imports.easy.add('customers', 3, { firstName: 'Lea', email: `lea${source}@example.com` });
  });

  afterAll(() => imports.stop());

  const run = (...args: string[]) => imports.run('--source', `easy-${source}`, ...args);
  const found = async (resource: string, theirs: number) => {
    const [row] = await imports.get(`/${resource}?metadata[importedFrom]=easy-${source}:${theirs}`);
    return row;
  };
  const addAppointment = (id: number, members: object = {}) => {
    const references = { customerId: 3, providerId: 2, serviceId: 1 };
    const time = { start: `${NEXT_YEAR}-03-02 10:00:00`, end: `${NEXT_YEAR}-03-02 10:30:00` };
    imports.easy.add('appointments', id, {
      ...references,
      ...time,
      hash: `${HASH}${source}-${id}`,
      ...members,
    });
  };

  it('asks for the statuses of the system before it reads a row', async () => {
    imports.easy.settings['appointment_status_options'] = '["Booked","Storniert","No show, late"," "]';
    const asked = await run();
    expect(asked).toMatchObject({ code: 1, counts: undefined });
    expect(asked.stderr).toContain(
      `The system has statuses of its own: say what each of them means here, with --statuses '{"Storniert":"…","No show, late":"…"}'`,
    );
    expect(imports.easy.requests.filter((each) => !each.includes('/settings/'))).toEqual([]);
    const said = await run('--statuses', '{"storniert": "cancelled", "No show, late": "no-show"}');
    expect(said).toMatchObject({ code: 0, counts: counts(3, 0, 0) });
  });

  it.each([['not JSON'], ['{}'], ['[1, null]'], [null]])(
    'takes no statuses of a setting that has none: %j',
    async (value) => {
      imports.easy.settings['appointment_status_options'] = value;
      expect(await run()).toMatchObject({ code: 0 });
    },
  );

  it('keeps in the metadata what has no member here', async () => {
    imports.easy.settings['label_custom_field_2'] = 'Membership';
    const notes = 'é'.repeat(1_200);
    imports.easy.clear();
    imports.easy.add('services', 1, { name: 'Cut', color: '#111111' });
    imports.easy.add('providers', 2, {
      ...{ firstName: 'Ana', email: `ana${source}@example.com`, timezone: ZONE, services: [1] },
      ...{
        phone: '+49 30 1',
        mobile: '+49 170 1',
        address: 'Park Lane 7',
        zip: '10115',
        city: 'Berlin',
        notes,
      },
      settings: providerSettings(null),
    });
    imports.easy.add('providers', 4, {
      ...{ firstName: 'Ben', email: `ben${source}@example.com`, timezone: ZONE, services: [1] },
      ...{ phone: 'ask Ana', mobile: '+49 170 2', settings: providerSettings(null) },
      notes: `${'a'.repeat(9_000)}b`,
    });
    imports.easy.add('customers', 3, { firstName: 'Lea', customField1: 'x', customField2: 'Club 7' });
    addAppointment(5, { status: 'Rescheduled', color: '#FF0000' });
    addAppointment(6, { status: 'Cancelled' });
    addAppointment(7, { status: 'Storniert' });
    addAppointment(8, {
      status: null,
      start: `${NEXT_YEAR}-03-03 10:00:00`,
      end: `${NEXT_YEAR}-03-03 11:00:00`,
    });
    expect(await run('--statuses', 'Storniert=cancelled')).toMatchObject({ code: 0 });
    const [ana, ben] = [await found('providers', 2), await found('providers', 4)];
    expect(ana).toMatchObject({
      phone: '+49 30 1',
      metadata: {
        ...{ mobile: '+49 170 1', address: 'Park Lane 7, 10115 Berlin', notes: 'é'.repeat(500) },
        ...{ 'notes.2': 'é'.repeat(500), 'notes.3': 'é'.repeat(200) },
      },
    });
    expect(ben).toMatchObject({
      phone: '+49 170 2',
      metadata: { phone: 'ask Ana', 'notes.7': 'a'.repeat(500), 'notes.8': `${'a'.repeat(499)}…` },
    });
    expect(ben?.['metadata']).not.toHaveProperty(['notes.9']);
    expect((await found('services', 1))?.['metadata']).toMatchObject({ color: '#111111' });
    expect((await found('customers', 3))?.['metadata']).toMatchObject({
      ...{ customField1: 'x', customField2: 'Club 7', customField2Label: 'Membership' },
    });
    const statuses = await Promise.all(
      [5, 6, 7, 8].map(async (id) => {
        const { status, metadata } = (await found('appointments', id)) as {
          status: string;
          metadata: Record<string, string>;
        };
        return `${status} ${metadata['status'] ?? '-'} ${metadata['color'] ?? '-'}`;
      }),
    );
    expect(statuses).toEqual([
      'confirmed Rescheduled #FF0000',
      'cancelled - #7cbae8',
      'cancelled Storniert #7cbae8',
      'confirmed - #7cbae8',
    ]);
  });

  it('names each customer who is merged with another one, in every run', async () => {
    imports.easy.add('customers', 4, {
      firstName: 'Lea',
      lastName: 'Two',
      email: `LEA${source}@example.com`,
    });
    addAppointment(5, { customerId: 4 });
    const said =
      'customer 4: the same person as customer 3, by the e-mail address. What else it says is not taken.';
    expect(await run()).toMatchObject({
      code: 0,
      counts: counts(4, 1, 0),
      stderr: expect.stringContaining(said),
    });
    expect(await run()).toMatchObject({
      code: 0,
      counts: counts(0, 5, 0),
      stderr: expect.stringContaining(said),
    });
    expect((await found('appointments', 5))?.['customerId']).toBe((await found('customers', 3))?.['id']);
  });

  it('takes the participants of a group whose ends differ', async () => {
    imports.easy.add('services', 9, { name: 'Yoga', duration: 60, attendantsNumber: 3 });
    const ends = ['11:00:00', '11:30:00', '10:45:00'];
    for (const [i, end] of ends.entries())
      addAppointment(10 + i, { serviceId: 9, end: `${NEXT_YEAR}-03-02 ${end}` });
    expect(await run()).toMatchObject({ code: 0, counts: counts(7, 0, 0) });
    const instant = (await found('appointments', 10))?.['end'];
    expect(await found('appointments', 11)).toMatchObject({
      end: instant,
      metadata: { importedEnd: expect.any(String) },
    });
  });

  it('keeps appointments that are over and overlap with --past-overlaps keep', async () => {
    for (const [id, start] of [
      [5, '10:00'],
      [6, '10:15'],
    ] as const)
      addAppointment(id, { start: `2020-03-02 ${start}:00`, end: '2020-03-02 11:00:00' });
    expect(await run('--past-overlaps', 'keep')).toMatchObject({ code: 0, counts: counts(5, 0, 0) });
  });

  it('refuses by name what comes without an id, and what comes twice', async () => {
    imports.easy.add('customers', null as never, { firstName: 'Odd' });
    imports.easy.add('customers', 3, { firstName: 'Other' });
    imports.easy.add('customers', 4, { firstName: 'Kim' });
    const result = await run();
    expect(result).toMatchObject({ code: 3, counts: counts(4, 0, 2) });
    expect(result.refused).toMatchObject({
      'customer 3': 'is there twice: customer 3 has its id, and says something else',
    });
    expect(await imports.files.read('rejected.csv')).toMatch(/^customers,,".*""Odd"".*",,has no id\r$/m);
  });

  it('refuses a provider with the address of another one there, also when it runs again', async () => {
    imports.easy.add('providers', 4, {
      firstName: 'Ben',
      email: `ANA${source}@example.com`,
      settings: providerSettings(null),
    });
    for (const taken of [counts(3, 0, 1), counts(0, 3, 1)])
      expect(await run()).toMatchObject({
        ...{ code: 3, counts: taken },
        refused: { 'provider 4': expect.stringContaining('email') },
      });
  });

  describe('keeps the links of customers, so that each', () => {
    const follow = async (secret: string) => {
      const answer = await fetch(`${imports.service.url}/m/ea/${secret}`, { redirect: 'manual' });
      return {
        status: answer.status,
        location: answer.headers.get('location'),
        html: await answer.text(),
        headers: answer.headers,
      };
    };
    const pageOf = async (location: string | null) => {
      const answer = await fetch(new URL(location ?? '', `${imports.service.url}/m/ea/x`));
      return { status: answer.status, html: await answer.text() };
    };
    const secretOf = (id: number) => `${HASH}${source}-${id}`;

    it('leads to the page of its appointment', async () => {
      addAppointment(5);
      await run();
      const { status, location, headers } = await follow(secretOf(5));
      expect([status, headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
        303,
        'no-referrer',
        'no-store',
      ]);
      const page = await pageOf(location);
      expect([page.status, page.html.includes('Cut')]).toEqual([200, true]);
      const url = (await found('appointments', 5))?.['manageUrl'] as string;
      expect(url.endsWith(location?.replace('../', '/') ?? '?')).toBe(true);
      expect(JSON.stringify(await imports.service.query('select * from old_links'))).not.toContain(HASH);
    });

    it('works with the punctuation that a mail program has taken for a part of it', async () => {
      addAppointment(5);
      await run();
      const { location } = await follow(secretOf(5));
      for (const behind of ['.', ')', ',', ').', '%3E', '%E2%80%9D'])
        expect(await follow(secretOf(5) + behind)).toMatchObject({ status: 303, location });
      for (const behind of ['x', '-', '.x']) expect((await follow(secretOf(5) + behind)).status).toBe(404);
    });

    it('answers as an unknown one when it is over, erased, given to another, rotated or deleted', async () => {
      const { admin } = imports.service;
      const at = (day: number) => ({
        start: `${NEXT_YEAR}-03-0${day} 10:00:00`,
        end: `${NEXT_YEAR}-03-0${day} 10:30:00`,
      });
      imports.easy.add('customers', 30, { firstName: 'Gone', email: `gone${source}@example.com` });
      for (const id of [5, 6, 7, 8, 9]) addAppointment(id, { ...at(id), customerId: id === 9 ? 30 : 3 });
      addAppointment(10, { start: '2020-03-02 10:00:00', end: '2020-03-02 11:00:00' });
      await run();
      const pathOf = async (theirs: number) =>
        `/appointments/${String((await found('appointments', theirs))?.['id'])}`;
      const gone = String((await found('customers', 30))?.['id']);
      const other = (await admin.post('/customers', { firstName: 'Other' })).body.data as { id: number };
      const acts = [
        await admin.delete(await pathOf(5)),
        await admin.post(`${await pathOf(6)}/rotate-link`),
        await admin.patch(await pathOf(7), { customerId: other.id }),
        await admin.patch(await pathOf(9), { status: 'cancelled' }),
        await admin.post(`/customers/${gone}/erase`),
      ];
      expect(acts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const unknown = await follow('neverKnownHere');
      expect([unknown.status, unknown.location]).toEqual([404, null]);
      for (const id of [5, 6, 7, 9, 10]) {
        const { status, html } = await follow(secretOf(id));
        expect([id, status, html === unknown.html]).toEqual([id, 404, true]);
      }
      expect((await follow(secretOf(8))).status).toBe(303);
    });

    it('leads nowhere when two appointments have it, or when it is short enough to be guessed', async () => {
      addAppointment(5, { hash: `${HASH}twice` });
      addAppointment(6, {
        hash: `${HASH}twice`,
        start: `${NEXT_YEAR}-03-04 10:00:00`,
        end: `${NEXT_YEAR}-03-04 10:30:00`,
      });
      addAppointment(7, {
        hash: 'short',
        start: `${NEXT_YEAR}-03-05 10:00:00`,
        end: `${NEXT_YEAR}-03-05 10:30:00`,
      });
      await run();
      for (const secret of [`${HASH}twice`, 'short']) expect((await follow(secret)).status).toBe(404);
    });

    it('comes with no second run once its appointment is given to another customer, or its link is made anew', async () => {
      const { admin } = imports.service;
      const other = (await admin.post('/customers', { firstName: 'Other' })).body.data as { id: number };
      addAppointment(5);
      addAppointment(6, {
        start: `${NEXT_YEAR}-03-04 10:00:00`,
        end: `${NEXT_YEAR}-03-04 10:30:00`,
      });
      await run();
      await imports.service.query('delete from old_links');
      const [given, rotated] = [await found('appointments', 5), await found('appointments', 6)];
      await admin.patch(`/appointments/${String(given?.['id'])}`, { customerId: other.id });
      await admin.post(`/appointments/${String(rotated?.['id'])}/rotate-link`);
      await run();
      for (const id of [5, 6]) expect((await follow(secretOf(id))).status).toBe(404);
    });

    it('comes with a second run where the first one was before this version', async () => {
      addAppointment(5);
      await run();
      await imports.service.query('delete from old_links');
      expect((await follow(secretOf(5))).status).toBe(404);
      await run();
      expect((await follow(secretOf(5))).status).toBe(303);
    });
  });
});
