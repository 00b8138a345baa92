import type { WriteContext } from '../../database/write-context';

/** What a link of a customer is about. */
export interface Link {
  readonly kind: LinkKind;
  readonly id: number;
  /** How often its links were ended. */
  readonly linkCounter: number;
  /** The customer whose link it is. */
  readonly holderId: number;
}

export const LINK_KINDS = ['appointment', 'series', 'visit', 'waitlist'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Writes the links in answers. `booking/links` implements it: this wing lies below that one. */
export abstract class Links {
  abstract urlOf(link: Link): string;
}

/** A link as an answer shows it; null: its reader sees no links. */
export function shownLink(links: Links | undefined, link: Link): string | null {
  return links === undefined ? null : links.urlOf(link);
}

/** What writes the links in the answer to a write. */
export function linksFor({ seesLinks }: Pick<WriteContext, 'seesLinks'>, links: Links): Links | undefined {
  return seesLinks === true ? links : undefined;
}
