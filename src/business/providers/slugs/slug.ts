import type { FieldType } from '../../../platform/http/validation/field-type';
import { cleanText } from '../../../platform/http/validation/text-types';

/** Lower-case letters that do not decompose into an ASCII letter and its marks, with the usual spelling in ASCII. */
const LATIN = 'ß ss æ ae œ oe ø o đ d ð d þ th ł l ħ h ı i ĸ k ŋ ng ŧ t ſ s ə e ɛ e ɔ o ƒ f ŉ n';
const GREEK =
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o';
const CYRILLIC =
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ  ы y ь  э e ю yu я ya є ye і i ї yi ґ g ў u ј j љ lj њ nj ћ c ђ dj џ dz ѓ g ќ k ѕ dz';

const SPELLINGS = new Map([LATIN, GREEK, CYRILLIC].flatMap(pairs));

/** Latin, Greek and Cyrillic text in lower-case ASCII; letters of other scripts are left out. */
function transliterate(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  return Array.from(lower, spell).join('');
}

function spell(letter: string): string {
  const known = SPELLINGS.get(letter);
  if (known !== undefined) return known;
  const bare = letter.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  return SPELLINGS.get(bare) ?? bare.replaceAll(/[^\x20-\x7e]/g, '');
}

function pairs(table: string): [letter: string, spelling: string][] {
  const words = table.split(' ');
  return words.flatMap((letter, i): [string, string][] =>
    i % 2 === 0 ? [[letter, words[i + 1] ?? '']] : [],
  );
}

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
