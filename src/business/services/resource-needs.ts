import { ValidationError } from '../../platform/errors/errors';
import type { ResourceNeed } from './service.entity';

/** @throws ValidationError of every kind that an earlier entry has, too */
export function assertDistinctKinds(needs: readonly ResourceNeed[] = []): void {
  const kinds = needs.map(({ kind }) => kind);
  const repeated = kinds.flatMap((kind, i) => (kinds.indexOf(kind) < i ? [`resources[${i}].kind`] : []));
  if (repeated.length > 0) {
    throw new ValidationError(Object.fromEntries(repeated.map((path) => [path, 'is listed twice'])));
  }
}
