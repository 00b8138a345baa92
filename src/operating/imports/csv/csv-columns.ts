import type { Type } from '@nestjs/common';
import { aliasesOf } from '../../../platform/http/validation/field';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { membersOf } from '../../../platform/http/validation/members';
import { ImportRefusedError } from '../imports.errors';

/** The id of a row in the other system. */
export const ID = 'id';
const METADATA = 'metadata';
/** Two columns of a file of rejected rows: they say nothing of the row itself. */
const OF_REJECTED = ['line', 'reason'];

/** A column of the file that is taken. */
export interface CsvColumn {
  readonly index: number;
  /** As the first row names it. */
  readonly heading: string;
  /** The member of the body, or `id`. */
  readonly member: string;
  /** The key of a member of `metadata`. */
  readonly key?: string;
  /** Undefined: a text, that of `id` or of metadata. */
  readonly type?: FieldType;
}

export interface CsvColumns {
  readonly taken: readonly CsvColumn[];
  /** The headings of the others. */
  readonly ignored: readonly string[];
}

/**
 * Finds the members that the columns hold. A heading is the name of a member in any case and spelling (`First name`), or that of a member
 * of the metadata (`metadata.crmId`).
 * @param map our names, by theirs
 * @throws ImportRefusedError
 */
export function readColumns(
  header: readonly string[],
  body: Type<object>,
  map: Readonly<Record<string, string>>,
): CsvColumns {
  const members = membersByName(body);
  const renamed = new Map(Object.entries(map).map(([theirs, ours]) => [folded(theirs), ours]));
  const unknown = Object.values(map).filter((name) => memberOf(name, members) === undefined);
  if (unknown.length > 0) throw new ImportRefusedError(`--columns names no member: ${unknown.join(', ')}`);
  const taken: CsvColumn[] = [];
  const ignored: string[] = [];
  header.forEach((heading, index) => {
    const member = memberOf(renamed.get(folded(heading)) ?? heading, members);
    if (member !== undefined) taken.push({ index, heading, ...member });
    else if (!OF_REJECTED.includes(folded(heading))) ignored.push(heading);
  });
  assertSound(taken);
  return { taken, ignored };
}

type Member = Omit<CsvColumn, 'index' | 'heading'>;

/** The members of a body, and `id`, by their folded names. */
function membersByName(body: Type<object>): ReadonlyMap<string, Member> {
  const members = Object.entries(membersOf(body)).flatMap(([member, { input }]): [string, Member][] => {
    if (input === undefined || member === METADATA) return [];
    const names = [member, ...aliasesOf(member, input.options)];
    return names.map((name) => [folded(name), { member, type: input.type }]);
  });
  return new Map([...members, [ID, { member: ID }]]);
}

function memberOf(name: string, members: ReadonlyMap<string, Member>): Member | undefined {
  const [, key] = /^\s*metadata\.(.*\S)\s*$/i.exec(name) ?? [];
  return key === undefined ? members.get(folded(name)) : { member: METADATA, key };
}

/** A name without its case and without all but letters and digits. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** @throws ImportRefusedError where no column is known, or two are the same */
function assertSound(taken: readonly CsvColumn[]): void {
  if (taken.every(({ member }) => member === ID))
    throw new ImportRefusedError('The first row names no column that is known; see docs/guide/moving-in.md');
  const names = taken.map(({ member, key = '' }) => `${member}.${key}`);
  const again = taken.find((_, i) => names.indexOf(names[i] ?? '') < i);
  if (again !== undefined)
    throw new ImportRefusedError(`Two columns are ${again.member}; one of them is "${again.heading}"`);
}
