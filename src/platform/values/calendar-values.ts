/** What a value of the type TEXT says, without its escapes (RFC 5545, section 3.3.11). */
export function unescapedText(value: string): string {
  return value
    .replaceAll(/\\([nN,;\\])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
    .trim();
}

/** Parameters have other escapes than texts (RFC 6868). */
const OF_PARAMETERS: Readonly<Record<string, string>> = { '^n': '\n', "^'": '"', '^^': '^' };

/** What the value of a parameter says. Any other `^` is one. */
export function unescapedParameter(value: string): string {
  return value.replaceAll(/\^[n'^]/g, (escape) => OF_PARAMETERS[escape] ?? escape);
}

/** A text as the value of a parameter, in quotes. */
export function parameterValue(text: string): string {
  const escapes = Object.entries(OF_PARAMETERS);
  const escaped = text.replaceAll(
    /[\n"^]/g,
    (each) => escapes.find(([, plain]) => plain === each)?.[0] ?? each,
  );
  return `"${escaped}"`;
}
