import { runCommandLine } from './process/run-command-line';

void runCommandLine();
