import type { SelectQueryBuilder } from 'typeorm';
import { likePatterns } from '../common/pagination/search-words';
import type { Customer } from './customer.entity';

/** What `customers_search_idx` is on, to the letter: only then does it serve. No word reaches across a space. */
const searched = (alias: string) =>
  `lower((${alias}.firstName || ' ' || ${alias}.lastName || ' ' || coalesce(${alias}.email, '') || ' ' || coalesce(${alias}.phone, '')) collate "und-x-icu")`;

/** Narrows a query to the customers in whose names, e-mail or phone every word of `q` is found, whatever its case. */
export function searchCustomers(customers: SelectQueryBuilder<Customer>, q: string | undefined): void {
  likePatterns(q).forEach((pattern, index) => {
    const name = `word${index}`;
    const word = `lower(:${name} collate "und-x-icu")`;
    customers.andWhere(`${searched(customers.alias)} like ${word}`, { [name]: pattern });
  });
}
