import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when the customers of a service may cancel and move what they have booked. */
export class Policies1800003680000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table services
        -- Minutes before the start; null: always.
        add column cancel_until_min int,
        add column move_until_min int,
        add column policy_text text,
        -- holds for the version before: it leaves the columns null.
        -- blocks writes: a service has few rows, and the check reads each once.
        add constraint services_policies_sane
          check (cancel_until_min between 0 and 525600 and move_until_min between 0 and 525600);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table services drop constraint services_policies_sane,
        drop column policy_text, drop column move_until_min, drop column cancel_until_min;
    `);
  }
}
