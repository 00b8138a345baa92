import { DefaultNamingStrategy } from 'typeorm';

/** Members are camelCase, columns snake_case. Constraints and indexes have explicit names. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
