/** One environment variable: its name, meaning, default (as `.env.example` shows it) and parser. */
export interface Setting<T> {
  readonly variable: string;
  readonly about: string;
  /** The default, as text; `''` where an absent value has its own meaning. */
  readonly default: string;
  /** Parses the text of the variable. Throws an Error whose message completes "VARIABLE …". */
  readonly parse: (text: string) => T;
}

export const setting = <T>(
  variable: string,
  fallback: string,
  about: string,
  parse: (text: string) => T,
): Setting<T> => ({
  variable,
  about,
  default: fallback,
  parse,
});
