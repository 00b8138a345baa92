/** SQL: the digits of a stored number, without a zero that is not dialled from abroad. The very text of `customers_phone_idx`. */
export const PHONE_DIGITS = String.raw`regexp_replace(phone, '\(0\)|\D', '', 'g')`;

/**
 * The digits of each spelling of a number: international (E.164, which is the first), as it is dialled from a country, and as given. A
 * number of no plan has the last alone.
 * @param country ISO 3166-1 alpha-2; undefined: a national number has the last alone, too
 */
export async function spellingsOf(phone: string, country: string | undefined): Promise<readonly string[]> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js');
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const number = parsePhoneNumberFromString(phone.replace(/^00/, '+'), home);
  if (number?.isValid() !== true) return [digitsOf(phone)];
  const { number: international, ext = '' } = number;
  const dialled = home === undefined ? [] : [number.format('IDD', { fromCountry: home })];
  const all = [...[international, `00${international}`].map((text) => text + ext), ...dialled, phone];
  return [...new Set(all.map(digitsOf))];
}

function digitsOf(phone: string): string {
  return phone.replaceAll(/\(0\)|\D/g, '');
}

/** Equal for numbers that differ only in how they are grouped. */
export function foldPhone(phone: string): string {
  return phone.toLowerCase().replaceAll(/[^\d+x]/g, '');
}
