import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Claim, Patch } from './claims';
import type { Verdict } from './verdict';

const PAGE = join(__dirname, '../../../docs/contributing/proofs.md');
const [BEGIN, END] = ['<!-- saboteur: begin -->', '<!-- saboteur: end -->'];

type ResultOf = (claim: Claim, patch: Patch) => Verdict | undefined;

/** Writes the table of the claims between two marks of the page. @throws Error without the marks */
export async function writeTable(claims: readonly Claim[], resultOf: ResultOf): Promise<void> {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no marks`);
  const rows = claims.map((claim) => rowOf(claim, resultOf));
  const table = [
    '| claim | patches | killed by | survived once, since then |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  const text = `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}

function rowOf(claim: Claim, resultOf: ResultOf): string {
  const results = claim.patches.map((patch) => resultOf(claim, patch));
  const killers = results.flatMap((result) => (result?.outcome === 'killed' ? result.by : []));
  const specs = [...new Set(killers.map((by) => `\`${by.split(': ', 1)[0] ?? ''}\``))].sort();
  return `| ${claim.id} | ${countsOf(results)} | ${specs.join(', ')} | ${claim.mended.join('; ')} |`;
}

/** How many patches there are; where not all of them were killed, also what became of them. */
function countsOf(results: readonly (Verdict | undefined)[]): string {
  const counts = ['killed', 'survived', 'not tried'].map((outcome) => {
    const count = results.filter((result) => (result?.outcome ?? 'not tried') === outcome).length;
    return count === 0 || count === results.length ? '' : `${count} ${outcome}`;
  });
  const told = counts.filter((count) => count !== '').join(', ');
  return told === '' ? String(results.length) : `${results.length}: ${told}`;
}
