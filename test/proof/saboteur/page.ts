import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Claim, Patch } from './claims';
import type { Verdict } from './verdict';

const PAGE = join(__dirname, '../../../docs/contributing/proofs.md');
const [BEGIN, END] = ['<!-- saboteur: begin -->', '<!-- saboteur: end -->'];

type ResultOf = (claim: Claim, patch: Patch) => Verdict | undefined;

/** Writes the table of the claims between two marks of the page. @throws Error without the marks, or when a patch has no result */
export async function writeTable(claims: readonly Claim[], resultOf: ResultOf): Promise<void> {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no marks`);
  const rows = claims.map((claim) => rowOf(claim, resultOf));
  const table = ['| claim | patches | killed by | mended |', '| --- | ---: | --- | --- |', ...rows].join(
    '\n',
  );
  const text = `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}

function rowOf(claim: Claim, resultOf: ResultOf): string {
  const results = claim.patches.map((patch) => {
    const result = resultOf(claim, patch);
    if (result === undefined) throw new Error(`${claim.id}: ${patch.name} has not been tried`);
    return result;
  });
  const specs = results.flatMap(({ by }) => by.map((each) => each.split(': ', 1)[0] ?? ''));
  const killers = [...new Set(specs)].sort().map((spec) => `\`${spec}\``);
  const survived = results.filter(({ outcome }) => outcome === 'survived').length;
  const count = survived === 0 ? `${results.length}` : `${results.length}, ${survived} survived`;
  return `| ${claim.id} | ${count} | ${killers.join(', ')} | ${claim.mended.join('; ')} |`;
}
