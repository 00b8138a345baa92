import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The release of the zone rules by which all that lay ahead had its wall clock. */
export class ReviewedZoneRules1800003532000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table instance add column reviewed_zone_rules text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table instance drop column reviewed_zone_rules`);
  }
}
