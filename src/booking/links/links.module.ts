import { Global, Module } from '@nestjs/common';
import { Links } from '../../platform/http/envelope/links';
import { ManageLinks } from './manage-links';
import { OldLinks } from './old-links';

/** Global: every feature that shows what is booked shows its link. */
@Global()
@Module({
  providers: [ManageLinks, OldLinks, { provide: Links, useExisting: ManageLinks }],
  exports: [Links, ManageLinks, OldLinks],
})
export class LinksModule {}
