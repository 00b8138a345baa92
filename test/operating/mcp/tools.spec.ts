import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { TOOLS } from '../../../src/operating/mcp/tools/tools';
import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import type { Restrictions } from '../../../src/platform/restrictions';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { connectMcp, type McpClient } from '../../support/mcp';
import { startTestService, type TestService } from '../../support/test-service';

const ADMINISTRATOR = 1;

describe('the tools of the MCP server', () => {
  let service: TestService;
  let mcp: McpClient;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    mcp = await connectMcp(service, service.admin.key ?? '');
  });

  beforeEach(async () => {
    serviceId = await aService(service.admin);
    providerId = await aProvider(service.admin);
  });

  afterAll(async () => {
    await mcp.client.close();
    await service.stop();
  });

  const keyWith = async (restrictions: Restrictions) =>
    (
      await service.app
        .get(ApiKeysService)
        .create(COMMAND_LINE, { userId: ADMINISTRATOR, name: 'Agent', restrictions })
    ).key;

  it('are at most fifteen, each with a title, a description, schemas and annotations', async () => {
    const { tools } = await mcp.client.listTools();
    expect(tools.length).toBeLessThanOrEqual(15);
    for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title).toMatch(/\w/);
      expect(description).toMatch(/^(\S+ ){5,}/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema?.['properties']).toMatchObject({
        data: expect.anything(),
        error: expect.anything(),
      });
      expect(annotations).toEqual({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: true,
        openWorldHint: expect.any(Boolean),
      });
    }
  });

  it('are listed by the reference with their operations, arguments and annotations', async () => {
    const { tools } = await mcp.client.listTools();
    const rows = readFileSync('docs/reference/mcp.md', 'utf8').matchAll(
      /^\| `(\w+)` +\| (\w+) `(\S+)` +\| (.*?) +\| (read-only|destructive)? +\|$/gm,
    );
    const listed = [...rows].map(([, name, method, path, names = '', mark]) => ({
      name,
      operation: `${method} ${path}`,
      names: names.replaceAll('`', '').split(', '),
      mark,
    }));
    expect(listed).toEqual(
      tools.map(({ name, inputSchema, annotations }) => {
        const { method, path } = TOOLS.find((tool) => tool.name === name) ?? {};
        return {
          name,
          operation: `${method} ${path}`,
          names: Object.keys(inputSchema.properties ?? {}),
          mark: annotations?.readOnlyHint
            ? 'read-only'
            : annotations?.destructiveHint
              ? 'destructive'
              : undefined,
        };
      }),
    );
  });

  it('that replace or cancel what is booked are annotated as destructive, and those that only read as read-only', async () => {
    const { tools } = await mcp.client.listTools();
    const withHint = (hint: 'destructiveHint' | 'readOnlyHint') =>
      tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name);
    expect(withHint('destructiveHint')).toEqual(['move_appointment', 'cancel_appointment']);
    expect(tools.map(({ name }) => name).filter((name) => !withHint('readOnlyHint').includes(name))).toEqual([
      'hold_time',
      'book_appointment',
      'move_appointment',
      'cancel_appointment',
      'create_customer',
      'join_waitlist',
    ]);
  });

  it('find a time, hold it, book it, move it, list it and cancel it', async () => {
    const { content: found } = await mcp.call('find_times', { serviceId, providerId, date: MONDAY });
    const [first, second] = found.data;
    const { content: held } = await mcp.call('hold_time', {
      serviceId,
      providerId,
      start: first.start,
      idempotencyKey: 'hold-1',
    });
    const { content: booked } = await mcp.call('book_appointment', {
      holdId: held.data.id,
      name: 'Mia Keller',
      email: 'mia@example.com',
      idempotencyKey: 'book-1',
    });
    expect(booked.data).toMatchObject({
      start: first.start,
      status: 'confirmed',
      customerName: 'Mia Keller',
    });
    const appointmentId = booked.data.id;
    const { content: moved } = await mcp.call('move_appointment', { appointmentId, start: second.start });
    expect(moved.data.start).toBe(second.start);
    const { content: day } = await mcp.call('list_appointments', { providerId, from: MONDAY, to: MONDAY });
    expect(day.data).toEqual([expect.objectContaining({ id: appointmentId, start: second.start })]);
    await mcp.call('cancel_appointment', { appointmentId, cancelledBy: 'customer', cancelReason: 'Ill' });
    const { content: seen } = await mcp.call('get_appointment', { appointmentId });
    expect(seen.data).toMatchObject({ status: 'cancelled', cancelledBy: 'customer', cancelReason: 'Ill' });
  });

  it('list what can be booked, find and add customers, check a time and join the waitlist', async () => {
    const listed = await mcp.call('list_services', { providerId });
    expect(listed.content.data).toContainEqual(expect.objectContaining({ id: serviceId }));
    expect((await mcp.call('list_providers', { serviceId })).content.data.length).toBeGreaterThan(0);
    expect((await mcp.call('list_locations')).content.data).toEqual([]);
    const added = await mcp.call('create_customer', { name: 'Zoe Zander', idempotencyKey: 'zoe' });
    const found = await mcp.call('find_customers', { q: 'zander' });
    expect(found.content.data).toEqual([added.content.data]);
    const next = await mcp.call('find_next_time', { serviceId, providerId });
    const { start } = next.content.data;
    expect((await mcp.call('check_time', { serviceId, providerId, start })).content.data.available).toBe(
      true,
    );
    const waits = await mcp.call('join_waitlist', {
      customerId: added.content.data.id,
      serviceId,
      providerId,
      from: MONDAY,
      to: MONDAY,
      idempotencyKey: 'wait',
    });
    expect(waits.content.data.customerId).toBe(added.content.data.id);
  });

  it('refuse a taken time with the reason and alternatives that can be booked', async () => {
    const { start } = await anAppointment(service.admin, providerId, serviceId);
    const booking = { serviceId, providerId, name: 'Ben', email: 'ben@example.com' };
    const refused = await mcp.call('book_appointment', { ...booking, start, idempotencyKey: 'taken' });
    expect(refused.isError).toBe(true);
    expect(refused.content.error).toMatchObject({ code: 'UNPROCESSABLE_ENTITY', reason: 'slot_taken' });
    expect(JSON.parse(refused.text)).toEqual({ error: refused.content.error });
    const [{ start: other }] = refused.content.error.alternatives;
    const booked = await mcp.call('book_appointment', { ...booking, start: other, idempotencyKey: 'other' });
    expect(booked.content.data.start).toBe(other);
  });

  it('book once when a call is repeated with its idempotencyKey', async () => {
    const booking = { serviceId, providerId, name: 'Ida', email: 'ida@example.com', date: MONDAY };
    const call = { ...booking, start: '11:00', idempotencyKey: 'same' };
    const [one, two] = [await mcp.call('book_appointment', call), await mcp.call('book_appointment', call)];
    expect(two.content).toEqual(one.content);
    const { content } = await mcp.call('list_appointments', { providerId });
    expect(content.data).toHaveLength(1);
  });

  it('that add something refuse a call without an idempotencyKey, and write nothing', async () => {
    const booking = { serviceId, providerId, name: 'Ida', email: 'ida@example.com', date: MONDAY };
    const refused = await mcp.call('book_appointment', { ...booking, start: '11:00' });
    expect(refused.content.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { idempotencyKey: ['is required'] },
    });
    expect((await mcp.call('list_appointments', { providerId })).content.data).toEqual([]);
  });

  it('take no text for a number, and nothing else for a boolean, wherever the argument goes', async () => {
    const { id: appointmentId } = await anAppointment(service.admin, providerId, serviceId);
    const good: Record<string, unknown> = { appointmentId, serviceId, from: MONDAY, to: MONDAY };
    const taken = [];
    for (const { name: tool, inputSchema } of (await mcp.client.listTools()).tools) {
      const { properties = {}, required = [] } = inputSchema;
      for (const [argument, schema] of Object.entries(properties)) {
        const types = [(schema as { type?: string | string[] }).type].flat();
        const wrong = [
          ...(types.includes('integer') ? ['5'] : []),
          ...(types.includes('boolean') ? ['true', 1] : []),
        ];
        for (const value of wrong) {
          const args = Object.fromEntries(required.map((name) => [name, good[name] ?? randomUUID()]));
          const { content } = await mcp.call(tool, { ...args, [argument]: value });
          if (content.error?.details?.[argument] === undefined) taken.push([tool, argument, value, content]);
        }
      }
    }
    expect(taken).toEqual([]);
  });

  it('refuse a text that is not Unicode', async () => {
    for (const [tool, args] of [
      ['find_customers', { q: 'x\ud800' }],
      ['create_customer', { name: 'x\ud800', idempotencyKey: 'surrogate' }],
    ] as const) {
      const { isError, content } = await mcp.call(tool, args);
      expect([isError, JSON.stringify(content.error)]).toEqual([
        true,
        expect.stringContaining('must be valid Unicode'),
      ]);
    }
  });

  it('refuse arguments that they do not have, although the operation has them', async () => {
    const refused = await mcp.call('check_time', {
      serviceId,
      providerId,
      start: `${MONDAY}T03:00:00Z`,
      ignoreSchedule: true,
    });
    expect(refused.isError).toBe(true);
    expect(refused.content.error.details).toEqual({ ignoreSchedule: ['is no argument of this tool'] });
  });

  it('refuse bad values as the operation does, and ids that are none', async () => {
    const refused = await mcp.call('find_times', { serviceId: 'all', providerId, date: 'soon' });
    expect(Object.keys(refused.content.error.details).sort()).toEqual(['date', 'serviceId']);
    const unknown = await mcp.call('get_appointment', { appointmentId: '../customers/1' });
    expect(unknown.content.error.code).toBe('NOT_FOUND');
  });

  it('write under the key, the user and the request of the caller, by way of mcp', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId);
    await mcp.call('cancel_appointment', { appointmentId: id });
    const { body } = await service.admin.get(`/audit?resource=appointments&resourceId=${id}&sort=id:desc`);
    expect(body.data.map(({ via }: { via: string }) => via).sort()).toEqual(['api', 'mcp']);
    const entry = body.data.find(({ via }: { via: string }) => via === 'mcp');
    expect(entry).toMatchObject({ userId: ADMINISTRATOR, action: 'update' });
    expect(entry.requestId).toMatch(/^[\w-]{36}$/);
  });

  it('show no link of a customer, which is a secret', async () => {
    const booked = await mcp.call('book_appointment', {
      ...{ serviceId, providerId, name: 'Eva', email: 'eva@example.com' },
      ...{ date: MONDAY, start: '09:00', idempotencyKey: 'eva' },
    });
    expect(booked.content.data.id).toEqual(expect.any(Number));
    expect(booked.text).not.toContain('manageUrl');
  });

  describe('of a restricted key', () => {
    const namesOf = async ({ client }: McpClient) => (await client.listTools()).tools.map(({ name }) => name);

    it('are those of its scopes, and a call of another one is refused', async () => {
      const reader = await connectMcp(
        service,
        await keyWith({ scopes: ['availability:read', 'services:read'] }),
      );
      expect(await namesOf(reader)).toEqual(['list_services', 'find_times', 'find_next_time', 'check_time']);
      await expect(reader.call('find_customers', { q: 'mia' })).rejects.toThrow('There is no such tool');
    });

    it('show only what belongs to its provider, and add no customer, when it is narrowed', async () => {
      const other = await aProvider(service.admin);
      const { id } = await anAppointment(service.admin, other, serviceId);
      const own = await anAppointment(service.admin, providerId, serviceId);
      const narrowed = await connectMcp(service, await keyWith({ providers: [providerId] }));
      expect(await namesOf(narrowed)).not.toContain('create_customer');
      const { content } = await narrowed.call('list_appointments');
      expect(content.data.map((each: { id: number }) => each.id)).toEqual([own.id]);
      const refused = await narrowed.call('cancel_appointment', { appointmentId: id });
      expect(refused.content.error.code).toBe('NOT_FOUND');
    });

    it('hide contacts when it does, with results that fit their schemas', async () => {
      await anAppointment(service.admin, providerId, serviceId, { phone: '+49 30 1234' });
      const hiding = await connectMcp(service, await keyWith({ hide: ['contacts', 'payments'] }));
      const { content } = await hiding.call('list_appointments', { providerId });
      expect(content.data[0]).toMatchObject({ attendeePhone: null, answers: null, price: null });
      const customers = await hiding.call('find_customers');
      expect(customers.content.data[0]).toMatchObject({ email: null, phone: null });
    });

    it('are refused from other addresses than its own, and in pages', async () => {
      await expect(connectMcp(service, await keyWith({ allowIp: ['10.0.0.0/8'] }))).rejects.toThrow(
        'does not work from this address',
      );
      const browser = await keyWith({ origins: ['https://shop.example.com'], scopes: ['appointments:book'] });
      await expect(connectMcp(service, browser)).rejects.toThrow('No page may call this operation');
    });
  });
});
