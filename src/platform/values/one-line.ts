/** Names may contain line breaks; subjects and header fields must not. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
