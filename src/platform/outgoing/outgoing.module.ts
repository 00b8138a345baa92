import { Module } from '@nestjs/common';
import { HostLookup } from './host-lookup';
import { OutgoingHttp } from './outgoing-http';

@Module({ providers: [HostLookup, OutgoingHttp], exports: [OutgoingHttp] })
export class OutgoingModule {}
