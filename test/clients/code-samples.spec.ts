import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../../src/platform/openapi/operations';
import { ScratchProject } from '../support/scratch-project';
import { startTestService, type TestService } from '../support/test-service';

const run = promisify(execFile);
const ORIGIN = 'http://localhost:3000';

/** A day at a new business: each call builds on those before it. */
const DAY = [
  'POST /categories',
  'POST /locations',
  'POST /resources',
  'POST /services',
  'POST /providers',
  'GET /availability/slots',
  'POST /appointments',
  'PATCH /appointments/{id}',
  'GET /appointments',
  'GET /appointments/{id}/calendar.ics',
  'GET /events',
  'DELETE /appointments/{id}',
];

interface Sample {
  readonly label: string;
  readonly source: string;
}

describe('The samples of the document', () => {
  let service: TestService;
  let project: ScratchProject;
  /** By operation. */
  let samples: Map<string, readonly Sample[]>;
  const sourceOf = (operation: string, label: string) =>
    samples.get(operation)?.find((sample) => sample.label === label)?.source ?? '';

  beforeAll(async () => {
    service = await startTestService();
    project = await ScratchProject.create();
    const document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenAPIObject;
    samples = new Map(
      operationsOf(document).map(({ method, path, operation }) => [
        `${method} ${path}`,
        (operation as { 'x-codeSamples'?: Sample[] })['x-codeSamples'] ?? [],
      ]),
    );
  });

  afterAll(async () => {
    await service.stop();
    await project.remove();
  });

  it('in TypeScript compile for every operation, and work', async () => {
    const programs = [...samples.keys()].map((operation, index) => {
      const source = sourceOf(operation, 'TypeScript')
        .replace(`'${ORIGIN}'`, "process.argv[2] ?? ''")
        .replace("'YOUR_KEY'", "process.argv[3] ?? ''");
      return [`sample-${index}.ts`, source] as const;
    });
    expect(programs.length).toBeGreaterThan(100);
    expect(await project.compile('samples', 'module', Object.fromEntries(programs))).toBe('');
    for (const operation of DAY) {
      const program = `samples/sample-${[...samples.keys()].indexOf(operation)}.js`;
      expect(await project.start(program, [service.url, service.admin.key ?? ''])).not.toBe('');
    }
  });

  it('with curl work', async () => {
    const own = await startTestService();
    try {
      for (const operation of DAY) {
        const command = sourceOf(operation, 'curl').replace(ORIGIN, own.url);
        const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, KEY: own.admin.key } });
        expect(stdout).toMatch(/^(\{"data":|BEGIN:VCALENDAR)/);
      }
    } finally {
      await own.stop();
    }
  });

  it('send a file', async () => {
    const picture = join(__dirname, '../../node_modules/swagger-ui-dist/favicon-32x32.png');
    await copyFile(picture, join(project.folder, 'portrait.png'));
    const provider = await service.admin.post('/providers', { name: 'Ana Silva', email: 'ana@example.com' });
    const own = (source: string) => source.replace(/(?<=id: |providers\/)\d+/, String(provider.body.data.id));
    const operation = 'POST /providers/{id}/profile-image';
    const program = own(sourceOf(operation, 'TypeScript'))
      .replace(`'${ORIGIN}'`, "process.argv[2] ?? ''")
      .replace("'YOUR_KEY'", "process.argv[3] ?? ''");
    expect(await project.compile('file', 'module', { 'program.ts': program })).toBe('');
    expect(await project.start('file/program.js', [service.url, service.admin.key ?? ''])).toMatch(
      /profile_image: '/,
    );
    const command = own(sourceOf(operation, 'curl')).replace(ORIGIN, service.url);
    const env = { ...process.env, KEY: service.admin.key };
    const { stdout } = await run('sh', ['-c', command], { cwd: project.folder, env });
    expect(stdout).toMatch(/^\{"data":/);
  });
});
