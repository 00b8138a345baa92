import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The deliveries of an event, which a person looks up now and then. Each delivery is inserted and updated once, thousands a second:
 * a block range index costs these next to nothing, where the b-tree took two entries for each.
 */
export class DeliveriesOfAnEvent1800002600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index webhook_deliveries_event_id_idx;
      -- Several intervals for each range, because a replay puts old events beside new ones.
      -- blocks writes: while the deliveries are read once; nothing is sorted.
      create index webhook_deliveries_event_id_idx on webhook_deliveries using brin (event_id int8_minmax_multi_ops)
        with (pages_per_range = 32, autosummarize = on);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index webhook_deliveries_event_id_idx;
      create index webhook_deliveries_event_id_idx on webhook_deliveries (event_id, webhook_id);
    `);
  }
}
