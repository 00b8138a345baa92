import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many appointments each provider has in each month and state, so that nobody has to count a million of them. */
export class AppointmentTallies1790000080000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The totals of GET /appointments, and /appointments/counts and /summary. By provider, because the writers of one
      -- provider queue up already: no two of them wait for each other here.
      create table appointment_tallies (
        -- When the month of start_at begins in UTC; -infinity: of all months together.
        month timestamptz not null,
        provider_id int not null,
        status text not null,
        payment_status text not null,
        total int not null,
        -- Sum of the prices, in hundredths.
        cents bigint not null,
        constraint appointment_tallies_pkey primary key (month, provider_id, status, payment_status)
      ) with (fillfactor = 60);

      insert into appointment_tallies
      select month, provider_id, status, payment_status, count(*), coalesce(sum(price), 0) * 100
      from appointments, unnest(array['-infinity', date_trunc('month', start_at, 'UTC')]) month
      -- Those of all months lie beside each other: they are read together.
      group by 1, 2, 3, 4 order by 1, 2, 3, 4;

      -- Once for each statement, so that a bulk load costs no more than its groups. Sorted, so that two writers who share
      -- groups meet in the same order.
      create function tally_appointments() returns trigger language plpgsql set search_path from current as $$
      begin
        if tg_op = 'INSERT' then
          insert into appointment_tallies as t
          select month, provider_id, status, payment_status, count(*), coalesce(sum(price), 0) * 100
          from added, unnest(array['-infinity', date_trunc('month', start_at, 'UTC')]) month
          group by 1, 2, 3, 4 order by 1, 2, 3, 4
          on conflict on constraint appointment_tallies_pkey
          do update set total = t.total + excluded.total, cents = t.cents + excluded.cents;
        elsif tg_op = 'TRUNCATE' then
          truncate appointment_tallies;
        elsif tg_op = 'DELETE' then
          insert into appointment_tallies as t
          select month, provider_id, status, payment_status, -count(*), coalesce(sum(price), 0) * -100
          from removed, unnest(array['-infinity', date_trunc('month', start_at, 'UTC')]) month
          group by 1, 2, 3, 4 order by 1, 2, 3, 4
          on conflict on constraint appointment_tallies_pkey
          do update set total = t.total + excluded.total, cents = t.cents + excluded.cents;
        else
          insert into appointment_tallies as t
          select month, provider_id, status, payment_status, sum(one), sum(one * coalesce(price, 0)) * 100
          from (select 1 as one, * from added union all select -1, * from removed) changed,
            unnest(array['-infinity', date_trunc('month', start_at, 'UTC')]) month
          group by 1, 2, 3, 4 having sum(one) <> 0 or sum(one * coalesce(price, 0)) <> 0 order by 1, 2, 3, 4
          on conflict on constraint appointment_tallies_pkey
          do update set total = t.total + excluded.total, cents = t.cents + excluded.cents;
        end if;
        return null;
      end $$;

      create trigger appointments_tally_insert after insert on appointments
        referencing new table as added for each statement execute function tally_appointments();
      create trigger appointments_tally_update after update on appointments
        referencing old table as removed new table as added for each statement execute function tally_appointments();
      create trigger appointments_tally_delete after delete on appointments
        referencing old table as removed for each statement execute function tally_appointments();
      create trigger appointments_tally_truncate after truncate on appointments
        for each statement execute function tally_appointments();

      -- GET /appointments?sort=end and sort=status.
      create index appointments_end_at_idx on appointments (end_at, id);
      create index appointments_status_idx on appointments (status, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index appointments_end_at_idx, appointments_status_idx;
      drop function tally_appointments cascade;
      drop table appointment_tallies;
    `);
  }
}
