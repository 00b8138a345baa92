import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../../platform/config/config';
import { erasedValues } from '../../../platform/database/columns';
import { Database, type Statement } from '../../../platform/database/database';
import { type MessageName, outboxFile, outboxFolder, removeFromOutbox } from '../mail/outbox';
import { Message } from '../message.entity';

/** What is left in the audit trail of a message to a person. */
export const ERASED_MESSAGE = erasedValues(Message.columns);

const NAME = 'id, created_at as "createdAt", event';

const DELETE: Statement = {
  name: 'messages.erase',
  text: `delete from notifications where customer_id = any ($1) returning ${NAME}`,
};

/** The messages about the appointments $1 that name one of the persons $2. */
const ERASE_ATTENDEES: Statement = {
  name: 'messages.erase-attendees',
  text: `
    update notifications set snapshot = snapshot || '{"attendeeName": null}', said = null
    where appointment_id = any ($1) and snapshot -> 'attendeeName' = any ($2::jsonb[]) returning ${NAME}`,
};

/** Deletes the messages to customers. What is queued is not sent any more: its job finds no message. */
@Injectable()
export class MessageErasure {
  private readonly logger = new Logger('Messages');

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** @returns the names of their files in the outbox, which `removeFiles` deletes after the commit */
  async erase(tx: EntityManager, customerIds: readonly number[]): Promise<string[]> {
    return this.filesOf(tx, DELETE, [customerIds]);
  }

  /** Removes names from the messages about appointments that other customers have by now. @param names as JSON @returns as `erase` */
  eraseAttendees(
    tx: EntityManager,
    appointmentIds: readonly number[],
    names: readonly string[],
  ): Promise<string[]> {
    return this.filesOf(tx, ERASE_ATTENDEES, [appointmentIds, names]);
  }

  /** Deletes files of the outbox of this process. What it cannot delete, and files of other processes, go with `OutboxSweep`. */
  async removeFiles(names: readonly string[]): Promise<void> {
    try {
      await removeFromOutbox(outboxFolder(this.config.dataDir), names);
    } catch (error) {
      this.logger.warn({ err: error }, 'Files of the outbox could not be deleted');
    }
  }

  private async filesOf(
    tx: EntityManager,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<string[]> {
    return (await this.database.rows<MessageName>(statement, values, tx)).map(outboxFile);
  }
}
