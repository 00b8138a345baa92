import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The calendar feeds of locations, and that of the business. */
export class SharedFeeds1800003810000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table location_feeds (
        -- The id of the location, which has at most one feed.
        id int constraint location_feeds_pkey primary key
          constraint location_feeds_id_fkey references locations (id) on delete cascade,
        key_id text not null,
        secret_hash bytea not null,
        created_at timestamptz not null
      );
      create table business_feeds (
        id int constraint business_feeds_pkey primary key constraint business_feeds_one_row check (id = 1),
        key_id text not null,
        secret_hash bytea not null,
        created_at timestamptz not null
      );
      -- GET /feeds/{token}.ics: the feed of a link.
      create unique index location_feeds_key_id_key on location_feeds (key_id);
      create unique index business_feeds_key_id_key on business_feeds (key_id);
    `);
    await queryRunner.query(`
      create trigger audit after insert or update or delete on location_feeds for each row
        execute function audit_row('location-feeds', '{}', '{secret_hash}');
      create trigger audit after insert or update or delete on business_feeds for each row
        execute function audit_row('business-feeds', '{}', '{secret_hash}');
      create trigger end_secret after update of secret_hash or delete on location_feeds for each row execute function end_secret();
      create trigger end_secret after update of secret_hash or delete on business_feeds for each row execute function end_secret();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table business_feeds, location_feeds');
  }
}
