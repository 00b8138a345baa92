import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A closure may be of one place alone. */
export class ClosuresOfPlaces1800003560000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Null: the whole business. The previous version takes every closure as such.
    await queryRunner.query(`
      alter table closures
        add column location_id int constraint closures_location_id_fkey references locations (id) on delete cascade;
      -- GET /closures?locationId=, and the deletion of a location.
      -- blocks writes: while the closures are read once, a few a year.
      create index closures_location_id_idx on closures (location_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Those of a place would shut the whole business.
    await queryRunner.query('delete from closures where location_id is not null');
    await queryRunner.query('alter table closures drop column location_id');
  }
}
