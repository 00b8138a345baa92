import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far a lane has come. While a long transaction is open, such as a backup, PostgreSQL cannot remove index entries of what was
 * delivered; a worker that began in front of them would read them all again in each round.
 */
export class LanePositions1800002500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- The lane of new events: all deliveries up to this id have been tried. The previous version leaves it behind, which is safe.
      alter table webhook_lanes add column position bigint not null default '0';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table webhook_lanes drop column position;');
  }
}
