import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/contributing/threats.md'), 'utf8');

/** A test file, followed by names of its tests in quotation marks. */
const NAMED = /`((?:test|src|embedded-postgres\/test)\/[\w./-]+\.spec\.ts)`((?:[\s,]*“[^”]+”)+)/g;

const tests = [...DOCUMENT.matchAll(NAMED)].flatMap(([, file = '', names = '']) =>
  [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => [file, name.replaceAll(/\s+/g, ' ')] as const),
);

describe('docs/contributing/threats.md', () => {
  it.each(tests)('names a test that exists: %s, %s', (file, name) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    expect(['"', "'", '`'].filter((quote) => source.includes(`${quote}${name}${quote}`))).toHaveLength(1);
  });

  it('names files that exist', () => {
    const files = [...DOCUMENT.matchAll(/`((?:src|test|bin|migrations|bench)\/[\w./-]+)`/g)].map(
      ([, file = '']) => file,
    );
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('names a test for each of the ten risks', () => {
    const sections = DOCUMENT.split(/^#+ /m).filter((section) => /^API\d+:/.test(section));
    expect(sections.map((section) => section.split(':')[0])).toEqual(
      Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
    );
    expect(sections.filter((section) => section.search(NAMED) === -1)).toEqual([]);
  });

  it('names the file of every test that it quotes', () => {
    const quoted = DOCUMENT.match(/“[^”]+”/g) ?? [];
    expect(quoted).toHaveLength(tests.length);
  });
});
