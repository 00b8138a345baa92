import { runCommandLine } from './cli/command-line';

void runCommandLine();
