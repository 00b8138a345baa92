import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AppointmentMessage, MessageSubject } from '../../../booking/diary/writes/customer-messages';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { valuesFor } from '../../../platform/database/named';
import { beforesOf } from '../message-past';
import { INSERT_PROVIDER_MESSAGES } from './provider-messages.statements';

/** Queues messages to the providers of appointments, as NOTIFY_PROVIDERS says. */
@Injectable()
export class ProviderMessages {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** As `CustomerMessages.queue`, to the providers that the change concerns. Sends no statement when no provider is told of anything. */
  async queue(
    tx: EntityManager,
    subjects: readonly MessageSubject[],
    change: AppointmentMessage,
  ): Promise<void> {
    const { notifyProviders, businessTimeZone } = this.config;
    if (notifyProviders.length === 0) return;
    const now = new Date(this.clock.now());
    const kinds = notifyProviders.map((each) => `provider-${each}`);
    const ids = subjects.map(({ id }) => id);
    const values = {
      event: change,
      zone: businessTimeZone,
      now,
      about: ids,
      kinds,
      befores: beforesOf(subjects),
    };
    await this.database.rows(INSERT_PROVIDER_MESSAGES, valuesFor(INSERT_PROVIDER_MESSAGES, values), tx);
  }
}
