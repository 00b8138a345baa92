import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysModule } from '../../people/api-keys/api-keys.module';
import { KeyAdministration } from './key-administration';

/** Apart from the keys themselves, so that the commands do not load controllers. */
@Module({ imports: [ApiKeysModule], controllers: [ApiKeysController], providers: [KeyAdministration] })
export class KeyAdministrationModule {}
