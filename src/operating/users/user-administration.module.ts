import { Module } from '@nestjs/common';
import { ProviderAccountsModule } from '../../business/providers/provider-accounts.module';
import { UsersModule } from '../../people/users/users.module';
import { UserAdministration } from './user-administration';

@Module({ imports: [ProviderAccountsModule, UsersModule], providers: [UserAdministration] })
export class UserAdministrationModule {}
