import type { FieldType } from '../../../platform/http/validation/field-type';
import { parseInstant } from '../../../platform/time/instant-text';
import type { BackupFacts } from '../backup-folder';

const MIB = 1_048_576;
/** Of Linux. */
export const MAX_PATH = 4_096;

export function size({ files, bytes }: BackupFacts): string {
  return `${files} files, ${Math.ceil(bytes / MIB)} MiB`;
}

/** The option for a moment, with its seconds and an offset. */
export function givenInstant(): FieldType {
  return {
    schema: { type: 'string' },
    fault: (value) =>
      typeof value === 'string' && parseInstant(value) !== undefined
        ? undefined
        : 'must be an instant such as 2026-12-01T09:00:00Z',
  };
}

export function instantOption(text: string): Date {
  return new Date(parseInstant(text) ?? NaN);
}
