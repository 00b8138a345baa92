/** `npm run prove:saboteur`: see ../README.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import startServer from '../../support/global-setup';
import stopServer from '../../support/global-teardown';
import { flag, optionsOf, print, prove, Results, text } from '../frame/command';
import {
  type Claim,
  digestOf,
  faultOfPlace,
  faultsOf,
  isOfDay,
  type NamedTest,
  type Patch,
  readClaims,
  unclaimed,
} from './claims';
import { explained } from './mutants/survivors';
import { writeTable } from './page';
import { Scratch } from './scratch';
import { Types } from './types';
import type { Verdict } from './verdict';

const ROOT = join(__dirname, '../../..');

const options = optionsOf({
  check: flag,
  write: flag,
  green: flag,
  only: text,
  tenth: text,
  lanes: text,
  out: text,
});
const lanes = Number(options.lanes ?? 2);
const kept = new Results('saboteur', options.out);
const all = readClaims();

interface Trial {
  readonly claim: Claim;
  readonly patch: Patch;
}

/** The patches of the claim, or of the tenth, that the options name. */
function trials(): readonly Trial[] {
  const each = all.flatMap((claim) => claim.patches.map((patch) => ({ claim, patch })));
  const { only = '', tenth } = options;
  const wanted = each.filter(({ claim, patch }) => `${claim.id}: ${patch.name}`.includes(only));
  const drawn =
    tenth === undefined
      ? wanted
      : wanted.filter((trial) => slowness(trial) <= 1 && isOfDay(trial.patch, tenth));
  return drawn.toSorted((a, b) => slowness(a) - slowness(b));
}

/** Tests beside the code need no database, a patch of a migration a server of its own, some tests a build, a browser or a cluster. */
function slowness({ patch: { file, tests } }: Trial): number {
  const outside = tests.filter(({ spec }) => !spec.startsWith('src/'));
  const isBuilt = outside.some(({ spec }) => /^test\/(?:browser|cli|deploy|process)\//.test(spec));
  return outside.length + (file.startsWith('migrations/') ? 5 : 0) + (isBuilt ? 10 : 0);
}

/** Sees that documents, tests and places are there. */
function check(): boolean {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const faults = [
    ...faultsOf(all, ROOT),
    ...explained.flatMap((mutant) => faultOfPlace(mutant, ROOT)),
    ...unclaimed(all, readme).map((sentence) => `no claim quotes ${sentence}`),
  ];
  print(...new Set(faults));
  const patches = all.flatMap((claim) => claim.patches);
  print(
    `${all.length} claims, ${patches.length} patches, ${explained.length} explained mutants, ${faults.length} faults`,
  );
  return faults.length === 0;
}

/** Works through the items, some side by side, each with a scratch copy. */
async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item, scratch: Scratch) => Promise<void>,
): Promise<void> {
  const left = items.values();
  await startServer();
  const lane = async () => {
    const scratch = new Scratch(ROOT);
    try {
      for (const item of left) await work(item, scratch);
    } finally {
      scratch.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  } finally {
    await stopServer();
  }
}

async function tryPatches(): Promise<boolean> {
  // Takes as long as a few patches: what was drawn has compiled when its verdict was written into the table.
  const types = options.tenth === undefined ? new Types(ROOT) : undefined;
  const outcomes: string[] = [];
  const verdictOf = async (patch: Patch, scratch: Scratch): Promise<Verdict> => {
    const [fault] = types?.faultsOf(patch) ?? [];
    return fault === undefined ? scratch.try(patch) : { outcome: 'broken', by: [fault] };
  };
  await inLanes(trials(), async ({ claim, patch }, scratch) => {
    const name = nameOf(claim, patch);
    const known = kept.known(name) as Verdict | undefined;
    const verdict = known ?? (await verdictOf(patch, scratch));
    if (verdict.outcome !== 'broken') kept.keep(name, verdict);
    outcomes.push(verdict.outcome);
    print(`${verdict.outcome} ${claim.id}: ${patch.name}`, ...verdict.by.slice(0, 3).map((by) => `  ${by}`));
  });
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  print(`${count('killed')} killed, ${count('survived')} survived, ${count('broken')} broken`);
  return outcomes.length > 0 && count('killed') === outcomes.length;
}

/** Runs the tests of the patches as the checkout is: a test that fails anyway sees nothing. */
async function tryUnpatched(): Promise<boolean> {
  const runs = new Map(trials().map(({ patch }) => [JSON.stringify(patch.tests), patch.tests]));
  const faults: string[] = [];
  await inLanes<readonly NamedTest[]>([...runs.values()], async (tests, scratch) => {
    const { outcome, by } = await scratch.test(tests);
    const named = tests.map(({ spec }) => spec).join(' ');
    print(`${outcome === 'survived' ? 'green' : 'NOT GREEN'} ${named}`, ...by);
    if (outcome !== 'survived') faults.push(named);
  });
  print(`${runs.size} runs, ${faults.length} of them not green`);
  return faults.length === 0;
}

function nameOf({ id }: Claim, patch: Patch): string {
  return `${id}-${digestOf(patch)}.json`;
}

async function writeResults(): Promise<boolean> {
  await writeTable(all, (claim, patch) => kept.known(nameOf(claim, patch)) as Verdict | undefined);
  return true;
}

prove(() => {
  if (options.check === true) return Promise.resolve(check());
  if (options.write === true) return writeResults();
  return options.green === true ? tryUnpatched() : tryPatches();
});
