import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../people/api-keys/api-keys.module';
import { DemoService } from './demo.service';

@Module({ imports: [ApiKeysModule], providers: [DemoService], exports: [DemoService] })
export class DemoModule {}
