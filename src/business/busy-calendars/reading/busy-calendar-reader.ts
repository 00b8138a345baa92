import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { Reading, ReadingTask } from './busy-times';
import type { ReadingAnswer } from './reading-thread';
import { UnreadableCalendarError } from './unreadable-calendar';

/** What a thread may use. Real calendars of 5 MiB take a second and 150 MB. */
const LIMITS = {
  deadlineMs: 20_000,
  resources: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
};

/**
 * Tests load this file as TypeScript, which a thread cannot do: there it is the compiled file, which `npm test` makes first.
 */
const THREAD = join(
  __dirname.replace(/(^|[\\/])(?<!dist[\\/])src(?=[\\/]business[\\/])/, '$1dist/src'),
  'reading-thread.js',
);

/** Reads calendars in threads that have a deadline and a limit of memory, so that a hostile calendar stops nothing else. */
@Injectable()
export class BusyCalendarReader {
  /** @throws UnreadableCalendarError, also when the calendar takes too long or too much memory */
  read(task: ReadingTask, deadlineMs = LIMITS.deadlineMs): Promise<Reading> {
    return new Promise((resolve, reject) => {
      const thread = new Worker(THREAD, { workerData: task, resourceLimits: LIMITS.resources });
      const refuse = (message: string) => {
        reject(new UnreadableCalendarError(message));
      };
      const deadline = setTimeout(() => {
        refuse('takes too long to read');
        void thread.terminate();
      }, deadlineMs);
      thread.once('message', (answer: ReadingAnswer) => {
        if ('reading' in answer) resolve(answer.reading);
        else refuse(answer.fault);
      });
      // Among others ERR_WORKER_OUT_OF_MEMORY.
      thread.once('error', () => {
        refuse('takes too much memory to read');
      });
      thread.once('exit', () => {
        clearTimeout(deadline);
        refuse('cannot be read');
      });
    });
  }
}
