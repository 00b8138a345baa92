import { runWorker } from './process/run-worker';

void runWorker();
