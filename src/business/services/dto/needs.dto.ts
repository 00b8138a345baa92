import { listOf } from '../../../platform/http/validation/field';
import { AnswerOf, InputOf, required } from '../../../platform/http/validation/members';
import { id, integer } from '../../../platform/http/validation/number-types';
import { MAX_KIND, word } from '../../../platform/http/validation/text-types';

const MAX_QUANTITY = 20;
const MAX_HELPERS = 50;
const MAX_COUNT = 10;

const NEED = {
  kind: required(word(MAX_KIND), {
    example: 'room',
    description: 'A kind of resources. There may be none of it yet',
  }),
  quantity: required(integer(1, MAX_QUANTITY), { example: 1 }),
};

/** How many resources of a kind one booking needs. */
export class ResourceNeedWrite extends InputOf(NEED) {}
export class ResourceNeedResponse extends AnswerOf(NEED) {}

const HELPERS = {
  providerIds: required(listOf(id('providers'), MAX_HELPERS, 1), { example: [4, 5] }),
  count: required(integer(1, MAX_COUNT), {
    example: 1,
    description: 'How many of them come along; at most as many as `providerIds` names',
  }),
};

/** The providers who may help, and how many of them one booking takes. */
export class TeamNeedWrite extends InputOf(HELPERS) {}
export class TeamNeedResponse extends AnswerOf(HELPERS) {}
