import { languageOf, type Language } from './words/words';

/** What the attributes of the script say, and what the browser knows of the visitor. */
export interface Settings {
  /** Where the service is, without `/api/v1`. */
  readonly api: string;
  /** A browser key. */
  readonly key: string;
  /** The heading of a whole page; undefined where the page that embeds this one has its own. */
  readonly title: string | undefined;
  /** ISO 4217, such as `EUR`. The service knows numbers alone, so no price is shown without it. */
  readonly currency: string | undefined;
  readonly language: Language;
  /** The zone of the visitor (an IANA name). */
  readonly timeZone: string;
}

/** @throws Error when the script lacks `data-api` or `data-key` */
export function settingsOf({ dataset }: HTMLElement): Settings {
  const { api, key, title, currency, lang } = dataset;
  if (!api || !key) throw new Error('The script of the booking page needs data-api and data-key');
  return {
    ...{ api, key, title, currency },
    language: languageOf(lang ? [lang] : navigator.languages),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
