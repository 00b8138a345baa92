import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { Reading, ReadingTask } from './busy-times';
import type { ReadingAnswer } from './reading-thread';
import { UnreadableCalendarError } from './unreadable';

/** Keeps a worker below 250 MB. V8 counts only what it keeps itself; `contentLines` and `offsetsOf` bound the other memory. */
const LIMITS = { deadlineMs: 20_000, memoryMb: 40 };
const RESOURCES = { maxYoungGenerationSizeMb: 4, stackSizeMb: 2 };

/**
 * Flags of the process win over the limits of a thread (`NODE_OPTIONS=--max-old-space-size=4096` would give each thread 4 GB). V8 reads
 * them when it makes a heap; that of the process exists already and keeps its size.
 */
const FLAGS_OF_HEAPS = ['max-old-space-size', 'max-semi-space-size', 'max-heap-size'];

/** Tests load this file as TypeScript, which a thread cannot do: there it is the compiled file, which `npm test` makes first. */
const THREAD = join(
  __dirname.replace(/(^|[\\/])(?<!dist[\\/])src(?=[\\/]business[\\/])/, '$1dist/src'),
  'reading-thread.js',
);

/** Reads calendars in threads that have a deadline and a limit of memory, so that a hostile calendar stops nothing else. */
@Injectable()
export class BusyCalendarReader {
  private last: Promise<unknown> = Promise.resolve();

  /** One calendar at a time, to save memory. The thread owns the bytes afterwards. @throws UnreadableCalendarError, also past a limit */
  read(task: ReadingTask, limits: Partial<typeof LIMITS> = {}): Promise<Reading> {
    const reading = this.last.then(() => this.readNow(task, { ...LIMITS, ...limits }));
    this.last = reading.catch(() => undefined);
    return reading;
  }

  private readNow(task: ReadingTask, { deadlineMs, memoryMb }: typeof LIMITS): Promise<Reading> {
    return new Promise((resolve, reject) => {
      const bytes = withBufferOfItsOwn(task.bytes);
      FLAGS_OF_HEAPS.forEach((flag) => {
        setFlagsFromString(`--${flag}=0`);
      });
      const thread = new Worker(THREAD, {
        workerData: { ...task, bytes },
        transferList: [bytes.buffer as ArrayBuffer],
        resourceLimits: { ...RESOURCES, maxOldGenerationSizeMb: memoryMb },
      });
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

/** Node keeps small texts in one buffer, which cannot be handed over. Large ones are not copied: the copies would wait long to be freed. */
function withBufferOfItsOwn(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
