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
