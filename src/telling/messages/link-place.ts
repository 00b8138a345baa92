/**
 * Stands in a text that is stored for the link of the customer. The link is a secret: who has it can cancel. So it is in no row, no entry
 * of the audit trail and no answer, but only in what a webhook is sent.
 */
export const LINK_PLACE = '{manageUrl}';
