import type { WriteContext } from '../../database/write-context';

/** What a link of a customer is about. */
export interface Link {
  /** `booking/links` says which there are. */
  readonly kind: string;
  readonly id: number;
  /** How often its links were ended. */
  readonly linkCounter: number;
  /** The customer whose link it is. */
  readonly holderId: number;
}

/** Writes the links in answers. `booking/links` implements it: this wing lies below that one. */
export abstract class Links {
  abstract urlOf(link: Link): string;
}

/** The same where the customer may have been erased, whose links are dead: the holder is null then. */
export type HeldLink = Omit<Link, 'holderId'> & { readonly holderId: number | null };

/** A link as an answer shows it; null: its reader sees no links, or it is dead for good. */
export function shownLink(links: Links | undefined, link: HeldLink): string | null {
  return links !== undefined && isAlive(link) ? links.urlOf(link) : null;
}

function isAlive(link: HeldLink): link is Link {
  return link.holderId !== null;
}

/** What writes the links in the answer to a write. */
export function linksFor({ seesLinks }: Pick<WriteContext, 'seesLinks'>, links: Links): Links | undefined {
  return seesLinks === true ? links : undefined;
}
