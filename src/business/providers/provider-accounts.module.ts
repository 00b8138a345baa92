import { Module } from '@nestjs/common';
import { UsersModule } from '../../people/users/users.module';
import { ProviderAccounts } from './provider-accounts';

/** Without HTTP, so that the command line can create providers, too. */
@Module({ imports: [UsersModule], providers: [ProviderAccounts], exports: [ProviderAccounts] })
export class ProviderAccountsModule {}
