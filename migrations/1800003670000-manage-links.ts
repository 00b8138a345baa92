import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers manage what they have booked by a link: the key that signs links, and a counter of what each link is about. */
export class ManageLinks1800003670000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // PostgreSQL 15 has no other source of random bits without an extension: each UUID has 122 of them.
    await queryRunner.query(`
      alter table instance add column link_key bytea;
      update instance set link_key = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
      -- One more ends the link before.
      alter table appointments add column link_counter int not null default 0;
      alter table series add column link_counter int not null default 0;
      alter table visits add column link_counter int not null default 0;
      alter table waitlist_entries add column link_counter int not null default 0;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table waitlist_entries drop column link_counter;
      alter table visits drop column link_counter;
      alter table series drop column link_counter;
      alter table appointments drop column link_counter;
      alter table instance drop column link_key;
    `);
  }
}
