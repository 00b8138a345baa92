import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { data } from '../../platform/http/envelope/answers';
import { PathId } from '../../platform/http/parameters/path-id';
import { LinkResponse } from './dto/link.response';
import { LinkRotation } from './link-rotation';

const SHOWN = data(LinkResponse, 'The new link');
const ABOUT = {
  description:
    'The link that was shown and sent before is dead from now on, for example after it went astray. So are the links that its page shows, and those of the pages that show it: of a series and all its occurrences, of an entry of the waitlist and its appointment.',
  // It shows the new link, which takes a key that sees links.
  scope: 'appointments:write',
  ignoresBody: true,
} as const;

@ApiTags('Manage')
@Controller()
export class LinkRotationController {
  constructor(private readonly rotation: LinkRotation) {}

  @Operation('any role', 'Replace the link of an appointment', SHOWN, ABOUT)
  @Post('appointments/:id/rotate-link')
  ofAppointment(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.rotation.rotate(context, 'appointment', id);
  }

  @Operation('any role', 'Replace the link of a series', SHOWN, ABOUT)
  @Post('series/:id/rotate-link')
  ofSeries(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.rotation.rotate(context, 'series', id);
  }

  @Operation('any role', 'Replace the link of a visit', SHOWN, ABOUT)
  @Post('visits/:id/rotate-link')
  ofVisit(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.rotation.rotate(context, 'visit', id);
  }

  @Operation('any role', 'Replace the link of an entry of the waitlist', SHOWN, ABOUT)
  @Post('waitlist/:id/rotate-link')
  ofEntry(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.rotation.rotate(context, 'waitlist', id);
  }
}
