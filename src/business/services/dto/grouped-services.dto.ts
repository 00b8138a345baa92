import type { Page } from '../../../platform/database/reads/page';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { answered } from '../../../platform/http/validation/members';
import { many } from '../../../platform/http/validation/shapes';
import type { Category } from '../../categories/category.entity';
import { CategoryResponse, PublicCategoryResponse } from '../../categories/dto/category.dto';
import type { Service } from '../service.entity';
import { PublicServiceResponse, ServiceResponse } from './service.dto';

/** What is active of services, and of the categories that group them. */
export interface GroupedServices {
  readonly services: Page<ReadRow<Service>>;
  readonly categories: Page<ReadRow<Category>>;
}

/** The same with shorter pages. @param most bytes of the services, and of what they belong to */
export function shortenedGroups(
  { services, categories }: GroupedServices,
  shortened: <Row extends object>(page: Page<Row>, most: number) => Page<Row>,
  most: { readonly services: number; readonly others: number },
): GroupedServices {
  return { services: shortened(services, most.services), categories: shortened(categories, most.others) };
}

export const GROUPED_SERVICES = {
  services: answered(many(PublicServiceResponse), { description: 'The active ones, by name' }),
  categories: answered(many(PublicCategoryResponse), { description: 'The active ones, by name' }),
};

export function toPublicGroups({ services, categories }: GroupedServices, zone: string) {
  return {
    services: services.map(PublicServiceResponse.of, zone).items,
    categories: categories.map(PublicCategoryResponse.of, zone).items,
  };
}

export function toGroups({ services, categories }: GroupedServices, zone: string) {
  return {
    services: services.map(ServiceResponse.of, zone).items,
    categories: categories.map(CategoryResponse.of, zone).items,
  };
}
