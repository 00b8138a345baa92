import { OutgoingError } from './outgoing-error';

/** Runs a request, and aborts it after `ms`. @throws OutgoingError, which every failure becomes */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  // Waits one more turn of the event loop: a busy process may not have read an answer yet that is in the socket buffer.
  const abort = () => {
    deadline.abort();
  };
  const timer = setTimeout(() => setImmediate(abort), ms);
  try {
    return await work(deadline.signal);
  } catch (error) {
    throw deadline.signal.aborted ? noAnswer(ms) : connectionFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

export function noAnswer(ms: number): OutgoingError {
  return new OutgoingError('timeout', `no answer in ${ms / 1_000} s`);
}

/** Gives the code of an error only, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`: messages contain addresses. */
export function connectionFailure(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new OutgoingError('connection', `the connection failed: ${code}`);
}
