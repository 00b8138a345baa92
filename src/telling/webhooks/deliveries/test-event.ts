/** The type of what POST /webhooks/{id}/test sends. It is no event: it has no number, and GET /events does not show it. */
export const TEST = 'webhook.test';
