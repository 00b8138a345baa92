import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes that answer for appointments by themselves: thousands that are counted or put in order need not be visited. What is
 * only read there is part of the key, as TypeORM knows no INCLUDE.
 */
export class CoveringIndexes1790000100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index appointments_customer_id_idx, appointments_provider_id_idx, appointments_service_id_idx, appointments_start_at_idx;

      -- GET /appointments/search: those of the customers, providers or services that have a word, whoever else must have another;
      -- and GET /appointments with such a filter.
      create index appointments_customer_id_idx on appointments (customer_id, start_at, id, service_id, provider_id);
      create index appointments_provider_id_idx on appointments (provider_id, start_at, id, service_id, customer_id);
      create index appointments_service_id_idx on appointments (service_id, start_at, id, customer_id);
      -- GET /appointments in the order of time; GET /appointments/summary: what is ahead, today and this week.
      create index appointments_start_at_idx on appointments (start_at, id, status, payment_status, price);

      -- An index answers only for what was vacuumed. By default a fifth of the table must have changed before that is done.
      alter table appointments set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table appointments reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
      drop index appointments_customer_id_idx, appointments_provider_id_idx, appointments_service_id_idx, appointments_start_at_idx;
      create index appointments_start_at_idx on appointments (start_at, id);
      create index appointments_provider_id_idx on appointments (provider_id, start_at);
      create index appointments_customer_id_idx on appointments (customer_id, start_at);
      create index appointments_service_id_idx on appointments (service_id, start_at);
    `);
  }
}
