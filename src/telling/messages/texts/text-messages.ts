import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AppointmentMessage } from '../../../booking/appointments/changes/customer-messages';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { INSERT_TEXTS } from '../messages.statements';

/** Queues SMS to customers, as SMS says. */
@Injectable()
export class TextMessages {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** As `CustomerMessages.queueForAll`, to customers with a usable telephone number. Sends no statement while SMS is off. */
  async queue(
    tx: EntityManager,
    appointmentIds: readonly number[],
    event: AppointmentMessage,
  ): Promise<void> {
    const { notifyCustomers, sms, businessTimeZone } = this.config;
    if (sms === 'off' || !notifyCustomers) return;
    const now = new Date(this.clock.now());
    await this.database.rows(INSERT_TEXTS, [event, businessTimeZone, now, appointmentIds, now], tx);
  }
}
