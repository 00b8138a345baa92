import type { OpenAPIObject } from '@nestjs/swagger';
import {
  operationsOf,
  type PlacedOperation,
  requestSchemaOf,
  resolve,
  type SchemaOrReference,
} from '../../src/platform/openapi/operations';
import { builtDocument } from '../support/openapi/built-document';
import { aBooking, aProvider, aService } from '../support/builders';
import { sendHttp } from '../support/send-http';
import { startTestService, type TestService } from '../support/test-service';
import { MATRIX } from './access/roles-matrix';

const UNUSED_ID = '2147483647';
const LONE_SURROGATE = 'x\ud800';
/** Bytes that are no text in UTF-8: of Latin-1, an overlong slash, a surrogate, what lies beyond Unicode, a cut character. */
const NOT_UTF8 = ['e9', 'c0af', 'eda080', 'f4908080', 'e282'];
/** As they stand in a URL. The last one begins with a byte that needs a second one, and `+` is a space. */
const ESCAPES = [...NOT_UTF8.map((hex) => hex.replaceAll(/../g, '%$&')), '%C3+%A9', 'x%c3%28'];
/** Of these operations the body is no JSON, or nothing in it is read. */
const WITHOUT_JSON = MATRIX.filter(([method]) => method === 'GET' || method === 'DELETE');
const WITH_JSON = MATRIX.filter((row) => !WITHOUT_JSON.includes(row));

