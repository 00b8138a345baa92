import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finding customers by any part of their names, e-mail or phone, and listing them by last name. */
export class CustomerSearch1790000020000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create extension if not exists pg_trgm;

      -- GET /customers?q=: words anywhere, whatever their case. Lower case by ICU first: what pg_trgm itself takes for
      -- the same letter depends on the locale of the database.
      create index customers_search_idx on customers using gin (lower(
        (first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')) collate "und-x-icu"
      ) gin_trgm_ops);

      -- GET /customers in its default order.
      create index customers_last_name_idx on customers (last_name, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index customers_search_idx, customers_last_name_idx;
      drop extension pg_trgm;
    `);
  }
}
