import {
  answered,
  AnswerOf,
  sometimesAnswered,
  InputOf,
  optional,
} from '../../../platform/http/validation/members';
import { INTEGER, LONG, one, TEXT } from '../../../platform/http/validation/shapes';
import { queryInteger } from '../../../platform/http/validation/query-types';

/** As many as a series with a browser key has at most; a visit has fewer. */
const MOST = 12;

export class ChallengeQuery extends InputOf({
  appointments: optional(queryInteger(1, MOST), {
    example: 2,
    description:
      'How many appointments the solution is to cover: it takes as many times the tries. Left out: one',
  }),
}) {}

const NONCE = '9f2c1b7d5e8a4036b1d2c3e4f5a60718';
const SALT = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const PREFIX = '5d2f0c9b7a6e4d3c2b1a09f8e7d6c5b4';
const KEY_SIGNATURE = '1f6c2e0b9d8a7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a29181706f5e4d3c2b1a09f';
const SIGNATURE = '8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c1d0e9f8a7b';

/** What the business says in a challenge for more than one appointment. */
class ChallengeData extends AnswerOf({
  appointments: answered(INTEGER, { example: 3, description: 'How many its solution covers' }),
}) {}

/** What a client of ALTCHA reads. It sends all of it back, unchanged. */
export class ChallengeParameters extends AnswerOf({
  algorithm: answered(TEXT, { example: 'PBKDF2/SHA-256' }),
  cost: answered(INTEGER, { example: 5000, description: 'Iterations for each key' }),
  expiresAt: answered(LONG, { example: 1796119200, description: 'In seconds since 1970' }),
  keyLength: answered(INTEGER, { example: 32, description: 'In bytes' }),
  keyPrefix: answered(TEXT, { example: PREFIX, description: 'How the key to find begins' }),
  keySignature: answered(TEXT, { example: KEY_SIGNATURE }),
  nonce: answered(TEXT, { example: NONCE }),
  salt: answered(TEXT, { example: SALT }),
  data: sometimesAnswered(one(ChallengeData)),
}) {}

/** A challenge of ALTCHA, version 2 (docs/reference/access.md). */
export class ChallengeResponse extends AnswerOf({
  parameters: answered(one(ChallengeParameters)),
  signature: answered(TEXT, { example: SIGNATURE }),
}) {}
