import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { read } from '../../platform/http/envelope/answers';
import { CatalogueService } from './catalogue.service';
import { CatalogueResponse, WholeCatalogueResponse } from './dto/catalogue.dto';

const CATALOGUE = read(CatalogueResponse, 'All that can be booked', { withKey: WholeCatalogueResponse });

@ApiTags('Catalogue')
@Controller('catalogue')
export class CatalogueController {
  constructor(private readonly catalogue: CatalogueService) {}

  @Operation('any role', 'Read all that can be booked', CATALOGUE, {
    description:
      'With one request all that is active, and the locations. Each entry is the one that its own list shows the same key.',
    browser: 'public',
    narrowed: 'catalogue',
  })
  @Get()
  read() {
    return this.catalogue.read();
  }
}
