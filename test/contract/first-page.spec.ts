import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PAGE = join(__dirname, '../../docs/contributing/architecture.md');
const ROW = /^\| `(.+?)` +\| \[`.+?`\]\((.+?)\)/gm;

describe('The first page for contributors', () => {
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(ROW)].map(([, line = '', path = '']) => [line, path]);

  it('shows one booking in ten lines', () => {
    expect(rows).toHaveLength(10);
  });

  it.each(rows)('shows a line of the code: %s', (line, path) => {
    const code = readFileSync(join(dirname(PAGE), path), 'utf8');
    expect(code.split('\n').map((each) => each.trim().replace(/,$/, ''))).toContain(line);
  });
});
