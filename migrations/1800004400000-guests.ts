import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a booking said of a customer whom its key did not see: narrowed keys are told no more, until the row is opened. */
export class Guests1800004400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Null: the row shows its customer.
      alter table appointments add column guest jsonb;
      alter table waitlist_entries add column guest jsonb;
      ${audits(',guest')}
    `);
    await queryRunner.query(OPEN_GUEST);
    await queryRunner.query(`
      create trigger open_guest before update on appointments for each row
        when (old.guest is not null and new.guest is not null) execute function open_guest();
      -- An offer is made by the service, also while a request for another entry runs.
      create trigger open_guest before update on waitlist_entries for each row
        when (old.guest is not null and new.guest is not null and (new.status <> 'offered' or old.status = 'offered'))
        execute function open_guest();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop trigger open_guest on appointments;
      drop trigger open_guest on waitlist_entries;
      drop function open_guest;
      ${audits('')}
      alter table waitlist_entries drop column guest;
      alter table appointments drop column guest;
    `);
  }
}

/** The audit trail leaves out what the customer or the attendee has already. @param guest the column, after a comma */
function audits(guest: string): string {
  return `
      create or replace trigger audit after insert or update or delete on appointments for each row
        execute function audit_row('appointments', '{booked_start,booked_zone,busy${guest}}', '{}', '{updated_at}');
      create or replace trigger audit after insert or update or delete on waitlist_entries for each row
        execute function audit_row('waitlist', '{ends_at${guest}}', '{}');`;
}

/**
 * What was said of a customer goes with the customer. A row is opened by a write of a key that is not narrowed, or of the customer by a
 * link. Nothing else opens it: neither a narrowed key nor a visitor of a page, nor the service itself, nor what follows from the change of
 * another row (depth 2). A link that a visitor has seen shows nothing of who follows it. The version before this one does not say that its
 * key is narrowed, but it makes no such rows.
 */
const OPEN_GUEST = `
  create function open_guest() returns trigger language plpgsql set search_path from current as $$
  declare
    context constant jsonb := nullif(current_setting('scheduling.write_context', true), '')::jsonb;
  begin
    if new.customer_id <> old.customer_id or pg_trigger_depth() = 1 and context ->> 'via' in ('api', 'mcp') and not context ?| array['reach', 'visitor']
      and not (context ? 'byLink' and new.guest ? 'hasLink') then
      new.guest := null;
    end if;
    return new;
  end $$;`;
