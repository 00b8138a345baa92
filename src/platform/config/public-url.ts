const MOST_CHARACTERS = 500;

/** Reads the address of the service, without a slash at its end; undefined for an empty text. @throws Error that completes "VARIABLE …" */
export function parsePublicUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.length > MOST_CHARACTERS || !/^https?:\/\/[^\s\\?#@]+$/i.test(text) || !URL.canParse(text))
    throw new Error(
      'must be an address such as https://booking.example.com, without a user, a query or a fragment',
    );
  return new URL(text).href.replace(/\/+$/, '');
}

/** The token stands after the host, so no token ever names another one. */
const MANAGE_URL = /^https?:\/\/[^\s\\/?#@{}]+\/[^\s\\{}]*\{token\}[^\s\\{}]*$/i;

/** Reads the address of a page that manages what was booked; undefined for an empty text. @throws Error that completes "VARIABLE …" */
export function parseManageUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.length > MOST_CHARACTERS || !MANAGE_URL.test(text) || !URL.canParse(text))
    throw new Error(
      'must be an address with {token} after its host, such as https://www.example.com/manage/{token}',
    );
  return text;
}
