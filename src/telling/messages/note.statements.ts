import { insertForAll } from './messages.statements';
import { ENTRY } from './shared-entry';

/** As INSERT_MESSAGE_FOR_ALL, with the text $7 for the customers, about appointments that need not have their calendar entry in common. */
export const INSERT_MESSAGE_WITH_NOTE = insertForAll('messages.insert-with-note', {
  befores: '$6',
  facts: `jsonb_strip_nulls(jsonb_build_object('note', $7::text))`,
  ofOthers: `, 'entry', ${ENTRY}`,
});
