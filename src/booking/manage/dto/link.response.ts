import { MANAGE_URL } from '../../links/manage-url.dto';
import { AnswerOf } from '../../../platform/http/validation/members';

/** A new link of a customer. */
export class LinkResponse extends AnswerOf({ manageUrl: MANAGE_URL }) {}
