import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMMANDS } from '../../../src/commands';
import { REASONS } from '../../../src/booking/engine';
import type { ErrorDoc } from '../../../src/platform/http/envelope/error-doc';
import { ERROR_DOCS } from '../../../src/platform/http/envelope/error-docs';

const ROOT = join(__dirname, '../../..');
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'clients/typescript/README.md',
  'bench/soak/README.md',
  'embedded-postgres/README.md',
  'importers/easy-appointments/README.md',
  'test/proof/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const textOf = (document: string) => readFileSync(join(ROOT, document), 'utf8');

/** Those who build on the service and those who run it, not those who change it. */
const isForUsers = (document: string) => /^README|^docs\/(README|guide|reference|operating)/.test(document);
const { scripts: SCRIPTS } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
const NAMES = new Set(Object.keys(COMMANDS).flatMap((command) => command.split(' ')));

const isRule = (reason: string) => (REASONS as readonly string[]).includes(reason);
const reasonOf = ({ details }: ErrorDoc) => (details as { reason?: string } | undefined)?.reason;

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

describe('The documentation', () => {
  it.each(DOCUMENTS)('in %s links only to files and headings that exist', (document) => {
    const links = [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? document : join(dirname(document), file);
      if (!existsSync(join(ROOT, target))) return true;
      if (anchor === undefined || !target.endsWith('.md')) return false;
      const headings = [...textOf(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        anchorOf(heading),
      );
      return !headings.includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(DOCUMENTS)('in %s has lines of prose of at most 120 characters', (document) => {
    const prose = textOf(document).replaceAll(/^( *)```[^]*?^\1```/gm, '');
    const long = prose
      .split('\n')
      .filter((line) => line.length > 120 && !/^\||^ *\S*\]?\(?http|^#/.test(line));
    // A code span or a link is not broken.
    expect(long.filter((line) => line.replaceAll(/`[^`]*`|\([^)]*\)/g, '').length > 120)).toEqual([]);
  });

  it.each(DOCUMENTS)('in %s names only files that exist', (document) => {
    const named = [
      ...textOf(document).matchAll(/`((?:src|test|bin|bench|deploy|migrations|docs)\/[\w./-]+)`/g),
    ];
    const isMissing = (file: string) =>
      ![ROOT, join(ROOT, dirname(document))].some((folder) => existsSync(join(folder, file)));
    const missing = named.map(([, file = '']) => file).filter(isMissing);
    expect(missing).toEqual([]);
  });

  it.each(DOCUMENTS)('in %s names only scripts and commands that exist', (document) => {
    const scripts = [...textOf(document).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(
      ([, name = '']) => name,
    );
    const commands = [...textOf(document).matchAll(/cli -- ([a-z:]+(?: [a-z][a-z-]*)?)/g)].flatMap(
      ([, words = '']) => words.split(' '),
    );
    expect(scripts.filter((name) => !(name in SCRIPTS))).toEqual([]);
    expect(commands.filter((name) => !NAMES.has(name))).toEqual([]);
  });

  it.each(DOCUMENTS.filter(isForUsers))('in %s, for users, names no source file and no test', (document) => {
    const named = textOf(document).match(/(?<![\w/])(?:src|test|bin|migrations)\/[\w./-]+|[\w/-]+\.tsx?\b/g);
    expect(named ?? []).toEqual([]);
  });

  it('explains every reason of a refusal, those of the engine in the order of its rules', () => {
    const [rules = '', others = ''] =
      textOf('docs/reference/errors.md').split('## Why a time cannot be booked')[1]?.split('## Other') ?? [];
    const listed = (text: string) => [...text.matchAll(/^\| `(\w+)`/gm)].map(([, reason]) => reason);
    const documented = Object.values(ERROR_DOCS).flatMap((doc) => reasonOf(doc) ?? []);
    expect(listed(rules)).toEqual(REASONS);
    expect(new Set(listed(others))).toEqual(new Set(documented.filter((reason) => !isRule(reason))));
  });

  it('has every page and section that a source comment names', () => {
    const references = sourceFiles().flatMap((file) =>
      [...textOf(file).matchAll(/(docs\/[\w/-]+\.md)(?:, ([A-Z][a-z]+(?: [a-z]+)*))?/g)].map(
        ([, page = '', section]) => ({ file, page, section }),
      ),
    );
    const isMissing = ({ page, section }: { page: string; section: string | undefined }) =>
      !existsSync(join(ROOT, page)) ||
      (section !== undefined && !new RegExp(`^#+ ${section}$`, 'm').test(textOf(page)));
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter(isMissing)).toEqual([]);
  });
});

function sourceFiles(): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name}`);
}
