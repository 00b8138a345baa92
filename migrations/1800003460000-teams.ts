import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A service may need a team; an appointment or a hold takes the time of its helpers. */
export class Teams1800003460000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The previous version books a service without its team.
      alter table services add column team jsonb not null default '[]';
      alter table appointments add column team int[] not null default '{}';
      alter table holds add column team int[] not null default '{}';
      -- The lists, the month and the feed of a helper.
      -- blocks writes: for one pass over the appointments; none has a team yet, so nothing is sorted.
      create index appointments_team_idx on appointments using gin (team) where team <> '{}';
      -- How much of a date helpers are booked.
      -- blocks writes: for one pass over the appointments; none has a team yet, so nothing is sorted.
      create index appointments_team_start_at_idx on appointments (start_at, id) where team <> '{}';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table holds drop column team;
      alter table appointments drop column team;
      alter table services drop column team;
    `);
  }
}
