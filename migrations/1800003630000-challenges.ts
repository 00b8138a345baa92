import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browser keys book with solved challenges, each of which is good once. */
export class Challenges1800003630000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- With which all processes sign challenges; null: none was needed yet.
      alter table instance add column challenge_secret text;
      create table used_solutions (
        signature text constraint used_solutions_pkey primary key,
        expires_at timestamptz not null
      );
      -- Finds those that are deleted, because their challenge has expired.
      create index used_solutions_expires_at_idx on used_solutions (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table used_solutions;
      alter table instance drop column challenge_secret;
    `);
  }
}
