import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One more tally for each provider: its appointments of all months and statuses. The total of a plain list then adds up one row for
 * each provider, not one for each pair of statuses of each provider.
 */
export class ProviderTotals1800001800000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- No appointment may be written between the sum and the new function.
      lock table appointments in share row exclusive mode;
      insert into appointment_tallies (month, provider_id, status, payment_status, total, cents)
      select 'infinity', provider_id, '', '', sum(total), sum(cents) from appointment_tallies
      where month = '-infinity' group by provider_id order by provider_id;
    `);
    await queryRunner.query(functionThatTallies(`${OF_STATES} union all ${OF_PROVIDER}`));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('lock table appointments in share row exclusive mode');
    await queryRunner.query(functionThatTallies(OF_STATES));
    await queryRunner.query(`delete from appointment_tallies where month = 'infinity'`);
  }
}

/** The tallies of an appointment `a` by its statuses: of its month, and of all months. */
const OF_STATES = `
  select date_trunc('month', a.start_at, 'UTC') as month, a.status as status, a.payment_status as payment_status
  union all select '-infinity', a.status, a.payment_status`;
/** The tally of an appointment in which all of its provider are counted. The old version of the service reads no such row. */
const OF_PROVIDER = `select 'infinity', '', ''`;

/**
 * Runs once for each statement, so that a bulk load costs one write for each group. Rows are sorted, so that two transactions that
 * share groups lock them in the same order. A row that no change concerns, such as that of a provider whose appointment changes its
 * status, is not written.
 */
function functionThatTallies(tallies: string): string {
  const added = 'select 1 as one, * from added';
  const removed = 'select -1 as one, * from removed';
  const tally = (changed: string) => `
      insert into appointment_tallies as t
      select k.month, a.provider_id, k.status, k.payment_status, sum(one), sum(one * coalesce(a.price, 0)) * 100
      from (${changed}) a, lateral (${tallies}) k
      group by 1, 2, 3, 4 having sum(one) <> 0 or sum(one * coalesce(a.price, 0)) <> 0 order by 1, 2, 3, 4
      on conflict on constraint appointment_tallies_pkey
      do update set total = t.total + excluded.total, cents = t.cents + excluded.cents;`;
  return `
  create or replace function tally_appointments() returns trigger language plpgsql set search_path from current as $$
  begin
    if tg_op = 'INSERT' then ${tally(added)}
    elsif tg_op = 'TRUNCATE' then
      truncate appointment_tallies;
    elsif tg_op = 'DELETE' then ${tally(removed)}
    else ${tally(`${added} union all ${removed}`)}
    end if;
    return null;
  end $$;`;
}
