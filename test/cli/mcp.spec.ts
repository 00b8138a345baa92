import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { anAppointment, aProvider, aService } from '../support/builders';
import { callTool } from '../support/mcp';
import { startTestService, type TestService } from '../support/test-service';
import { build, runCli } from './run-cli';

const CLI = join(__dirname, '../../bin/cli.mjs');

describe('npm run cli -- mcp', () => {
  let service: TestService;

  beforeAll(async () => {
    await build();
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it.each([
    ['before 2026-07-28', 'legacy'],
    ['2026-07-28', { pin: '2026-07-28' }],
  ] as const)(
    'connects a client of %s that starts it, with the key of the environment',
    async (_era, mode) => {
      const providerId = await aProvider(service.admin);
      const { id } = await anAppointment(service.admin, providerId, await aService(service.admin));
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: ['--', CLI, 'mcp', '--url', service.url],
        cwd: tmpdir(),
        env: { PATH: process.env['PATH'] ?? '', API_KEY: service.admin.key ?? '' },
        stderr: 'pipe',
      });
      let stderr = '';
      transport.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
      await client.connect(transport);
      try {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toContain('cancel_appointment');
        const { content } = await callTool(client, 'cancel_appointment', { appointmentId: id });
        expect(content.data.status).toBe('cancelled');
        const refused = await callTool(client, 'get_appointment', { appointmentId: 4_000 });
        expect(refused.content.error.code).toBe('NOT_FOUND');
      } finally {
        await client.close();
      }
      expect(stderr).toBe('');
      const { body } = await service.admin.get(`/audit?resource=appointments&resourceId=${id}`);
      expect(body.data.map(({ via }: { via: string }) => via)).toContain('mcp');
    },
  );

  it('answers lines that are no messages, and those behind them', async () => {
    const bridge = spawn(process.execPath, ['--', CLI, 'mcp', '--url', service.url], {
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', API_KEY: service.admin.key ?? '' },
    });
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    const foreign = list.replace('list', 'l\xefst');
    const lines = [foreign, 'x', '', list.replace('"jsonrpc":"2.0",', ''), list, ''];
    bridge.stdin.end(Buffer.from(lines.join('\n'), 'latin1'));
    const [answers] = await Promise.all([text(bridge.stdout), once(bridge, 'exit')]);
    const read = answers
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; error?: { code: number } });
    expect(read.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32_700],
      [null, -32_700],
      [null, -32_600],
      [1, undefined],
    ]);
  });

  it.each([
    ['says that it needs a key', {}, /^error: Set API_KEY to an API key/],
    [
      'says that the service refuses the key',
      { API_KEY: 'xsk_1_2' },
      /^error: The service at http:\S+ refuses the key in API_KEY\n$/,
    ],
  ])('%s, on stderr alone', async (_what, environment, message) => {
    const ended = await runCli(environment, 'mcp', '--url', service.url);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });

  it('says that no service answers, and how to name another', async () => {
    const ended = await runCli({ API_KEY: 'xsk_1_2' }, 'mcp', '--url', 'http://127.0.0.1:9');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toBe(
      'error: No service answers at http://127.0.0.1:9. Start it, or give its address with --url\n',
    );
  });

  it('refuses an address that is none', async () => {
    const ended = await runCli({ API_KEY: 'xsk_1_2' }, 'mcp', '--url', 'localhost');
    expect(ended.stderr).toBe('error: --url must be an address that begins with http:// or https://\n');
  });
});
