import { RefusedError } from '../../platform/errors/errors';

/** There are as many webhooks as there may be. */
export class TooManyWebhooksError extends RefusedError {
  constructor(most: number) {
    super(`There are ${most} webhooks already`, { reason: 'too_many_webhooks' });
  }
}

/** Nothing is sent to a webhook that is not active. */
export class WebhookInactiveError extends RefusedError {
  constructor() {
    super('This webhook is not active', { reason: 'webhook_inactive' });
  }
}

/** Earlier replays are still to send many events to the webhook. */
export class ReplayPendingError extends RefusedError {
  constructor(most: number) {
    super(`More than ${most} events are still to be sent to this webhook again`, {
      reason: 'replay_pending',
    });
  }
}
