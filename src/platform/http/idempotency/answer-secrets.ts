import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Answer } from './idempotency-record.entity';
import type { JsonObject } from '../../values/json-object';

/** What an answer shows once. */
export interface SecretMembers {
  /** Members of `data`. */
  readonly secrets: readonly string[];
  /** The table of the row that has them. When its secret ends, a replay shows it no more; undefined: the request itself has them. */
  readonly of?: 'business_feeds' | 'location_feeds' | 'provider_feeds' | 'webhooks';
  /** False: they are not kept, and a replay has none of them. */
  readonly isShownAgain?: false;
}

/** An answer as the database holds it. */
export interface StoredAnswer extends Answer {
  /** The secret members, encrypted; in the body they are null. Null: it has none, or they have ended. */
  readonly sealed: Buffer | null;
  /** Whose secrets they are: a table and an id. */
  readonly secretOf: string | null;
}

interface Said {
  readonly data: JsonObject;
  readonly meta?: object;
}

const [IV_BYTES, TAG_BYTES] = [12, 16];

/** Keeps the secrets of one answer. The key follows from what only the client holds, so a dump of the database shows no secret. */
export class AnswerSecrets {
  private readonly key: Buffer;

  /** @param credential the API key: 256 random bits, stored as a hash @param ownerId the id in the path, for data that has no id */
  constructor(
    private readonly members: SecretMembers,
    credential: string,
    idempotencyKey: string,
    private readonly ownerId: string,
  ) {
    this.key = Buffer.from(hkdfSync('sha256', credential, idempotencyKey, 'stored answer', 32));
  }

  hide(answer: Answer): StoredAnswer {
    const { data, ...rest } = JSON.parse(answer.body) as Said;
    const { secrets, of, isShownAgain } = this.members;
    if (isShownAgain === false) {
      const shown = Object.entries(data).filter(([name]) => !secrets.includes(name));
      const body = JSON.stringify({ data: Object.fromEntries(shown), ...rest });
      return { ...answer, body, sealed: null, secretOf: null };
    }
    const secret = Object.fromEntries(secrets.map((name) => [name, data[name]]));
    const hidden = Object.fromEntries(secrets.map((name) => [name, null]));
    return {
      ...answer,
      body: JSON.stringify({ data: { ...data, ...hidden }, ...rest }),
      sealed: this.encrypt(JSON.stringify(secret)),
      secretOf: of === undefined ? null : `${of} ${(data['id'] as number | undefined) ?? this.ownerId}`,
    };
  }

  show({ sealed, ...answer }: StoredAnswer): Answer {
    const { data, meta, ...rest } = JSON.parse(answer.body) as Said;
    const said =
      sealed === null
        ? { data, ...rest, meta: { ...meta, withheld: this.members.secrets } }
        : { data: { ...data, ...(JSON.parse(this.decrypt(sealed)) as JsonObject) }, ...rest, meta };
    return { ...answer, body: JSON.stringify(said) };
  }

  private encrypt(text: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv);
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
  }

  private decrypt(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
