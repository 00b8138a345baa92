import { Command } from 'nest-commander';
import { CliCommand } from '../../../platform/cli/cli-command';
import { table } from '../../../platform/cli/table';
import { SystemClock } from '../../../platform/clock';
import { examine } from '../doctor';
import type { Finding, Status } from '../finding';

@Command({
  name: 'doctor',
  description: 'Check everything that the service needs; exit code 1 if something does not work',
})
export class DoctorCommand extends CliCommand {
  async run(): Promise<void> {
    const checks = await examine(new SystemClock());
    const status = worstOf(checks);
    this.print({ status, checks }, toText);
    if (status === 'fault') process.exitCode = 1;
  }
}

function worstOf(checks: readonly Finding[]): Status {
  const order: readonly Status[] = ['fault', 'warning'];
  return order.find((status) => checks.some((check) => check.status === status)) ?? 'ok';
}

function toText({ checks }: { readonly checks: readonly Finding[] }): string {
  const rows = checks.map(({ status, check, finding }) => [status, check, finding]);
  return table(['STATUS', 'CHECK', 'FINDING'], rows);
}
