import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The price of an appointment is for all its seats: a change of the seats multiplies that of one. */
export class SeatPrices1800003900000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table appointments
        -- The price of one seat when it was booked; null: there was none, a caller gave the price, or a version before has booked it.
        add column seat_price numeric(10, 2);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table appointments drop column seat_price');
  }
}
