import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds customers by telephone number, however it is spelled. */
export class PhoneNumbers1800004430000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(String.raw`
      -- blocks writes: while the customers are read once and their numbers are sorted.
      create index customers_phone_idx on customers (regexp_replace(phone, '\(0\)|\D', '', 'g'));
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index customers_phone_idx');
  }
}
