import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first answers to requests that carried an Idempotency-Key. */
export class Idempotency1790000070000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Kept for 24 hours. The body is an answer, so it holds what answers hold, people included; of the request there is
      -- only a hash.
      create table idempotency_records (
        api_key_id int constraint idempotency_records_api_key_id_fkey references api_keys (id) on delete cascade,
        key text not null,
        fingerprint bytea not null,
        kind text not null constraint idempotency_records_kind_known check (kind in ('resource', 'envelope', 'error')),
        status smallint not null,
        -- As it went out, byte by byte: jsonb would put its members into another order.
        body text not null,
        created_at timestamptz not null,
        constraint idempotency_records_pkey primary key (api_key_id, key)
      );
      -- What has expired, oldest first: each new record sweeps some of it out.
      create index idempotency_records_created_at_idx on idempotency_records (created_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table idempotency_records');
  }
}
