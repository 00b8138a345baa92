/**
 * Finds in the SQL of a migration what breaks the version that runs in parallel with the new one during an upgrade: that version goes on
 * reading and writing as before. A table that the migration itself creates is free to change.
 */

const RULES = [
  [/\balter table (?:only )?(?<table>\S+) .*\bdrop column\b/, 'drops a column'],
  [
    /\bdrop (?<what>table|view|materialized view|function|procedure|type|domain|sequence|schema|trigger)\b/,
    'drops a $what',
  ],
  [/\btruncate\b/, 'empties a table'],
  [/\balter (?:table|type|index|sequence|view) (?<table>\S+) .*\brename\b/, 'renames something'],
  [
    /\balter table (?<table>\S+) .*\balter (?:column )?\S+ (?:set data )?type\b/,
    'changes the type of a column',
  ],
  [/\balter table (?<table>\S+) .*\balter (?:column )?\S+ set not null\b/, 'forbids null'],
  [/\balter table (?<table>\S+) .*\balter (?:column )?\S+ drop default\b/, 'drops a default'],
];

/** What may refuse the writes of the running version. */
const CONSTRAINING = [
  [
    /\balter table (?<table>\S+) .*\badd (?:constraint \S+ )?(?:check|unique|exclude|foreign key|primary key)\b/,
    'adds a constraint',
  ],
  [/\bcreate unique index (?:if not exists )?\S+ on (?:only )?(?<table>[^\s(]+)/, 'adds a unique index'],
];

/** What makes writers wait for as long as it takes to read or write a whole table. */
const BLOCKING = [
  [/\bcreate index (?:if not exists )?\S+ on (?:only )?(?<table>[^\s(]+)/, 'builds an index'],
  [/\balter table (?<table>\S+) .*\badd (?:column )?.*\bstored\b/, 'adds a stored generated column'],
];

const WITHOUT_VALUE = /\badd column (?:if not exists )?(?<name>\S+)(?<rest>[^,]*)/g;

/** The ways out. The first one is what `DatabaseConnection` reads; its number is that of a migration. */
const CONTRACT = /comment on table migrations is 'Serves builds from (\d{13}) on'/i;
const MAY_BLOCK = /--\s*blocks writes:\s*\S/i;
const HOLDS = /--\s*holds for the version before:\s*\S/i;

/** The last migration before this check existed. */
export const BEFORE_THE_RULES = 1800001700000;

/**
 * @param {string} path of the migration
 * @param {string} source its text
 * @param {number} newestReleased the number of the last released migration
 * @returns {string[]} a line for each fault
 */
export function breakingChanges(path, source, newestReleased) {
  const up = source.split(/async down\(/)[0] ?? source;
  const statements = statementsOf(up);
  const created = new Set(
    statements.flatMap((text) => /\bcreate table (?:if not exists )?([^\s(]+)/.exec(text)?.[1] ?? []),
  );
  const isOld = ({ groups }) => !created.has((groups?.table ?? '').replace(/\(.*/, ''));
  const rules = HOLDS.test(up) ? RULES : [...RULES, ...CONSTRAINING];
  const breaks = statements.flatMap((text) => [
    ...matches(rules, text, isOld),
    ...columnsWithoutValue(text, isOld),
  ]);
  const blocks = MAY_BLOCK.test(up) ? [] : statements.flatMap((text) => matches(BLOCKING, text, isOld));
  const contract = CONTRACT.exec(up)?.[1];
  return [
    ...contractFaults(path, breaks, contract, newestReleased),
    ...blocks.map(
      (what) =>
        `${path} ${what}, which blocks writers of a table that has rows. Say in it with "-- blocks writes: …" why that is short.`,
    ),
  ];
}

function contractFaults(path, breaks, contract, newestReleased) {
  if (breaks.length === 0) return [];
  if (contract === undefined) {
    return breaks.map(
      (what) =>
        `${path} ${what}, but the version before it may run beside it. See "A new migration" in CONTRIBUTING.md.`,
    );
  }
  if (Number(contract) <= newestReleased) return [];
  return [
    `${path} serves builds from ${contract} on, which is not released yet. Keep what it removes for one release more.`,
  ];
}

function matches(rules, text, isOld) {
  return rules.flatMap(([pattern, what]) => {
    const found = pattern.exec(text);
    if (found === null || !isOld(found)) return [];
    return [what.replace('$what', found.groups?.what ?? '')];
  });
}

/** The running version inserts rows without a new column. */
function columnsWithoutValue(text, isOld) {
  const table = /\balter table (?<table>\S+)/.exec(text);
  if (table === null || !isOld(table)) return [];
  return [...text.matchAll(WITHOUT_VALUE)]
    .filter(({ groups }) => /\bnot null\b/.test(groups.rest) && !/\b(default|generated)\b/.test(groups.rest))
    .map(({ groups }) => `adds the column ${groups.name}, not null and without a default`);
}

/** The statements of all template strings and strings, in lower case and on one line, without comments and the bodies of functions. */
function statementsOf(source) {
  return [...source.matchAll(/`([^`]*)`|'((?:[^'\\\n]|\\.)*)'/g)]
    .map(([, template, string]) => template ?? string)
    .join(';\n')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '…')
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
}
