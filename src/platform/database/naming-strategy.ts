import { DefaultNamingStrategy } from 'typeorm';

/** camelCase members, snake_case columns. Constraints and indexes carry explicit names. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
