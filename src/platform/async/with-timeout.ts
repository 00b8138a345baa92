/** What `work` gives, or an error after `ms`; but not when an answer is there that a busy process has not read yet. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(reject, new Error(`no answer in ${ms} ms`)), ms);
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
