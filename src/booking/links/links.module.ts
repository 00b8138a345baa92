import { Global, Module } from '@nestjs/common';
import { Links } from '../../platform/http/envelope/links';
import { ManageLinks } from './manage-links';

/** Global: every feature that shows what is booked shows its link. */
@Global()
@Module({
  providers: [ManageLinks, { provide: Links, useExisting: ManageLinks }],
  exports: [Links, ManageLinks],
})
export class LinksModule {}
