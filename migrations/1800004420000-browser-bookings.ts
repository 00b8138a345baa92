import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bookings with browser keys, which are limited by client address and by guest. */
export class BrowserBookings1800004420000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table browser_bookings (
        appointment_id integer constraint browser_bookings_pkey primary key
          constraint browser_bookings_appointment_id_fkey references appointments on delete cascade,
        -- The first of the keys that took each other's place.
        key_origin_id integer not null,
        -- A digest of the key and the client address.
        visitor text not null,
        created_at timestamptz not null
      );
      -- Counts the bookings of a visitor.
      create index browser_bookings_visitor_idx on browser_bookings (visitor, created_at);
      -- Finds those that are deleted, because they count no more.
      create index browser_bookings_created_at_idx on browser_bookings (created_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table browser_bookings');
  }
}
