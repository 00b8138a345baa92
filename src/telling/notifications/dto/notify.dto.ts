import { Field } from '../../../platform/http/validation/field';
import { oneOf } from '../../../platform/http/validation/text-types';
import { type Channel, CHANNELS, EVENTS, type NotificationEvent } from '../notification.entity';

/** Body of POST /appointments/{id}/notify (decisions, section 7). */
export class Notify {
  @Field(oneOf(CHANNELS), { optional: true, default: 'email', example: 'email' })
  channel?: Channel;

  @Field(oneOf(EVENTS), {
    optional: true,
    example: 'confirmation',
    description: 'Left out: `cancellation` of a cancelled appointment, `confirmation` of any other',
  })
  event?: NotificationEvent;
}
