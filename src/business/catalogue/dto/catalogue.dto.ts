import type { Page } from '../../../platform/database/reads/page';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { FLAG, many } from '../../../platform/http/validation/shapes';
import { LocationResponse, PublicLocationResponse } from '../../locations/dto/location.dto';
import type { Location } from '../../locations/location.entity';
import { type ListedProviders, ProviderListItem, toProviderPage } from '../../providers/dto/provider.dto';
import {
  GROUPED_SERVICES,
  type GroupedServices,
  toGroups,
  toPublicGroups,
} from '../../services/dto/grouped-services.dto';

/** The most entries of one list of the catalogue (docs/reference/limits.md). */
export const MOST_OF_ONE = 500;

/** What can be booked, as it is read. */
export interface Catalogue {
  readonly offered: GroupedServices;
  readonly providers: ListedProviders;
  readonly locations: Page<ReadRow<Location>>;
}

const MEMBERS = {
  ...GROUPED_SERVICES,
  providers: answered(many(ProviderListItem), { description: 'The active ones, by name' }),
  locations: answered(many(PublicLocationResponse), { description: 'In the order of their ids' }),
  complete: answered(FLAG, {
    example: true,
    description: `false: there are more than ${MOST_OF_ONE} of one of them, or they are too long for one answer. Its own list has the rest`,
  }),
};

/** All that can be booked. Each entry is the one that its own list shows the same key. */
export class CatalogueResponse extends AnswerOf(MEMBERS) {
  static readonly of = toPublicCatalogue;
}

/** As keys see it that see more than what is public. */
export class WholeCatalogueResponse extends CatalogueResponse {
  static override readonly of = toWholeCatalogue;
}

function toPublicCatalogue(found: Catalogue, zone: string): CatalogueResponse {
  return {
    ...toPublicGroups(found.offered, zone),
    providers: toProviderPage(found.providers, zone, false).items,
    locations: found.locations.map(PublicLocationResponse.of, zone).items,
    complete: isComplete(found),
  };
}

function toWholeCatalogue(found: Catalogue, zone: string): CatalogueResponse {
  return {
    ...toGroups(found.offered, zone),
    providers: toProviderPage(found.providers, zone, true).items,
    locations: found.locations.map(LocationResponse.of, zone).items,
    complete: isComplete(found),
  };
}

function isComplete({ offered, providers, locations }: Catalogue): boolean {
  const pages = [...Object.values<Page<unknown>>({ ...offered }), providers.page, locations];
  return pages.every(({ total, items }) => total <= items.length);
}
