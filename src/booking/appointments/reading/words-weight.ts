import { isIndexed, likePatterns } from '../../../platform/database/reads/search-words';
import type { Weight } from '../../../platform/http/limits/weight';

/** For a word that no index serves PostgreSQL reads all appointments. */
export const WORDS_WEIGHT: Weight = {
  least: 1,
  most: 10,
  rule: '3 more for each word of `q` without three letters from a to z or digits in a row',
  of: ({ q }) =>
    1 + 3 * (typeof q === 'string' ? likePatterns(q).filter((word) => !isIndexed(word)).length : 0),
};
