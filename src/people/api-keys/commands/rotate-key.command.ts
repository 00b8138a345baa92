import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId } from '../../../platform/http/validation/query-types';
import { ApiKeysModule } from '../api-keys.module';
import { ApiKeysService } from '../api-keys.service';
import { toKeyView } from './key-view';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/time/units';

const UNITS = new Map([
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
]);
const GRACE = /^(?:0|([1-9]\d{0,3})([mhd]))$/;
const MAX_DAYS = 90;

/** The option for how long a rotated key still works: `0`, or a number of minutes, hours or days such as `24h`. */
function grace(): FieldType {
  return {
    schema: { type: 'string' },
    fault: (value) =>
      typeof value === 'string' && GRACE.test(value) && graceMs(value) <= MAX_DAYS * DAY_MS
        ? undefined
        : `must be 0, or a time of at most ${MAX_DAYS} days such as 30m, 24h or 7d`,
  };
}

/** The length of a grace in ms. */
function graceMs(text: string): number {
  const [, count = '0', unit = 'm'] = GRACE.exec(text) ?? [];
  return Number(count) * (UNITS.get(unit) ?? NaN);
}

interface RotateKeyOptions {
  readonly id: number;
  readonly grace?: string;
}

/** How long both keys work. */
const DEFAULT_GRACE = '24h';

/** Prints only the new key, so that a script can read it. */
@SubCommand({
  name: 'rotate',
  description: 'Create a key with the same settings and print it; the old one ends after the grace',
})
export class RotateKeyCommand extends CliCommand {
  @Option({ flags: '--id <id>', description: 'id of the key, from api:key list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('api-keys'), value) as number;
  }

  @Option({
    flags: '--grace <time>',
    description: `how long the old key still works: 0, 30m, 24h or 7d (${DEFAULT_GRACE})`,
  })
  parseGrace(value: string): string {
    return readOption('--grace', grace(), value) as string;
  }

  async run(_: string[], options: RotateKeyOptions): Promise<void> {
    await this.services.use(
      async (services) => {
        const zone = services.get<Config>(Config).businessTimeZone;
        const after = graceMs(options.grace ?? DEFAULT_GRACE);
        const { apiKey, key } = await services.get(ApiKeysService).rotate(COMMAND_LINE, options.id, after);
        const view = toKeyView(apiKey, services.get(Clock).now(), zone);
        this.print({ ...view, key }, (created) => created.key);
      },
      { imports: [ApiKeysModule] },
    );
  }
}
