import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language and the clock of customers, and those that a booking gives where they differ. */
export class Languages1800003610000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table customers
        -- A language tag (BCP 47), and an IANA name; null: those of the business.
        add column language text,
        add column timezone text;
      alter table appointments
        -- Null: those of the customer.
        add column attendee_language text,
        add column attendee_timezone text;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table appointments drop column attendee_timezone, drop column attendee_language;
      alter table customers drop column timezone, drop column language;
    `);
  }
}
