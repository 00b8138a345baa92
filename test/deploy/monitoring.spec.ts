import { load } from 'js-yaml';
import { startTestService, type TestService } from '../support/test-service';
import { textOf } from './files';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

/** What an expression of PromQL holds beside metrics: strings, durations, label lists, functions, keywords. */
const OTHER = [
  /"[^"]*"/g,
  /\{[^}]*\}/g,
  /\[[^\]]*\]/g,
  /\b(by|without) *\([^)]*\)/g,
  /\b[a-z_]+ *(?=\()/g,
  /\b(and|or|unless)\b/g,
];
/** Prometheus itself makes these. */
const OF_PROMETHEUS = ['up'];

function metricsIn(expression: string): string[] {
  const left = OTHER.reduce((text, pattern) => text.replaceAll(pattern, ' '), expression);
  return left.match(/\b[a-z_][a-z_0-9]*\b/g) ?? [];
}

/** The values of a label that an expression asks for by name. */
function labelsIn(expression: string): [metric: string, label: string, value: string][] {
  return [...expression.matchAll(/([a-z_]+)\{([a-z_]+)="([^"]*)"\}/g)].map(
    ([, metric = '', label = '', value = '']) => [metric, label, value],
  );
}

describe('deploy/monitoring', () => {
  const rules = load(textOf('deploy/monitoring/scheduling.rules.yml')) as Rules;
  const dashboard = JSON.parse(textOf('deploy/monitoring/grafana-dashboard.json')) as Dashboard;
  const ofRules = rules.groups.flatMap(({ rules: all }) =>
    all.map(({ alert, expr }) => [alert, expr] as const),
  );
  const ofPanels = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr] as const),
  );
  let service: TestService;
  let names: ReadonlySet<string>;

  beforeAll(async () => {
    service = await startTestService();
    await service.admin.get('/services');
    // Metrics by outcome have a sample once there is an outcome; their name is there before.
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const described = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    names = new Set(
      described.flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => `${name}${suffix}`) : [name],
      ),
    );
  });

  afterAll(() => service.stop());

  it.each([...ofRules, ...ofPanels])('reads metrics that the service has: %s', (_title, expression) => {
    const named = metricsIn(expression);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !names.has(name) && !OF_PROMETHEUS.includes(name))).toEqual([]);
  });

  it('reads values of labels that the service has', async () => {
    await service.query(`insert into webhook_attempts (outcome, attempts) values ('delivered', 1)`);
    service.clock.advance(1_000);
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const named = [...ofRules, ...ofPanels]
      .flatMap(([, expression]) => labelsIn(expression))
      .filter(([, label]) => label !== 'job');
    expect(named.length).toBeGreaterThan(2);
    const missing = named.filter(([metric, label, value]) => !text.includes(`${metric}{${label}="${value}"`));
    expect(missing).toEqual([]);
  });

  it('names the job where other programs have a metric of the same name', () => {
    const shared = /\b(?:up|(?:http|process|nodejs)_[a-z_0-9]+)(?:\{[^}]*\})?/g;
    const named = [...ofRules, ...ofPanels].flatMap(([, expr]) => expr.match(shared) ?? []);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((selector) => !selector.includes('job="scheduling"'))).toEqual([]);
  });

  it('has the job of deploy/prometheus.yml', () => {
    const { scrape_configs: jobs } = load(textOf('deploy/prometheus.yml')) as {
      scrape_configs: { job_name: string }[];
    };
    const named = [...ofRules, ...ofPanels].flatMap(([, expr]) => [...expr.matchAll(/job="([^"]*)"/g)]);
    expect([...new Set(named.map(([, job]) => job))]).toEqual(jobs.map(({ job_name }) => job_name));
  });

  it('has an alert for each metric that docs/operating/operations.md says to watch', () => {
    const [, section = ''] = textOf('docs/operating/operations.md').split('## What to watch');
    const rows = section.split('\n').filter((line) => /^\| .*`/.test(line));
    const watched = rows.flatMap((row) => row.split(' | ')[0]?.match(/[a-z_]+_[a-z_]+/g) ?? []);
    const alerted = ofRules.map(([, expression]) => expression).join(' ');
    expect(watched.length).toBeGreaterThan(8);
    expect(watched.filter((name) => !alerted.includes(name.replace(/_count$/, '')))).toEqual([]);
  });
});
