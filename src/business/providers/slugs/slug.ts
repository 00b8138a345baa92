import type { FieldType } from '../../../platform/http/validation/field-type';
import { cleanText } from '../../../platform/http/validation/text-types';
import { transliterate } from './transliterate';

const MAX_SLUG = 100;
/** Leaves room for the number that distinguishes namesakes. */
const MAX_BASE = 80;
/** The slug of a name that has nothing to make one of, such as 「李」. */
const NAMELESS = 'provider';

const PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';
const SHAPE = new RegExp(PATTERN);

/** A public identifier: lower-case ASCII letters, digits, and hyphens between them. */
export function slug(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: PATTERN, maxLength: MAX_SLUG },
    clean: (value) => cleanText(value),
    fault: (value) =>
      isSlug(value)
        ? undefined
        : `must be lower-case letters a to z, digits and single hyphens between them, at most ${MAX_SLUG}`,
  };
}

/** Whether a provider may have it. */
export function isSlug(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_SLUG && SHAPE.test(value);
}

/** The slug that a name gives while no other provider has it: `Ana Silva` → `ana-silva`. */
export function slugOf(name: string): string {
  const words =
    transliterate(name)
      .replaceAll("'", '')
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, MAX_BASE).replace(/-$/, '') || NAMELESS;
}

/** The first that is free of `ana-silva`, `ana-silva-2`, `ana-silva-3`, … */
export function firstFree(base: string, taken: readonly string[]): string {
  const others = new Set(taken);
  if (!others.has(base)) return base;
  let number = 2;
  while (others.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}
