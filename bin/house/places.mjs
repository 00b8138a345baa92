/** How many files a column and a small resource touch. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './lines.mjs';

/** Demonstration data need not know a new column or resource, nor does the import of what another system has. */
const NOT_COUNTED = ['src/operating/demo/', 'src/operating/imports/system/'];
/** Each column and each resource needs a migration and a test. */
const MIGRATION_AND_TEST = 2;

/**
 * Nullable columns that are plain data. The names of many columns stand in tables of other things as well, so a file counts when it also
 * names a second column of the same table, and does not belong to the others.
 */
const COLUMNS = {
  customers: { names: [/\baddress\b/, /\bnotes\b/], not: ['src/booking/'] },
  appointments: {
    names: [/\battendee(?:Name|_name)\b/, /\bnotes\b/],
    not: ['src/booking/waitlist/', 'src/people/'],
  },
};

/** Categories are the smallest resource. Services refer to them, so what services say of them does not count. */
const RESOURCE = { name: /categor(?:y|ies)/i, not: ['src/business/services/'] };
/** What tests and fuzz runs have to know of every resource. */
const REGISTRIES = [
  'test/contract/access/roles-matrix.ts',
  'test/contract/audit.spec.ts',
  'test/contract/document/examples.spec.ts',
  'test/fuzz/support/kinds.ts',
  'test/faults/foreign-key-races.spec.ts',
];

/** The files of `src` that name a column of the table. */
export function filesOfColumn(sources, table) {
  const { names, not } = COLUMNS[table];
  return filesThatName(sources, names, not);
}

/** The files of `src` and the registries of the tests that name the resource. */
export function filesOfResource(sources, root) {
  const registries = REGISTRIES.filter((path) => existsSync(join(root, path))).filter((path) =>
    RESOURCE.name.test(readFileSync(join(root, path), 'utf8')),
  );
  return [...filesThatName(sources, [RESOURCE.name], RESOURCE.not), ...registries];
}

export const withMigrationAndTest = (files) => files.length + MIGRATION_AND_TEST;

function filesThatName(sources, names, not) {
  return sources
    .filter(({ path }) => ![...NOT_COUNTED, ...not].some((folder) => path.startsWith(folder)))
    .filter((source) => {
      const code = codeOf(source);
      return names.every((name) => name.test(code));
    })
    .map(({ path }) => path);
}
