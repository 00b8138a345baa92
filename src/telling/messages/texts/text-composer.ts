import { Inject, Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../platform/config/config';
import type { DueMessage } from '../due-message';
import { shortTextOf } from '../mail/short-text';
import { LINK_PLACE } from '../link-place';

/** An SMS that webhooks can be sent. */
export interface DueText {
  readonly text: string;
  readonly expiresAt: Date;
}

/** Composes SMS from the facts that were stored when the message was queued. */
@Injectable()
export class TextComposer {
  private readonly logger = new Logger('Messages');

  constructor(@Inject(Config) private readonly config: Config) {}

  async compose(message: DueMessage): Promise<DueText> {
    const manageUrl = message.manageUrl === null ? null : LINK_PLACE;
    const text = await shortTextOf({ ...message, manageUrl }, this.config, (faults) => {
      this.logger.warn({ faults }, 'Templates of SMS have faults, so the own ones are used');
    });
    return { text, expiresAt: new Date(expiryOf(message)) };
  }
}

/** From when on an SMS is of no use: the end of the offer, or the start of the appointment, of several the first one. Epoch ms. */
export function expiryOf({ facts }: DueMessage): number {
  return facts.expiresAt ?? facts.start;
}
