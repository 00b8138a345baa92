import { execFileSync } from 'node:child_process';
import fs, { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as forward, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { run } from '../cli/run-cli';
import { startTestService, type TestService } from '../support/test-service';

const SUITE = join(__dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/**
 * The scenarios of the conformance suite that fit a server whose only feature is tools of its own. Of the others, `tools-call-*`,
 * `json-schema-2020-12`, `elicitation-*`, `input-required-*` and parts of `server-stateless` call tools with the names of the suite's
 * example server; `resources-*`, `prompts-*`, `completion-complete`, `logging-set-level` and parts of `caching` test features that this
 * server does not declare; `server-sse-*` test streams, which a server that answers with JSON does not have.
 */
const SCENARIOS = [
  ['2025-11-25', 'server-initialize'],
  ['2025-11-25', 'ping'],
  ['2025-11-25', 'tools-list'],
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'dns-rebinding-protection'],
  ['2026-07-28', 'http-header-validation'],
] as const;

/** The suite needs Node 22: under an older one it runs with that of npm, as `npm run test:node` does. The service keeps its own. */
function nodeOfSuite(): string {
  if ('globSync' in fs) return process.execPath;
  const name = `node-${process.platform}-${process.arch}@24`;
  const args = ['exec', '--yes', `--package=${name}`, '-c', 'command -v node'];
  return execFileSync('npm', args, { encoding: 'utf8' }).trim();
}

describe('the conformance suite of the Model Context Protocol', () => {
  let service: TestService;
  let door: Server;
  let url: string;
  let folder: string;
  let node: string;

  beforeAll(async () => {
    node = nodeOfSuite();
    folder = mkdtempSync(join(tmpdir(), 'mcp-'));
    // Before the service: it must know the origin of the suite.
    door = createServer().listen(0, '127.0.0.1');
    await once(door, 'listening');
    const { port } = door.address() as AddressInfo;
    url = `http://localhost:${port}/mcp`;
    service = await startTestService({ environment: { CORS_ORIGINS: `http://localhost:${port}` } });
    door.on('request', addKey(service));
  });

  afterAll(async () => {
    door.closeAllConnections();
    door.close();
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(SCENARIOS)('passes as a server of %s in the scenario %s', async (version, scenario) => {
    const { code, stdout, stderr } = await run(
      node,
      [SUITE, 'server', '--url', url, '--spec-version', version, '--scenario', scenario],
      {},
      folder,
    );
    expect({ code, failed: /(\d+) failed/.exec(stdout + stderr)?.[1] }).toEqual({ code: 0, failed: '0' });
  });
});

/** The suite sends no key, so its requests pass through a listener that adds one and changes nothing else. */
function addKey({ url, admin }: TestService): RequestListener {
  return (request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${admin.key ?? ''}` };
    const sent = forward(`${url}${request.url ?? ''}`, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(sent);
  };
}
