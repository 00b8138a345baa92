import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a busy calendar takes for busy, which of its events cannot be read, and when a worker last tried. */
export class ReadCalendarsBetter1800003000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table busy_calendars
        -- opaque: what is not marked as free. all: everything.
        add column busy_if text not null default 'opaque',
        -- The first events that the last reading left out, as {uid, line, why}, and the number of all.
        add column unreadable jsonb not null default '[]',
        add column unreadable_events int not null default 0,
        -- When a worker last began a fetch: the calendar that waits longest comes first, not one whose reading ended a worker.
        add column attempted_at timestamptz;

      create or replace trigger audit after insert or update or delete on busy_calendars for each row
        execute function audit_row('busy-calendars',
          '{updated_at,last_fetched_at,last_error,etag,last_modified,read_until,read_zone,next_fetch_at,attempted_at,unreadable,unreadable_events}',
          '{url}');

      -- Each calendar is read anew, though its server may answer that it has not changed.
      update busy_calendars set read_until = null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create or replace trigger audit after insert or update or delete on busy_calendars for each row
        execute function audit_row('busy-calendars',
          '{updated_at,last_fetched_at,last_error,etag,last_modified,read_until,read_zone,next_fetch_at}', '{url}');
      alter table busy_calendars
        drop column busy_if, drop column unreadable, drop column unreadable_events, drop column attempted_at;
    `);
  }
}
