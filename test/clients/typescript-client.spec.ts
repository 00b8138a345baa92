import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { exampleProgram, packedClient, PRINTED } from '../support/client-examples';
import { ScratchProject } from '../support/scratch-project';
import { startTestService, type TestService } from '../support/test-service';

const run = promisify(execFile);
const MOST_BYTES = 12 * 1_024;

/** What the client must not compile: a wrong path, parameter, member, filter or reason of a program's own. */
const MISTAKES = {
  path: "api.get('/servises')",
  method: "api.post('/appointments/{id}', { params: { path: { id: 1 } } })",
  'missing parameter': "api.get('/services/{id}')",
  'name of a parameter': "api.get('/services', { params: { query: { providerid: 1 } } })",
  'type of a parameter': "api.get('/services', { params: { query: { providerId: 'Ana' } } })",
  'missing body': "api.post('/services')",
  'missing member': "api.post('/services', { body: { name: 'Haircut' } })",
  'name of a member':
    "api.post('/services', { body: { name: 'Haircut', durationMin: 45, durationmin: 45 } })",
  answer: "(await api.get('/services')).data[0]?.titel",
  'name of a type': "((each: import('scheduling-service-client').Schemas['Termin']) => each)({})",
  'list without pages': "api.each('/sessions')",
};

/** The package as `npm pack` makes it, installed in a project of its own. */
describe('The TypeScript client', () => {
  let service: TestService;
  let project: ScratchProject;

  beforeAll(async () => {
    service = await startTestService({ environment: { WORKER: 'on' } });
    project = await ScratchProject.create();
  });

  afterAll(async () => {
    await service.stop();
    await project.remove();
  });

  describe('runs the examples of its README', () => {
    let faults: string;
    const secret = `whsec_${randomBytes(24).toString('base64')}`;

    beforeAll(async () => {
      const at = new Date();
      const body = '{"id":0,"type":"webhook.test","sequence":0}';
      const headers = {
        'webhook-id': 'msg_0',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign('msg_0', at, body),
      };
      const delivery = JSON.stringify({ method: 'POST', headers, body });
      const program = exampleProgram({
        baseUrl: "process.argv[2] ?? ''",
        key: "process.argv[3] ?? ''",
        secret: `'${secret}'`,
        end: `
          const { status } = await receive(new Request('http://receiver/', ${delivery}));
          const forged = await receive(new Request('http://receiver/', { ...${delivery}, body: '{}' }));
          console.log(status, forged.status);`,
      });
      faults = await project.compile('examples', 'module', { 'program.ts': program });
    });

    it('as the strictest compiler accepts them', () => {
      expect(faults).toBe('');
    });

    it.each(['20.19.0', '22', '24', '26'])('in Node %s', async (version) => {
      const own = await startTestService({ environment: { WORKER: 'on' } });
      try {
        const node = await executableOf(version);
        const printed = await project.start('examples/program.js', [own.url, own.admin.key ?? ''], node);
        expect(printed.trimEnd().split('\n')).toEqual([...PRINTED, 'received webhook.test 0', '204 401']);
      } finally {
        await own.stop();
      }
    });
  });

  it('works in CommonJS', async () => {
    const program = `
      import client = require('scheduling-service-client');
      const api = client.createClient({ baseUrl: '${service.url}', key: '${service.admin.key ?? ''}' });
      void api.get('/business-hours').then(({ data }) => { console.log(data.workStart); });
    `;
    expect(await project.compile('common', 'commonjs', { 'program.ts': program })).toBe('');
    expect(await project.start('common/program.js')).toBe('09:00\n');
  });

  it('has the types of answers by their names with and without Response', async () => {
    const program = `
      import type { Schemas } from 'scheduling-service-client';
      export const same = (each: Schemas['Appointment']): Schemas['AppointmentResponse'] => each;
      export const price = ({ price }: Schemas['Service']): number | null => price;
      // Another schema has the name Replay.
      export const replay = ({ after }: Schemas['Replay']): number => after;
    `;
    expect(await project.compile('schemas', 'module', { 'program.ts': program })).toBe('');
  });

  it('reports what a program writes wrongly', async () => {
    const lines = Object.values(MISTAKES).map((mistake) => `${mistake};`);
    const program = [
      "import { createClient } from 'scheduling-service-client';",
      "const api = createClient({ baseUrl: '' });",
    ];
    const said = await project.compile('mistakes', 'module', {
      'program.ts': [...program, ...lines].join('\n'),
    });
    const reported = new Set([...said.matchAll(/program\.ts\((\d+),/g)].map(([, line]) => Number(line)));
    const names = Object.keys(MISTAKES).filter((_, index) => reported.has(index + program.length + 1));
    expect(names).toEqual(Object.keys(MISTAKES));
  });

  it('has fewer than 12 KB compressed in a page', () => {
    const bundle = readFileSync(
      join(project.folder, 'node_modules/scheduling-service-client/dist/browser.js'),
    );
    expect(gzipSync(bundle).length).toBeLessThan(MOST_BYTES);
  });

  it('contains nothing but what was built, its README and its package.json', async () => {
    const { stdout } = await run('tar', ['--list', '--file', packedClient()]);
    const others = stdout.split('\n').filter((path) => !path.startsWith('package/dist/'));
    expect(others.filter(Boolean).toSorted()).toEqual(['package/README.md', 'package/package.json']);
  });
});

/** The npm registry has the executables of Node as packages. */
async function executableOf(version: string): Promise<string> {
  const node = `node-${process.platform}-${process.arch}@${version}`;
  const { stdout } = await run('npm', ['exec', '--yes', `--package=${node}`, '-c', 'command -v node']);
  return stdout.trim();
}
