import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test file; with texts, only the tests whose names have one of them. */
export interface NamedTest {
  readonly spec: string;
  readonly names: readonly string[];
}

/** A small change of the product that breaks a claim. */
export interface Patch {
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once, white space aside. */
  readonly text: string;
  readonly other: string;
  readonly tests: readonly NamedTest[];
}

/** A sentence of a document that promises something, with the tests that hold it. */
export interface Claim {
  readonly id: string;
  readonly document: string;
  /** How the sentence begins. */
  readonly sentence: string;
  readonly tests: readonly NamedTest[];
  readonly patches: readonly Patch[];
  /** Tests that were missing until a patch survived. */
  readonly mended: readonly string[];
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

const FOLDER = join(__dirname, 'claims');

export function readClaims(folder = FOLDER): readonly Claim[] {
  return readdirSync(folder).flatMap((name) => claimsIn(readFileSync(join(folder, name), 'utf8')));
}

/** @throws Error for a line that means nothing where it stands */
export function claimsIn(source: string): readonly Claim[] {
  const claims: Writable<Claim>[] = [];
  for (const line of source.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    if (word === 'claim') claims.push(newClaim(rest));
    else addLine(claims.at(-1), word, rest, line);
  }
  return claims.map((claim) => ({
    ...claim,
    patches: claim.patches.map((patch) => withTests(patch, claim)),
  }));
}

function newClaim(id: string): Writable<Claim> {
  return { id, document: '', sentence: '', tests: [], patches: [], mended: [] };
}

function addLine(claim: Writable<Claim> | undefined, word: string, rest: string, line: string): void {
  const patch = claim?.patches.at(-1) as Writable<Patch> | undefined;
  const [before, after] = halvesOf(rest);
  if (word === 'says' && claim) Object.assign(claim, { document: before, sentence: after });
  else if (word === 'mended' && claim) claim.mended.push(rest);
  else if (word === 'test' && claim) addTest(patch?.tests ?? claim.tests, before, after);
  else if (word === 'in' && claim)
    claim.patches.push({ name: after, file: before, text: '', other: '', tests: [] });
  else if (word === '-' && patch) patch.text += `${rest}\n`;
  else if (word === '+' && patch) patch.other += `${rest}\n`;
  else throw new Error(`cannot read: ${line}`);
}

function halvesOf(text: string): readonly [string, string] {
  const at = text.indexOf(': ');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}

function addTest(tests: readonly NamedTest[], spec: string, name: string): void {
  const known = tests.find((test) => test.spec === spec);
  if (known) (known.names as string[]).push(name);
  else (tests as NamedTest[]).push({ spec, names: name === '' ? [] : [name] });
}

/** A patch without tests of its own has those of its claim. */
function withTests(patch: Patch, { tests }: Pick<Claim, 'tests'>): Patch {
  return patch.tests.length > 0 ? patch : { ...patch, tests };
}

/** @throws Error unless the text stands in the file exactly once */
export function patched(source: string, { file, name, text, other }: Patch): string {
  const words = text.trim().split(/\s+/);
  const places = new RegExp(words.map((word) => escaped(word)).join('\\s+'), 'g');
  const count = text.trim() === '' ? 0 : (source.match(places)?.length ?? 0);
  if (count !== 1) throw new Error(`${file} has ${count} × ${text.trim()} (${name})`);
  return source.replace(places, () => other.trimEnd());
}

/** What is wrong with the claims: documents, tests and places that have moved. */
export function faultsOf(claims: readonly Claim[], root: string): readonly string[] {
  return claims.flatMap((claim) => [
    ...faultOfSentence(claim, root),
    ...claim.patches.flatMap((patch) => [...faultOfPlace(patch, root), ...faultsOfTests(patch.tests, root)]),
    ...faultsOfTests(claim.tests, root),
    ...(claims.filter(({ id }) => id === claim.id).length > 1 ? [`${claim.id} is there twice`] : []),
    ...(claim.patches.length < FEWEST ? [`${claim.id} has only ${claim.patches.length} patches`] : []),
  ]);
}

const FEWEST = 3;

/** The bold sentences of the README that no claim quotes. */
export function unclaimed(claims: readonly Claim[], readme: string): readonly string[] {
  const bold = [...readme.matchAll(/^- (\*\*[^*]+\.\*\*)/gm)].map(([, sentence = '']) => sentence);
  return bold.filter((sentence) => !claims.some((claim) => claim.sentence.startsWith(sentence)));
}

function faultOfSentence({ id, document, sentence }: Claim, root: string): readonly string[] {
  const text = textOf(root, document).replaceAll(/\s+/g, ' ');
  return sentence !== '' && text.includes(sentence) ? [] : [`${document} does not say: ${sentence} (${id})`];
}

/** Why a patch cannot be applied. */
export function faultOfPlace(patch: Patch, root: string): readonly string[] {
  try {
    patched(textOf(root, patch.file), patch);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function faultsOfTests(tests: readonly NamedTest[], root: string): readonly string[] {
  return tests.flatMap(({ spec, names }) => {
    const source = textOf(root, spec);
    const missing = names.filter((name) => !source.includes(name));
    return source === '' ? [`${spec} is not there`] : missing.map((name) => `${spec} has no test “${name}”`);
  });
}

function textOf(root: string, path: string): string {
  const file = join(root, path);
  return path !== '' && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Names a patch together with its content, so that the result of another one is not taken for its own. */
export function digestOf(patch: Patch): string {
  return createHash('sha256').update(JSON.stringify(patch)).digest('hex').slice(0, 8);
}

/** Whether a patch belongs to the tenth of a day. Ten days in a row have them all. */
export function isOfDay(patch: Patch, date: string): boolean {
  return Number.parseInt(digestOf(patch), 16) % 10 === Math.floor(Date.parse(date) / 86_400_000) % 10;
}

/** The text as a regular expression. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
