import { Command } from 'nest-commander';
import { CliCommand } from '../../platform/cli/cli-command';
import { type Demo, DemoService } from './demo.service';

@Command({ name: 'demo', description: 'Fill an empty database with a small example business' })
export class DemoCommand extends CliCommand {
  async run(): Promise<void> {
    await this.services.use(async (services) => {
      this.print(await services.get(DemoService).fill(), toText);
    });
  }
}

function toText({ providers, services, customers, appointments, key, requests }: Demo): string {
  return [
    `Created ${providers} providers, ${services} services, ${customers} customers and ${appointments} appointments.`,
    '',
    'A key of the administrator, shown only this once:',
    '',
    `  ${key}`,
    '',
    'Requests to paste while the service runs (npm start):',
    ...requests.flatMap(({ title, command }) => ['', `# ${title}`, command]),
  ].join('\n');
}
