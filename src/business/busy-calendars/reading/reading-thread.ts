/** The entry point of the thread that reads one calendar. It imports no more than reading needs. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Reading, type ReadingTask, readBusyTimes } from './busy-times';
import { UnreadableCalendarError } from './unreadable';

/** The message of the thread: what is busy, or why the calendar cannot be read. */
export type ReadingAnswer = { readonly reading: Reading } | { readonly fault: string };

function answer(): ReadingAnswer {
  try {
    return { reading: readBusyTimes(workerData as ReadingTask) };
  } catch (error) {
    // The messages of other errors may contain parts of the calendar.
    const isKnown = error instanceof UnreadableCalendarError;
    return { fault: isKnown ? error.message : 'has an event that cannot be read' };
  }
}

parentPort?.postMessage(answer());
