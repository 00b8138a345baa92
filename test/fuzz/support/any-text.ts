import fc from 'fast-check';

const SURROGATES = 0x800;
const FIRST_SURROGATE = 0xd800;
const LAST = 0x10ffff;

const character = fc
  .integer({ min: 0, max: LAST - SURROGATES })
  .map((code) => String.fromCodePoint(code < FIRST_SURROGATE ? code : code + SURROGATES));

/**
 * Generates a text of any characters. fast-check's unit `binary` does so, too, but keeps a table of all characters, which takes a
 * second and 100 MB.
 */
export function anyText(length: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.array(character, length).map((characters) => characters.join(''));
}
