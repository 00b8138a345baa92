import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The dates and local times as which closures and time off were given, and the zone in which they were read: new zone rules move them.
 * Those of before keep their instants, as it is not known how they were given.
 */
export class GivenDates1800003531000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table closures add column given_start text, add column given_end text, add column given_zone text;
      alter table time_off add column given_start text, add column given_end text, add column given_zone text;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table closures drop column given_start, drop column given_end, drop column given_zone;
      alter table time_off drop column given_start, drop column given_end, drop column given_zone;
    `);
  }
}
