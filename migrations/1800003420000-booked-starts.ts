import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The wall clock at which appointments and holds were booked. The workers fill it in for appointments to come. */
export class BookedStarts1800003420000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table appointments add column booked_start text, add column booked_zone text;
      alter table holds add column booked_start text, add column booked_zone text;
      ${triggers('booked_start,booked_zone,busy')}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${triggers('busy')}
      alter table appointments drop column booked_start, drop column booked_zone;
      alter table holds drop column booked_start, drop column booked_zone;
    `);
  }
}

/** The audit trail has the start itself. @param unaudited columns that it leaves out */
function triggers(unaudited: string): string {
  return `
      create or replace trigger audit after insert or update or delete on appointments for each row
        execute function audit_row('appointments', '{${unaudited}}', '{}', '{updated_at}');
      create or replace trigger audit after insert or update or delete on holds for each row
        execute function audit_row('holds', '{${unaudited}}', '{}');`;
}
