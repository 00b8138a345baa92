import { Module } from '@nestjs/common';
import { LinksModule } from '../../../booking/links/links.module';
import { TextLinks } from './text-links';

/** The links in SMS, for the webhooks that are sent them. */
@Module({ imports: [LinksModule], providers: [TextLinks], exports: [TextLinks] })
export class TextLinksModule {}
