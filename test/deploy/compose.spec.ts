import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { settings } from '../../src/platform/config/settings';
import { ROOT, stages, textOf, wordsOf } from './files';

interface ComposeService {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly volumes?: readonly string[];
  readonly restart?: string;
  readonly cap_drop?: readonly string[];
  readonly privileged?: boolean;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const VARIABLES: readonly string[] = Object.values(settings).map(({ variable }) => variable);

describe('compose.yaml', () => {
  const { services, volumes } = load(textOf('compose.yaml')) as Compose;
  const all = Object.entries(services);
  const ours = all.filter(([, { build }]) => build !== undefined);

  it('builds our services, and takes the others in a fixed version', () => {
    expect(ours.map(([name]) => name)).toEqual(['api', 'worker']);
    for (const [, { image, build }] of all) {
      expect([image, build].filter((each) => each !== undefined)).toEqual([
        expect.stringMatching(/^(\.|\w+:\d[\w.-]*)$/),
      ]);
    }
  });

  it('waits only for services with a health check', () => {
    const [, final = []] = stages();
    const waits = all.flatMap(([, { depends_on = {} }]) => Object.entries(depends_on));
    expect(waits.map(([name]) => name)).toEqual(['postgres', 'redis', 'postgres', 'api']);
    for (const [name, { condition }] of waits) {
      expect(condition).toBe('service_healthy');
      const { build, healthcheck } = services[name] ?? {};
      const own = build === undefined ? [] : wordsOf(final, 'HEALTHCHECK');
      expect([...own, healthcheck?.test].filter((each) => each !== undefined)).toHaveLength(1);
      expect(healthcheck?.disable).toBeUndefined();
    }
  });

  it('gives our services only settings that exist', () => {
    for (const [, { environment = {} }] of ours) {
      expect(VARIABLES).toEqual(expect.arrayContaining(Object.keys(environment)));
    }
  });

  it('contains no secret, and requires the password from outside', () => {
    const values = all.flatMap(([, { environment = {} }]) => Object.entries(environment));
    const secret = values.filter(([name, value]) => /PASSWORD|TOKEN/.test(name) || /:\/\/[^/]*@/.test(value));
    expect(secret.map(([name]) => name)).toEqual(['DATABASE_URL', 'DATABASE_URL', 'POSTGRES_PASSWORD']);
    for (const [, value] of secret) expect(value).toContain('${POSTGRES_PASSWORD:?');
  });

  it('mounts only files and volumes that exist', () => {
    for (const [, { volumes: mounts = [] }] of all) {
      for (const source of mounts.map((mount) => mount.split(':')[0] ?? '')) {
        const isThere = source.startsWith('.') ? existsSync(join(ROOT, source)) : source in volumes;
        expect({ source, isThere }).toEqual({ source, isThere: true });
      }
    }
  });

  it('runs programs that are in the image', () => {
    for (const [, { command = [] }] of ours) {
      const source = command[1]?.replace(/^dist\//, '').replace(/\.js$/, '.ts') ?? 'src/main.ts';
      expect(existsSync(join(ROOT, source))).toBe(true);
    }
  });

  it('restarts every service, and gives ours no privilege', () => {
    for (const [, { restart, privileged }] of all) {
      expect({ restart, privileged }).toEqual({ restart: 'unless-stopped', privileged: undefined });
    }
    for (const [, { cap_drop }] of ours) expect(cap_drop).toEqual(['ALL']);
  });
});
