import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { data } from '../../platform/http/envelope/answers';
import { ManagedResponse } from './dto/managed.response';
import { ManageService } from './manage.service';

const TOKEN = {
  name: 'token',
  schema: { type: 'string' },
  description: 'The secret part of the link',
} as const;
const SHOWN = data(ManagedResponse, 'What the link is about, as it is now');

@ApiTags('Manage')
@Controller('manage/:token')
export class ManageController {
  constructor(private readonly manage: ManageService) {}

  @Operation('public', 'Read what a link is about', SHOWN, {
    description:
      'The link of a customer (`manageUrl`) needs no key: its token is the permission. A link that was ended, whose appointment is over or whose customer was erased is a 404, as one that never was. Nothing is told of the customer but the answers.',
  })
  @Get()
  @ApiParam(TOKEN)
  get(@Param('token') token: string) {
    return this.manage.get(token);
  }
}
