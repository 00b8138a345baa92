import { runService } from './process/run-service';

void runService();
