import { Injectable } from '@nestjs/common';
import { LocationsService } from '../locations/locations.service';
import { ProvidersService } from '../providers/providers.service';
import { ServicesService } from '../services/services.service';
import { type Catalogue, MOST_OF_ONE } from './dto/catalogue.dto';

/** Puts the lists of what can be booked together. Each is read by the service of its resource. */
@Injectable()
export class CatalogueService {
  constructor(
    private readonly services: ServicesService,
    private readonly providers: ProvidersService,
    private readonly locations: LocationsService,
  ) {}

  async read(): Promise<Catalogue> {
    const [offered, providers, locations] = await Promise.all([
      this.services.active(MOST_OF_ONE),
      this.providers.active(MOST_OF_ONE),
      this.locations.first(MOST_OF_ONE),
    ]);
    return { offered, providers, locations };
  }
}
