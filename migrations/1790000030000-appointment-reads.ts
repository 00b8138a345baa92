import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finding appointments by what their notes say, and the latest of them. */
export class AppointmentReads1790000030000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- GET /appointments?q=: words anywhere in the notes, whatever their case. Lower case by ICU first: what pg_trgm
      -- itself takes for the same letter depends on the locale of the database.
      create index appointments_notes_search_idx on appointments using gin (lower(notes collate "und-x-icu") gin_trgm_ops)
        where notes is not null;

      -- GET /appointments?sort=createdAt:desc and updatedAt:desc: what is new, for those who keep a copy.
      create index appointments_created_at_idx on appointments (created_at, id);
      create index appointments_updated_at_idx on appointments (updated_at, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'drop index appointments_notes_search_idx, appointments_created_at_idx, appointments_updated_at_idx',
    );
  }
}
