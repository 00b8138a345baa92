import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The calendar feeds of providers. */
export class ProviderFeeds1800001600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table provider_feeds (
        -- The id of the provider, who has at most one feed.
        id int constraint provider_feeds_pkey primary key
          constraint provider_feeds_id_fkey references providers (id) on delete cascade,
        key_id text not null,
        secret_hash bytea not null,
        created_at timestamptz not null
      );
      -- GET /feeds/{token}.ics: the feed of a link.
      create unique index provider_feeds_key_id_key on provider_feeds (key_id);

      create trigger audit after insert or update or delete on provider_feeds for each row
        execute function audit_row('feeds', '{}', '{secret_hash}');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table provider_feeds');
  }
}
