import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A service may limit how many of its appointments a customer has ahead. */
export class CustomerLimits1800003441000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null: no limit. The previous version books past it.
    await queryRunner.query('alter table services add column max_active_per_customer int');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table services drop column max_active_per_customer');
  }
}
