import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claimsIn, faultsOf, isOfDay, patched, unclaimed } from './claims';
import { asPatch, isSame, printed } from './mutants/survivors';
import { judge, type Report } from './verdict';

const FILE = `# a comment
claim doors
says README.md: **Doors shut.** Each of them
test test/doors.spec.ts: shut
test test/doors.spec.ts: lock
mended no test pushed a door
in src/door.ts: a door opens
- if (isLocked)
-   return;
+ return;
in src/door.ts: a door is open
test test/other.spec.ts
- open()
+
in src/door.ts: a door is gone
- close()
+ leave()
`;

describe('A file of claims', () => {
  const [claim] = claimsIn(FILE);

  it('has the sentence, the tests and the patches of each claim', () => {
    expect(claim).toMatchObject({
      id: 'doors',
      document: 'README.md',
      sentence: '**Doors shut.** Each of them',
      mended: ['no test pushed a door'],
      tests: [{ spec: 'test/doors.spec.ts', names: ['shut', 'lock'] }],
    });
    expect(claim?.patches[0]).toMatchObject({ file: 'src/door.ts', tests: claim?.tests });
    expect(claim?.patches[1]).toMatchObject({
      name: 'a door is open',
      tests: [{ spec: 'test/other.spec.ts' }],
    });
  });

  it('is refused with a line that means nothing', () => {
    expect(() => claimsIn('claim a\nsings: loud')).toThrow('cannot read: sings: loud');
    expect(() => claimsIn('claim a\n- text')).toThrow('cannot read: - text');
  });

  it('has each patch in one tenth of ten days', () => {
    const days = Array.from({ length: 10 }, (_, day) => `2026-11-${day + 10}`);
    for (const patch of claim?.patches ?? [])
      expect(days.filter((day) => isOfDay(patch, day))).toHaveLength(1);
  });
});

describe('A patch', () => {
  const patch = { name: 'a', file: 'f.ts', text: 'a($1)\nb', other: '$&', tests: [] };

  it('replaces its text, although the white space in it differs', () => {
    expect(patched('x a($1)   b y', patch)).toBe('x $& y');
  });

  it.each(['', 'a($1) c', 'a($1) b a($1) b'])(
    'is refused where its text does not stand exactly once: %j',
    (source) => {
      expect(() => patched(source, patch)).toThrow(/^f\.ts has [02] × a/);
    },
  );
});

describe('The check of the claims', () => {
  let root: string;

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'claims-'));
    write('README.md', '- **Doors shut.**\n  Each of them.\n- **Windows, too.** All.');
    write('src/door.ts', 'if (isLocked) return; open(); close()');
    write('test/doors.spec.ts', 'shut lock');
    write('test/other.spec.ts', '');
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  it('names what is not there: sentences, tests, names of tests, places', () => {
    write('test/other.spec.ts', 'it');
    expect(faultsOf(claimsIn(FILE), root)).toEqual([]);
    write('README.md', '**Doors open.**');
    write('src/door.ts', 'if (isLocked) return; open()');
    write('test/doors.spec.ts', 'shut');
    rmSync(join(root, 'test/other.spec.ts'));
    expect([...new Set(faultsOf(claimsIn(FILE), root))]).toEqual([
      'README.md does not say: **Doors shut.** Each of them (doors)',
      'test/doors.spec.ts has no test “lock”',
      'test/other.spec.ts is not there',
      'src/door.ts has 0 × close() (a door is gone)',
    ]);
  });

  it('names bold sentences of the README that no claim quotes', () => {
    expect(unclaimed(claimsIn(FILE), '- **Doors shut.** Each\n- **Windows, too.** All')).toEqual([
      '**Windows, too.**',
    ]);
  });
});

describe('The verdict on a run', () => {
  const run = (...results: readonly (readonly [status: string, message?: string])[]): Report => ({
    numRuntimeErrorTestSuites: 0,
    testResults: [
      {
        name: '/copy/test/a.spec.ts',
        message: '',
        assertionResults: results.map(([status, message]) => ({
          status,
          fullName: 'shuts',
          failureMessages: message === undefined ? [] : [message],
        })),
      },
    ],
  });
  const outcomeOf = (report: Report) => judge(report, '/copy').outcome;

  it('is that a test has killed the patch when an expectation was not met', () => {
    expect(judge(run(['passed'], ['failed', 'Error: expect(received).toBe(expected)']), '/copy')).toEqual({
      outcome: 'killed',
      by: ['test/a.spec.ts: shuts'],
    });
  });

  it('is that the patch has survived when all tests passed', () => {
    expect(outcomeOf(run(['passed'], ['pending']))).toBe('survived');
  });

  it.each([
    ['a file of tests does not load', { ...run(['passed']), numRuntimeErrorTestSuites: 1 }],
    ['no test has run', run(['pending'])],
    ['the program does not run', run(['failed', 'TypeError: a is not a function'])],
    ['a statement is no SQL', run(['failed', 'expect(…) syntax error at or near "from"'])],
    [
      'the service answers 500',
      run(['failed', 'expect(received).toBe(expected)\n\nExpected: 200\nReceived: 500']),
    ],
  ])('is that the patch proves nothing when %s', (_what, report) => {
    expect(outcomeOf(report)).toBe('broken');
  });
});

describe('A mutant that has survived', () => {
  const source = 'if (a)\n  b();\nelse\n  b();\n';
  const mutant = (line: number) => ({
    fileName: '/copy/f.ts',
    location: { start: { line, column: 3 }, end: { line, column: 4 } },
    replacement: 'c',
  });

  it('is told with so many lines that they stand in the file once', () => {
    expect(printed(asPatch(mutant(2), 'f.ts', source))).toBe(
      'in f.ts: why\n- if (a)\n- b();\n- else\n+ if (a)\n+ c();\n+ else',
    );
  });

  it('is explained by a patch that leads to the same code', () => {
    const [claim] = claimsIn('claim a\nin f.ts: equal\n- (a) b();\n+ (a)\n+ c();\n');
    const explains = (line: number) =>
      claim?.patches.some((patch) => isSame(patch, asPatch(mutant(line), 'f.ts', source), source));
    expect([explains(2), explains(4)]).toEqual([true, false]);
  });
});
