import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a booking says of the person who comes, where it differs from the stored customer: a parent books for a child. */
export class Attendee1800000100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'alter table appointments add column attendee_name text, add column attendee_phone text',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table appointments drop column attendee_name, drop column attendee_phone');
  }
}
