/** The public face of the client. */
export type { Answer, Call, Init, Method, Operation, PathOf, Schemas } from './calls.js';
export { type Client, type ClientOptions, createClient } from './client.js';
export {
  ApiError,
  ConnectionError,
  type ErrorCode,
  ForbiddenError,
  type Reason,
  RefusedError,
  type Refusal,
  ValidationError,
} from './errors.js';
export type { Event, EventBatch, EventOptions } from './events.js';
export type { PagedPath } from './pages.js';
export type { Retry } from './retries.js';
export { SignatureError, verifyWebhook, type WebhookEvent, type WebhookHeaders } from './webhooks.js';
export type { paths } from './generated/openapi.js';
