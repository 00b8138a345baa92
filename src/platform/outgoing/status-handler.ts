import type { Dispatcher } from 'undici';
import { connectionFailure, noAnswer } from './with-deadline';

/** The part of a useless body that is read, so that its connection can be used again. */
const DUMPED = { bytes: 16_384, ms: 1_000 };

/**
 * Gives the status of an answer as soon as it is there. The body, which may be endless or break off, is read in the background, and
 * only a small part of it. Streams and abort signals would take longer than the rest of a small request.
 */
export class StatusHandler implements Dispatcher.DispatchHandler {
  readonly status: Promise<number>;
  private resolve!: (status: number) => void;
  private reject!: (error: Error) => void;
  private controller: Dispatcher.DispatchController | undefined;
  private timer: NodeJS.Timeout;
  private isOver = false;
  private length = 0;

  constructor(private readonly deadlineMs: number) {
    this.status = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Waits one more turn of the event loop: a busy process may not have read an answer yet that is in the socket buffer.
    this.timer = setTimeout(() => setImmediate(this.giveUp), deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It waited for a connection until the deadline.
    if (this.isOver) controller.abort(noAnswer(this.deadlineMs));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    // 100 to 199 announce the answer.
    if (statusCode < 200) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.giveUp, DUMPED.ms);
    this.resolve(statusCode);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length > DUMPED.bytes) controller.abort(new Error('the rest of the answer is not read'));
  }

  onResponseEnd(): void {
    this.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end();
    this.reject(connectionFailure(error));
  }

  private readonly giveUp = (): void => {
    if (this.isOver) return;
    this.end();
    const error = noAnswer(this.deadlineMs);
    this.reject(error);
    this.controller?.abort(error);
  };

  private end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }
}
