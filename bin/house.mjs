/**
 * `npm run house`: prints figures of the code in `src`, specs aside, with the worst value that is allowed and the goal.
 * JSON is data, which has a figure of its own.
 * With `--check` it fails when a figure is worse than bin/house/figures.json allows; with `--write` it writes the present ones there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closuresOf } from './house/closures.mjs';
import { pairsOfFolders } from './house/folders.mjs';
import { countNew, handlersOf, mean, median } from './house/handlers.mjs';
import { countLines, linesByFolder, longestFile } from './house/lines.mjs';
import { filesOfColumn, filesOfResource, withMigrationAndTest } from './house/places.mjs';
import { readData, readSources } from './house/sources.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const root = resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? join(here, '..'));
const FIGURES = join(root, 'bin/house/figures.json');

const { values, notes } = measure(readSources(root), readData(root));
const allowed = JSON.parse(readFileSync(FIGURES, 'utf8'));
print();
if (flags.includes('--write')) write();
if (flags.includes('--check')) check();

function measure(sources, files) {
  const lines = countLines(sources);
  const data = linesByFolder(files);
  const handlers = handlersOf(sources);
  const longest = longestFile(sources);
  const pairs = pairsOfFolders(sources);
  const places = filesOfResource(sources, root);
  const customers = filesOfColumn(sources, 'customers');
  const appointments = filesOfColumn(sources, 'appointments');
  const [handlerLines, decorators] = [
    handlers.map((one) => one.lines),
    handlers.map((one) => one.decorators),
  ];
  return {
    values: {
      lines: lines.lines,
      dataLines: [...data.values()].reduce((sum, count) => sum + count, 0),
      files: sources.length,
      handlerLines: median(handlerLines),
      handlerDecorators: median(decorators),
      resourceReplies: countNew(sources, 'ResourceReply'),
      longestFile: longest.lines,
      folderPairs: pairs.length,
      placesOfResource: withMigrationAndTest(places),
      placesOfCustomerColumn: withMigrationAndTest(customers),
      placesOfAppointmentColumn: withMigrationAndTest(appointments),
      ...closuresOf(sources),
    },
    notes: {
      lines: [
        `imports ${lines.imports}, decorators ${lines.decorators}, comments ${lines.comments}, blank ${lines.blank}`,
      ],
      dataLines: [...data].map(([folder, count]) => `${folder} ${count}`),
      handlerLines: [`${handlers.length} handlers, on average ${mean(handlerLines).toFixed(1)}`],
      handlerDecorators: [`on average ${mean(decorators).toFixed(1)}`],
      longestFile: [longest.path],
      folderPairs: pairs.flatMap(({ folders, examples }) => [
        folders.join(' and '),
        ...examples.map((one) => `  ${one}`),
      ]),
      placesOfResource: [
        'a migration, a test, and the files that name a category (bin/house/places.mjs):',
        ...places,
      ],
      placesOfCustomerColumn: [
        'a migration, a test, and the files that name address and notes of customers:',
        ...customers,
      ],
      placesOfAppointmentColumn: [
        'a migration, a test, and the files that name attendeeName and notes of appointments:',
        ...appointments,
      ],
    },
  };
}

function print() {
  console.log(`${'figure'.padEnd(28)}${'now'.padStart(8)}${'allowed'.padStart(10)}${'goal'.padStart(8)}`);
  for (const [name, value] of Object.entries(values)) {
    const { most, goal = '' } = allowed[name] ?? {};
    console.log(
      `${name.padEnd(28)}${String(value).padStart(8)}${String(most ?? '').padStart(10)}${String(goal).padStart(8)}`,
    );
    for (const note of notes[name] ?? []) console.log(`    ${note}`);
  }
}

function write() {
  const renewed = Object.entries(values).map(([name, most]) => [name, { ...allowed[name], most }]);
  writeFileSync(FIGURES, `${JSON.stringify(Object.fromEntries(renewed), undefined, 2)}\n`);
}

function check() {
  const worse = Object.entries(values).filter(([name, value]) => !(value <= allowed[name]?.most));
  for (const [name, value] of worse)
    console.error(`${name} is ${value}. bin/house/figures.json allows ${allowed[name]?.most}.`);
  if (worse.length > 0) process.exitCode = 1;
}
