import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a customer was erased, and how to find what the audit trail still holds of a customer. */
export class PersonalData1800001700000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table customers add column erased_at timestamptz;

      -- The rows that the trail knows as those of a customer and the tables do not, for an erasure or an export: appointments and
      -- entries of the waitlist that were deleted or given to another customer, and messages. A booking adds nothing to it.
      create index audit_entries_former_customer_idx on audit_entries (((before ->> 'customer_id')::int))
        where before ->> 'customer_id' is not null and
          (resource = 'notifications' or after is null or before ->> 'customer_id' <> after ->> 'customer_id');
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index audit_entries_former_customer_idx;
      alter table customers drop column erased_at;
    `);
  }
}
