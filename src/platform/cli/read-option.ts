import type { FieldType } from '../http/validation/field-type';
import { UsageError } from './usage-error';

/**
 * Reads the value of an option by the rules of the same field in the API.
 * @param name with its dashes
 * @returns the value in its stored form, of the type that `type` describes
 * @throws UsageError
 */
export function readOption(name: string, type: FieldType, text: string): unknown {
  // Commander takes the next word as the value, even when it is another option.
  if (text.startsWith('--')) throw new UsageError(`${name} needs a value`);
  const value = type.clean?.(text) ?? text;
  const fault = type.fault(value);
  if (fault !== undefined) throw new UsageError(`${name} ${fault}`);
  return value;
}