/** What is no text in Unicode is refused: once decoded, all of it would be U+FFFD, and what was sent would be lost. */
describe('Text that is not Unicode', () => {
  let service: TestService;
  let document: OpenAPIObject;

  beforeAll(async () => {
    service = await startTestService();
    document = builtDocument(service.app);
  });

  afterAll(() => service.stop());

  it('in the bytes of a JSON body is a 400 at every operation that reads one', async () => {
    const found: [operation: string, statuses: string][] = [];
    for (const [method, path] of WITH_JSON) {
      const placed = find(method, path);
      if (placed === undefined || requestSchemaOf(placed.operation, document) === undefined) continue;
      const statuses = [];
      for (const hex of NOT_UTF8) {
        const raw = new Blob([
          Buffer.concat([Buffer.from('{"name":"x'), Buffer.from(hex, 'hex'), Buffer.from('"}')]),
        ]);
        const headers = { 'content-type': 'application/json' };
        statuses.push((await service.admin.send(method, filled(path), { raw, headers })).status);
      }
      found.push([`${method} ${path}`, statuses.join(' ')]);
    }
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter(([, statuses]) => statuses !== NOT_UTF8.map(() => 400).join(' '))).toEqual([]);
  });

  it('in the escapes of a query is a 400 at every parameter of every operation', async () => {
    const found: [request: string, status: number][] = [];
    for (const [method, path] of WITHOUT_JSON)
      for (const name of parametersOf(find(method, path)))
        for (const escape of ESCAPES) {
          const url = `${filled(path)}?${name}=${escape}`;
          found.push([`${method} ${url}`, (await service.admin.send(method, url)).status]);
        }
    expect(found.length).toBeGreaterThan(500);
    expect(found.filter(([, status]) => status !== 400)).toEqual([]);
  });

  it('in the escapes of a path is a 404, as every id that names nothing', async () => {
    for (const escape of ['%E9', '%C0%AF', '%ED%A0%80'])
      expect((await service.admin.get(`/services/${escape}`)).status).toBe(404);
  });

  it('as an escaped lone surrogate is a 422 that names the member, at every member that takes text', async () => {
    const missed = [];
    let members = 0;
    for (const [method, path] of WITH_JSON) {
      const placed = find(method, path);
      for (const [name, value] of placed === undefined ? [] : spoiledOf(placed)) {
        // Answers are judged with the questions of the service that is booked, see below.
        if (name === 'answers') continue;
        members++;
        const { status, body } = await service.admin.send(method, filled(path), { body: { [name]: value } });
        const details = Object.keys((body?.error?.details ?? {}) as object);
        const isNamed = details.some(
          (each) => each === name || each.startsWith(`${name}.`) || each.startsWith(`${name}[`),
        );
        if (status !== 422 || !isNamed) missed.push([`${method} ${path} ${name}`, value, status, details]);
      }
    }
    expect(members).toBeGreaterThan(200);
    expect(missed).toEqual([]);
  });

  it('as an escaped lone surrogate is a 422 that names the answer to a question, also by link', async () => {
    const { admin, anonymous } = service;
    const questions = [{ key: 'note', label: 'Note?', type: 'text' }];
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin, { questions })];
    const answers = { note: LONE_SURROGATE };
    const booked = await admin.post('/appointments', aBooking(providerId, serviceId));
    const token = String(booked.body.data.manageUrl).split('/').at(-1) ?? '';
    for (const { status, body } of [
      await admin.post('/appointments', aBooking(providerId, serviceId, { answers, start: '11:00' })),
      await admin.patch(`/appointments/${booked.body.data.id}`, { answers }),
      await anonymous.patch(`/manage/${token}`, { answers }),
    ])
      expect([status, body.error.details]).toEqual([422, { 'answers.note': 'must be valid Unicode' }]);
  });

  it('in a form of the page of a customer is a 400, and the form changes nothing', async () => {
    const { admin } = service;
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin)];
    const { body } = await admin.post('/appointments', aBooking(providerId, serviceId));
    const path = new URL(String(body.data.manageUrl)).pathname;
    const submit = (form: Buffer) =>
      sendHttp(`${service.url}${path}/cancel`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new Blob([new Uint8Array(form)]),
      });
    const raw = NOT_UTF8.map((hex) => Buffer.concat([Buffer.from('reason=x'), Buffer.from(hex, 'hex')]));
    const escaped = [...ESCAPES, '100%', '%zz'].map((text) => Buffer.from(`reason=${text}`));
    for (const form of [...escaped, ...raw]) expect((await submit(form)).status).toBe(400);
    expect((await admin.get(`/appointments/${body.data.id}`)).body.data.status).toBe('confirmed');
    expect((await submit(Buffer.from('reason=M%C3%BCde%20(100%25)'))).status).toBe(303);
    const { cancelReason } = (await admin.get(`/appointments/${body.data.id}`)).body.data;
    expect(cancelReason).toBe('Müde (100%)');
  });

  function find(method: string, path: string): PlacedOperation | undefined {
    return operationsOf(document).find((placed) => placed.method === method && placed.path === path);
  }

  /** The members of a body, each with values that have such a text somewhere. */
  function spoiledOf({ operation }: PlacedOperation): [name: string, value: unknown][] {
    const { properties = {} } = requestSchemaOf(operation, document) ?? {};
    return Object.entries(properties).flatMap(([name, schema]) =>
      spoiled(schema).map((value): [string, unknown] => [name, value]),
    );
  }

  function spoiled(schema: SchemaOrReference): unknown[] {
    const { type, items, properties, additionalProperties } = resolve(
      schema,
      document.components?.schemas ?? {},
    );
    if (type === 'string') return [LONE_SURROGATE];
    if (type === 'array') return items === undefined ? [] : spoiled(items).map((value) => [value]);
    const inner = Object.entries(properties ?? {}).flatMap(([name, each]) =>
      spoiled(each).map((value) => ({ [name]: value })),
    );
    if (typeof additionalProperties !== 'object') return inner;
    return [...inner, { key: LONE_SURROGATE }, { [LONE_SURROGATE]: 'x' }];
  }
});

function parametersOf(placed: PlacedOperation | undefined): string[] {
  return (placed?.operation.parameters ?? []).flatMap((parameter) =>
    'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
  );
}

function filled(path: string): string {
  return path.replace('{slug}', 'no-such-slug').replaceAll(/\{\w+\}/g, UNUSED_ID);
}
