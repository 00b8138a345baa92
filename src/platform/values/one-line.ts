/** Names may contain line breaks; subjects, header fields and calendar parameters must not. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
