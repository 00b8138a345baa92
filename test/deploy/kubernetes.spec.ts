import { loadAll } from 'js-yaml';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1';
import { parseConfig } from '../../src/platform/config/config';
import { settings } from '../../src/platform/config/settings';
import { textOf } from './files';

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } } | undefined;
}

interface Pods {
  readonly labels: Readonly<Record<string, string>>;
  readonly containers: readonly Container[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name?: string };
  readonly spec: {
    readonly replicas?: number;
    readonly minAvailable?: number;
    readonly selector: unknown;
    readonly template: { readonly metadata: Pick<Pods, 'labels'>; readonly spec: Pick<Pods, 'containers'> };
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

/** The schemas of Kubernetes for each kind. */
const KINDS = { ConfigMap, Deployment, Job, PersistentVolumeClaim, PodDisruptionBudget, Secret, Service };
const FILES = ['migrate', 'scheduling', 'secret.example'].map((name) => `deploy/kubernetes/${name}.yaml`);

const manifestsOf = (file: string) => loadAll(textOf(file)) as Manifest[];

function validate(manifest: object): void {
  const kind = (manifest as Manifest).kind as keyof typeof KINDS;
  new KINDS[kind](manifest).validate();
}

describe('deploy/kubernetes', () => {
  const all = FILES.flatMap(manifestsOf);
  const named = (kind: string, name = 'scheduling') => {
    const found = all.find((each) => each.kind === kind && each.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found;
  };
  const containers = all
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .flatMap(({ spec }) => spec.template.spec.containers);

  it.each(FILES.flatMap((file) => manifestsOf(file).map((each) => [file, each.kind, each] as const)))(
    'holds the schema of Kubernetes: %s, %s',
    (_file, _kind, manifest) => {
      expect(() => {
        validate(manifest);
      }).not.toThrow();
    },
  );

  it('would be refused with a member of another type or without a required one', () => {
    const { spec, ...rest } = named('Deployment');
    expect(() => {
      validate({ ...rest, spec: { ...spec, replicas: 'two' } });
    }).toThrow(/replicas/);
    expect(() => {
      validate({ ...rest, spec: { ...spec, selector: undefined } });
    }).toThrow(/selector/);
  });

  it('runs two instances, of which one may always be disturbed, and one worker', () => {
    expect(named('Deployment').spec.replicas).toBe(2);
    expect(named('Deployment', 'scheduling-worker').spec.replicas).toBe(1);
    const { labels } = named('Deployment').spec.template.metadata;
    expect(named('Deployment').spec.selector).toEqual({ matchLabels: labels });
    expect(named('PodDisruptionBudget').spec).toEqual({ minAvailable: 1, selector: { matchLabels: labels } });
    expect(named('Service').spec.selector).toEqual(labels);
  });

  it('asks the health checks of the service', () => {
    const [api] = named('Deployment').spec.template.spec.containers;
    const paths = (['startup', 'liveness', 'readiness'] as const).map(
      (name) => api?.[`${name}Probe`]?.httpGet.path,
    );
    expect(paths).toEqual(['/health/live', '/health/live', '/health/ready']);
  });

  it('gives a valid configuration, of settings that exist', () => {
    const given = { ...named('ConfigMap').data, ...named('Secret').stringData };
    const variables: readonly string[] = Object.values(settings).map(({ variable }) => variable);
    expect(Object.keys(given).filter((name) => !variables.includes(name))).toEqual([]);
    expect(parseConfig(given)).toMatchObject({ worker: 'off', trustProxy: 1, dataDir: '/data' });
  });

  it('runs one image, and programs that are in it', () => {
    expect(new Set(containers.map(({ image }) => image)).size).toBe(1);
    const programs = containers.flatMap(({ command = [] }) =>
      command.filter((word) => word.startsWith('dist/')),
    );
    expect(programs).toEqual(['dist/src/cli.js', 'dist/src/worker.js']);
    for (const program of programs) textOf(program.replace(/^dist\/(.*)js$/, '$1ts'));
  });
});
