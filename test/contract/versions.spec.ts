import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceVersion } from '../../src/platform/version';

const ROOT = join(__dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const jsonOf = (file: string): unknown => JSON.parse(textOf(file));

interface Package {
  readonly version: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, Package>>;
}

interface Document {
  readonly info: Package;
}

describe('The version of the service', () => {
  const { version } = jsonOf('package.json') as Package;

  it('is that of package.json', () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(serviceVersion()).toBe(version);
  });

  it('is that of the TypeScript client, of the OpenAPI document and of package-lock.json', () => {
    const { packages } = jsonOf('package-lock.json') as Lock;
    expect({
      client: (jsonOf('clients/typescript/package.json') as Package).version,
      document: (jsonOf('docs/openapi.json') as Document).info.version,
      lock: (jsonOf('package-lock.json') as Package).version,
      lockOfService: packages['']?.version,
      lockOfClient: packages['clients/typescript']?.version,
    }).toEqual({
      client: version,
      document: version,
      lock: version,
      lockOfService: version,
      lockOfClient: version,
    });
  });

  it.each([
    ['docker-bake.hcl', /variable "VERSION" \{\s+default = "([^"]*)"/g],
    ['docs/operating/operations.md', /scheduling-service:(\d[\w.]*)/g],
    ['deploy/kubernetes/scheduling.yaml', /scheduling-service:(\d[\w.]*)/g],
    ['deploy/kubernetes/migrate.yaml', /scheduling-service:(\d[\w.]*)/g],
    ['clients/typescript/README.md', /scheduling-service-client-([\d.]+)\.tgz/g],
  ])('is that in %s', (file, pattern) => {
    const named = [...textOf(file).matchAll(pattern)].map(([, each]) => each);
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named)).toEqual(new Set([version]));
  });
});
