import { Module } from '@nestjs/common';
import { BrowserLimit } from './browser-limit';

/** For features that book, and for the worker. */
@Module({ providers: [BrowserLimit], exports: [BrowserLimit] })
export class BrowserLimitModule {}
