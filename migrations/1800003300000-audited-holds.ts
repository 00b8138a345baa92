import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the audit trail of a hold is found by the UUID under which clients know it. */
export class AuditedHolds1800003300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- GET /audit?resourceId=<UUID>.
      -- blocks writes: for one pass over the trail, of which only the creations of holds are indexed.
      create index audit_entries_hold_token_idx on audit_entries ((after ->> 'token'))
        where resource = 'holds' and action = 'create';
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop index audit_entries_hold_token_idx');
  }
}
