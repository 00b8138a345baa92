import { DefaultNamingStrategy } from 'typeorm';
import { columnName } from '../columns';

/** Constraints and indexes have explicit names. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? columnName(propertyName);
  }
}
