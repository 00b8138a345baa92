import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a place says of itself to its customers; null: what the business says. */
export class PlacesThatAreBusinesses1800004700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table locations
        add column sender_name text,
        add column phone text,
        add column email text,
        add column language text,
        add column policy_text text;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table locations drop column policy_text, drop column language, drop column email, drop column phone,
        drop column sender_name;
    `);
  }
}
