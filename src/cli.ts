import { runCommandLine } from './platform/cli/command-line';

void runCommandLine();
