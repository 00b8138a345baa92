import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holds of a browser key say which visitor of the page has placed them. */
export class HoldsOfVisitors1800003570000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table holds add column visitor text;
      ${trigger('booked_start,booked_zone,busy,visitor')}
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${trigger('booked_start,booked_zone,busy')}
      alter table holds drop column visitor;
    `);
  }
}

/** @param unaudited columns that the audit trail leaves out */
function trigger(unaudited: string): string {
  return `
      create or replace trigger audit after insert or update or delete on holds for each row
        execute function audit_row('holds', '{${unaudited}}', '{}');`;
}
