import { Brackets, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { likePatterns } from './search-words';

/** Narrows a query to the rows in which every word of `q` is found in one of the members, whatever its case. */
export function search(
  query: SelectQueryBuilder<ObjectLiteral>,
  q: string | undefined,
  members: readonly string[],
): void {
  likePatterns(q).forEach((pattern, index) => {
    const name = `word${index}`;
    query.andWhere(
      new Brackets((word) => {
        for (const member of members)
          word.orWhere(`${query.alias}.${member} ilike :${name}`, { [name]: pattern });
      }),
    );
  });
}
