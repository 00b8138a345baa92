import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the window of the business hours was ever set: an import may widen it only where it was not. */
export class DefaultWindow1800004300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The window as a fresh database or an import has left it. Null, or another one than the window: it was set. So a
      -- change by the previous version sets it, too.
      alter table business_hours add column default_window int4range;
      ${trigger('default_window')}
      update business_hours set default_window = int4range(work_start_min, work_end_min)
        where work_start_min = 540 and work_end_min = 1020
          and not exists (select from audit_entries where resource = 'business-hours');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${trigger('')}
      alter table business_hours drop column default_window;
    `);
  }
}

/** @param unaudited columns that the audit trail leaves out */
function trigger(unaudited: string): string {
  return `
      create or replace trigger audit after insert or update or delete on business_hours for each row
        execute function audit_row('business-hours', '{${unaudited}}', '{}');`;
}
