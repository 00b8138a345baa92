/** What Jest writes with `--json`. */
export interface Report {
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * `killed`: a test has failed because the product behaves otherwise. `survived`: all tests passed. `broken`: no test ran, or those that
 * failed did so because the patched program does not run, which proves nothing.
 */
export interface Verdict {
  readonly outcome: 'killed' | 'survived' | 'broken';
  /** The test files with the tests that failed; of what is broken, why. */
  readonly by: readonly string[];
}

/** Errors of a program that does not run, also where they stand in what a failed expectation says it got. */
const NOT_RUNNING =
  /(?:Syntax|Reference|Type|QueryFailed)Error|Nest can't resolve|syntax error at or near|column .* does not exist/;
const FAULT_OF_SERVER = /Received: +500|\+ +"?status"?: 500|(?:got|answered) 500|"code":"SERVER_ERROR"/;

export function judge(report: Report, root: string): Verdict {
  if (report.numRuntimeErrorTestSuites > 0)
    return { outcome: 'broken', by: report.testResults.map(({ message }) => firstLine(message)) };
  const results = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => ({ ...result, spec: name.replace(`${root}/`, '') })),
  );
  const failed = results.filter(({ status }) => status === 'failed');
  if (!results.some(({ status }) => ['passed', 'failed'].includes(status)))
    return { outcome: 'broken', by: ['no test has run'] };
  if (failed.length === 0) return { outcome: 'survived', by: [] };
  const rightly = failed.filter(({ failureMessages: [message = ''] }) => isMissed(message));
  if (rightly.length > 0)
    return { outcome: 'killed', by: rightly.map(({ spec, fullName }) => `${spec}: ${fullName}`) };
  return {
    outcome: 'broken',
    by: failed.map(({ failureMessages: [message = ''] }) => message.slice(0, 600)),
  };
}

function isMissed(message: string): boolean {
  return !NOT_RUNNING.test(message) && !FAULT_OF_SERVER.test(message);
}

function firstLine(text: string): string {
  return text.trim().split('\n', 3).join(' ');
}
