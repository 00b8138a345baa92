import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A series and a visit have one calendar entry each in mails (docs/contributing/adr/0026-calendar-entries-in-mails.md). */
export class OneCalendarEntry1800003750000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Where the rule begins, on the clock of the zone: 2026-12-01T10:15. Null: booked by a version before, or by the previous one while
      -- it still runs; each of its appointments keeps a calendar entry of its own.
      alter table series add column first_start text;
      ${trigger('series', 'skipped,first_start')}
      -- The date by the rule, wherever the appointment has been moved.
      alter table series_occurrences add column recurs_on date;
      -- False: its appointments have calendar entries of their own, as those of the versions before.
      alter table visits add column shares_entry boolean not null default false;
      ${trigger('visits', 'shares_entry')}
      -- Such as series-5: the entry that the message is about; null: that of its appointment alone.
      alter table notifications add column calendar_entry text;
      -- The SEQUENCE of the latest message about an entry.
      -- blocks writes: while the messages are read once; none has an entry yet, so nothing is sorted.
      create index notifications_calendar_entry_idx on notifications (calendar_entry, sequence)
        where calendar_entry is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table notifications drop column calendar_entry;
      ${trigger('visits', '')}
      alter table visits drop column shares_entry;
      alter table series_occurrences drop column recurs_on;
      ${trigger('series', 'skipped')}
      alter table series drop column first_start;
    `);
  }
}

/** @param unaudited columns that the audit trail leaves out */
function trigger(table: string, unaudited: string): string {
  return `
      create or replace trigger audit after insert or update or delete on ${table} for each row
        execute function audit_row('${table}', '{${unaudited}}', '{}');`;
}
