import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller';

/** The list of messages. `TellingModule` queues them, and `SendingModule` sends them. */
@Module({ controllers: [MessagesController] })
export class MessagesModule {}
