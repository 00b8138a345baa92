/**
 * The result of `work`, or an error after `ms`. It waits one more turn of the event loop: a busy process may not have read an answer
 * yet that is in the socket buffer.
 */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(reject, new Error(`no answer in ${ms} ms`)), ms);
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
