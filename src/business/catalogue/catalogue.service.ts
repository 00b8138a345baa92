import { Injectable } from '@nestjs/common';
import type { Page } from '../../platform/database/reads/page';
import { fitting } from '../../platform/values/bounded-json';
import { LocationsService } from '../locations/locations.service';
import { ProvidersService } from '../providers/providers.service';
import { ServicesService } from '../services/services.service';
import { shortenedGroups } from '../services/dto/grouped-services.dto';
import { type Catalogue, MOST_OF_ONE } from './dto/catalogue.dto';

/** The most bytes of the services, and of each other list. Together they fit into an answer. */
const MOST_BYTES = { services: 2_400_000, others: 500_000 };
/** What the short members of an entry have, at most. */
const SHORT_BYTES = 600;

/** The bytes of an entry, about. Only what may be long is looked at. */
function bytesOf(row: object): number {
  let bytes = SHORT_BYTES;
  for (const value of Object.values(row) as unknown[]) {
    if (typeof value === 'string' && value.length > 50) bytes += Buffer.byteLength(value);
    if (typeof value !== 'object' || value === null || value instanceof Date) continue;
    if (Object.keys(value).length > 0) bytes += Buffer.byteLength(JSON.stringify(value));
  }
  return bytes;
}

/** `KnownReads` repeats a page, so that what fits of it is the same each time. */
const shortPages = new WeakMap<object, unknown>();

function shortened<Row extends object>(page: Page<Row>, most: number): Page<Row> {
  const known = shortPages.get(page);
  if (known !== undefined) return known as Page<Row>;
  const items = fitting(page.items, bytesOf, most);
  const shown = items === page.items ? page : page.with(items);
  shortPages.set(page, shown);
  return shown;
}

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
    return {
      offered: shortenedGroups(offered, shortened, MOST_BYTES),
      providers: { ...providers, page: shortened(providers.page, MOST_BYTES.others) },
      locations: shortened(locations, MOST_BYTES.others),
    };
  }
}
