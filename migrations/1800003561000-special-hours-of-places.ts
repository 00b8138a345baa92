import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Special hours may be those of one place. */
export class SpecialHoursOfPlaces1800003561000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table special_hours
        -- Null: a provider, or the whole business. The previous version takes those of a place for those of the business.
        add column location_id int constraint special_hours_location_id_fkey references locations (id) on delete cascade;
      drop index special_hours_on_date_key;
      -- PUT /special-hours/{date} reads by them; there is one entry of a date for the business, and for each location.
      -- blocks writes: while the special hours are read twice, some for each provider and holiday.
      -- holds for the version before: it names no location, and the business has one entry of a date as before.
      create unique index special_hours_on_date_key on special_hours (on_date)
        where provider_id is null and location_id is null;
      create unique index special_hours_location_id_on_date_key on special_hours (location_id, on_date)
        where location_id is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      delete from special_hours where location_id is not null;
      drop index special_hours_on_date_key;
      alter table special_hours drop column location_id;
      create unique index special_hours_on_date_key on special_hours (on_date) where provider_id is null;
    `);
  }
}
