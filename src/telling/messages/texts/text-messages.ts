import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AppointmentMessage, MessageSubject } from '../../../booking/diary/writes/customer-messages';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { valuesFor } from '../../../platform/database/named';
import { beforesOf } from '../message-past';
import { INSERT_TEXTS } from '../messages.statements';

/** Queues SMS to customers, as SMS says. */
@Injectable()
export class TextMessages {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** As `CustomerMessages.queue`, to customers with a usable telephone number. Sends no statement while SMS is off. */
  async queue(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    event: AppointmentMessage,
  ): Promise<void> {
    const { notifyCustomers, sms, businessTimeZone } = this.config;
    if (sms === 'off' || !notifyCustomers) return;
    const now = new Date(this.clock.now());
    const about = { about: subjects.map(({ id }) => id), endsAfter: now, befores: beforesOf(subjects) };
    const values = { event, zone: businessTimeZone, now, ...about };
    await this.database.rows(INSERT_TEXTS, valuesFor(INSERT_TEXTS, values), tx);
  }
}
