import { runService } from './service';

void runService();
