import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An entry of the waitlist may name the place where the customer waits for a time. */
export class WaitlistLocations1800003210000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table waitlist_entries
        -- Null: at any place. The previous version offers every entry a time as if it were null.
        add column location_id int
          constraint waitlist_entries_location_id_fkey references locations (id) on delete set null;
      -- GET /waitlist?locationId=, and the deletion of a location.
      -- blocks writes: while the entries are read once; none has a location yet, so nothing is sorted.
      create index waitlist_entries_location_id_idx on waitlist_entries (location_id) where location_id is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table waitlist_entries drop column location_id');
  }
}
