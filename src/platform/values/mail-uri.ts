/** An e-mail address as it stands in a URI of the scheme `mailto` (RFC 6068, section 2). */
export function escapedAddress(address: string): string {
  return address.replaceAll(/[^\w.!$'*+@~-]/gu, encodeURIComponent);
}

/** The address in such a URI, of several the first; undefined: it is another URI. @throws URIError of escapes that are not UTF-8 */
export function addressInMailUri(uri: string): string | undefined {
  const [, written = ''] = /^mailto:([^?,]*)/i.exec(uri) ?? [];
  // Some senders write addresses as they are, with a percent sign that escapes nothing.
  const address = written.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => decodeURIComponent(escapes));
  return address.trim() || undefined;
}
