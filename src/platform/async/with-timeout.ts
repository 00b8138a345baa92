/** The result of `work`, or an error after `ms` and one more turn of the event loop: the answer may already be in the socket buffer. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(reject, new Error(`no answer in ${ms} ms`)), ms);
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
