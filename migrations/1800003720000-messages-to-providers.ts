import type { MigrationInterface, QueryRunner } from 'typeorm';

const KNOWN = ['confirmation', 'reminder', 'cancellation', 'reschedule', 'offer'];
const TO_PROVIDERS = ['provider-booked', 'provider-moved', 'provider-cancelled'];

/** Messages to providers about appointments. */
export class MessagesToProviders1800003720000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table notifications
        -- Whom a message to a provider is for; null: it is for the customer. No foreign key, like that of the appointment.
        add column provider_id int,
        drop constraint notifications_event_known,
        -- holds for the version before: it allows all that the former one allowed.
        add constraint notifications_event_known check (event in (${listOf([...KNOWN, ...TO_PROVIDERS])}));
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      delete from notifications where provider_id is not null;
      alter table notifications
        drop column provider_id,
        drop constraint notifications_event_known,
        add constraint notifications_event_known check (event in (${listOf(KNOWN)}));
    `);
  }
}

function listOf(events: readonly string[]): string {
  return events.map((event) => `'${event}'`).join(', ');
}
