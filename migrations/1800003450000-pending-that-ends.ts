import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A pending appointment may end by itself, and a cancelled one says by whom and why. */
export class PendingThatEnds1800003450000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table appointments
        -- When a pending appointment ends unless it is confirmed; null: it does not end by itself. Its claims have the same.
        add column expires_at timestamptz,
        -- Null for those that were cancelled before this column: it is not known by whom.
        add column cancelled_by text
          constraint appointments_cancelled_by_known check (cancelled_by in ('customer', 'business', 'expired')),
        add column cancel_reason text;
      alter table services
        -- After how many minutes its pending appointments end; null: they do not end by themselves.
        add column pending_min int constraint services_pending_min_sane check (pending_min between 5 and 10080),
        add column confirm_when_paid boolean not null default false;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table services drop column confirm_when_paid, drop column pending_min;
      alter table appointments drop column cancel_reason, drop column cancelled_by, drop column expires_at;
    `);
  }
}
