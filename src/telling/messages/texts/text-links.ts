import { Injectable } from '@nestjs/common';
import { ManageLinks } from '../../../booking/links/manage-links';
import { Database, type Statement } from '../../../platform/database/database';
import type { KnownLink } from '../../../booking/links/link-token';
import { LINK_OF_MESSAGE } from '../message-link';

/** The links of the messages $1 that are there still. */
const READ_LINKS: Statement = {
  name: 'messages.links',
  text: `select n.id, ${LINK_OF_MESSAGE} as link from notifications n where n.id = any ($1)`,
};

/** Reads what stands for LINK_PLACE in the texts of messages, as it is now. */
@Injectable()
export class TextLinks {
  constructor(
    private readonly database: Database,
    private readonly links: ManageLinks,
  ) {}

  /** @returns by the id of the message; empty where there is no link. A message that is not in it was deleted, as with its customer */
  async of(messageIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (messageIds.length === 0) return new Map();
    const rows = await this.database.rows<{ id: number; link: KnownLink | null }>(READ_LINKS, [messageIds]);
    return new Map(rows.map(({ id, link }) => [id, link === null ? '' : this.links.urlOf(link)]));
  }
}
