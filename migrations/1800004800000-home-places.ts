import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A customer may belong to a place before anything is booked there. */
export class HomePlaces1800004800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null: none. The previous version leaves it as it is.
    await queryRunner.query(`
      alter table customers add column home_location_id int
        constraint customers_home_location_id_fkey references locations (id) on delete set null;
      -- The customers of a narrowed key, and the deletion of a location.
      -- blocks writes: while the customers are read once; none has a home place yet, so the index is empty.
      create index customers_home_location_id_idx on customers (home_location_id) where home_location_id is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table customers drop column home_location_id');
  }
}
