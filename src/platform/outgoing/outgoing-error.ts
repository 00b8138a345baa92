/** Why a request got no answer. */
export type OutgoingFault =
  | 'url'
  | 'private_address'
  | 'unknown_host'
  | 'timeout'
  | 'connection'
  | 'too_long'
  | 'redirects'
  | 'encoding';

/** A request that got no usable answer. `message` is one short line that may be shown to a caller. */
export class OutgoingError extends Error {
  constructor(
    readonly fault: OutgoingFault,
    message: string,
  ) {
    super(message);
  }
}
