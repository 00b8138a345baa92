import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { parseConfig } from '../../src/platform/config/config';
import { settings } from '../../src/platform/config/settings';
import { ROOT, textOf } from './files';

interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly volumes?: readonly string[];
  readonly deploy: { readonly resources: { readonly limits: Readonly<Record<string, string>> } };
  readonly logging: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly restart?: string;
  readonly cap_drop?: readonly string[];
  readonly privileged?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const VARIABLES: readonly string[] = Object.values(settings).map(({ variable }) => variable);
/** The settings that compose.yaml decides, because they belong to its other services. */
const FIXED = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'STORAGE_DIR',
  'DATABASE_URL',
  'REDIS_URL',
  'TRUST_PROXY',
  'WORKER',
] as const;

/** The defaults that differ from those of the service: links lead to the port of the proxy. */
const DEFAULTS: Readonly<Record<string, string>> = { PUBLIC_URL: 'http://localhost:${PORT:-3000}' };

describe('compose.yaml', () => {
  const { services, volumes } = load(textOf('compose.yaml'), {
    schema: CORE_SCHEMA.withTags([mergeTag]),
  }) as Compose;
  const all = Object.entries(services);
  const ours = all.filter(([, { build }]) => build !== undefined);
  const others = all.filter(([, { build }]) => build === undefined);

  it('builds our services and pins the images of the others to a patch version', () => {
    expect(ours.map(([name]) => name)).toEqual(['api', 'worker']);
    for (const [, { image }] of others)
      expect(image).toMatch(/^(postgres:\d+|(nginx|redis):\d+\.\d+)\.\d+-[a-z]+$/);
  });

  it('waits only for services with a health check', () => {
    const waits = all.flatMap(([, { depends_on = {} }]) => Object.entries(depends_on));
    expect(waits.map(([name]) => name)).toEqual(['postgres', 'redis', 'postgres', 'api']);
    for (const [name, { condition }] of waits) {
      expect(condition).toBe('service_healthy');
      expect(services[name]?.healthcheck.test).toBeDefined();
    }
  });

  it('checks the readiness of an instance at the port on which it listens', () => {
    const { healthcheck, environment } = services['api'] ?? {};
    expect(healthcheck?.test?.at(-1)).toContain(`:${environment?.['PORT']}/health/ready')`);
  });

  it('passes every setting of .env to the service and the worker', () => {
    for (const [, { environment = {} }] of ours) {
      expect(Object.keys(environment).toSorted()).toEqual(VARIABLES.toSorted());
      const handedOn = Object.entries(environment).filter(([name]) => !FIXED.some((fixed) => fixed === name));
      for (const [name, value] of handedOn) expect(value).toBe(`\${${name}:-${DEFAULTS[name] ?? ''}}`);
    }
  });

  it('gives the service and the worker a valid configuration when .env contains only the password', () => {
    for (const [, { environment = {} }] of ours) {
      const given = Object.entries(environment).map(([name, value]) => [
        name,
        value
          .replace(/\$\{POSTGRES_PASSWORD:\?[^}]*\}/, 's3cret')
          .replaceAll(/\$\{\w+:-([^${}]*)\}/g, '$1')
          .replaceAll(/\$\{\w+:-([^${}]*)\}/g, '$1'),
      ]);
      expect(parseConfig(Object.fromEntries(given) as Record<string, string>)).toMatchObject({
        dataDir: '/data',
        databaseUrl: 'postgres://scheduling:s3cret@postgres:5432/scheduling',
        publicUrl: 'http://localhost:3000',
        rateLimit: 120,
        notifyCustomers: true,
      });
    }
  });

  it('lists the settings that it fixes in its first lines', () => {
    const introduction = textOf('compose.yaml').split('\nname:')[0] ?? '';
    expect(FIXED.filter((name) => !introduction.includes(name))).toEqual([]);
  });

  it('contains no secret, and requires the password from the environment', () => {
    const values = all.flatMap(([, { environment = {} }]) => Object.entries(environment));
    const secret = values.filter(
      ([, value]) => value.includes('POSTGRES_PASSWORD') || /:\/\/[^/]*@/.test(value),
    );
    expect(secret.map(([name]) => name)).toEqual(['DATABASE_URL', 'DATABASE_URL', 'POSTGRES_PASSWORD']);
    for (const [, value] of secret) expect(value).toContain('${POSTGRES_PASSWORD:?');
  });

  it('runs PostgreSQL with the settings that docs/operating/operations.md recommends', () => {
    const given = services['postgres']?.command?.filter((word) => word.includes('='));
    expect(given).toEqual(
      expect.arrayContaining(['random_page_cost=1.1', 'jit=off', 'max_parallel_workers_per_gather=0']),
    );
    expect(given?.some((word) => /^shared_buffers=\d+MB$/.test(word))).toBe(true);
  });

  it('mounts only files and volumes that exist', () => {
    for (const [, { volumes: mounts = [] }] of all) {
      for (const source of mounts.map((mount) => mount.split(':')[0] ?? '')) {
        const exists = source.startsWith('.') ? existsSync(join(ROOT, source)) : source in volumes;
        expect({ source, exists }).toEqual({ source, exists: true });
      }
    }
  });

  it('runs only programs that are in the image', () => {
    for (const [, { command = [] }] of ours) {
      const source =
        command
          .at(-1)
          ?.replace(/^dist\//, '')
          .replace(/\.js$/, '.ts') ?? 'src/main.ts';
      expect(existsSync(join(ROOT, source))).toBe(true);
    }
  });

  it('limits the memory, the processor time and the log of every service', () => {
    for (const [, { deploy, logging }] of all) {
      expect(Object.keys(deploy.resources.limits)).toEqual(['cpus', 'memory']);
      expect(Object.keys(logging.options)).toEqual(['max-size', 'max-file']);
    }
  });

  it('restarts every service, and runs ours without privileges', () => {
    for (const [, { restart, privileged }] of all) {
      expect({ restart, privileged }).toEqual({ restart: 'unless-stopped', privileged: undefined });
    }
    for (const [, { cap_drop }] of ours) expect(cap_drop).toEqual(['ALL']);
  });

  it('runs instances that deploy/prometheus.yml discovers one by one, at the port on which they listen', () => {
    const { scrape_configs: jobs } = load(textOf('deploy/prometheus.yml')) as {
      scrape_configs: { metrics_path: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    expect(jobs).toMatchObject([{ metrics_path: '/metrics', dns_sd_configs: [{ names: ['api'] }] }]);
    expect(String(jobs[0]?.dns_sd_configs[0]?.port)).toBe(services['api']?.environment?.['PORT']);
  });
});
