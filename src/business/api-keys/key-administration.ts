import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { equals, type NamedClause } from '../../platform/database/reads/clause';
import { EntityReads } from '../../platform/database/reads/entity-reads';
import { found } from '../../platform/database/found';
import type { Page } from '../../platform/database/reads/page';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import type { Caller } from '../../platform/http/identity';
import { MINUTE_MS } from '../../platform/time/units';
import { present } from '../../platform/values/present';
import { ApiKey } from '../../people/api-keys/api-key.entity';
import { ExpiryInThePastError, UnknownIdsError } from '../../people/api-keys/api-keys.errors';
import {
  ApiKeysService,
  type IssuedKey,
  type KeyChange,
  type KeyEditor,
} from '../../people/api-keys/api-keys.service';
import { type ApiKeyListQuery, type ApiKeyPatch, type ApiKeyWrite, comparedState } from './dto/api-key.dto';

const BY_ID = { field: 'id', direction: 'asc' } as const;
const DEFAULT_GRACE_MIN = 1_440;

/** A key that was revoked is kept for the audit trail alone, and what stands for the tokens of a user is no key. */
const LISTED: NamedClause = { name: 'listed', sql: `t.revoked_at is null and t.key_id not like 'tokens-%'` };

/** The keys as /api-keys reads and writes them. */
@Injectable()
export class KeyAdministration {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly reads: EntityReads,
    private readonly keys: ApiKeysService,
  ) {}

  list(query: ApiKeyListQuery): Promise<Page<ApiKey>> {
    const where = [LISTED, ...equals('user_id', query.userId)];
    return this.reads.page(ApiKey, { window: query, sort: query.sort ?? BY_ID, where });
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<ApiKey> {
    return found(await this.reads.find(ApiKey, id, [LISTED]), 'API key');
  }

  /** @throws ValidationError, and as `ApiKeysService` */
  create(context: WriteContext, body: ApiKeyWrite, caller: Caller): Promise<IssuedKey> {
    const { userId, name } = body;
    return inBody(this.keys.create(context, { userId, name, ...settingsOf(body) }, caller));
  }

  /** @throws ValidationError, and as `ApiKeysService` */
  change(context: WriteContext, id: number, body: ApiKeyPatch, caller: Caller): Promise<ApiKey> {
    return inBody(
      this.keys.change(context, id, { ...settingsOf(body), name: body.name }, this.editor(caller)),
    );
  }

  /** @throws as `ApiKeysService` */
  async remove(context: WriteContext, id: number, caller: Caller): Promise<number> {
    await this.keys.revoke(context, id, this.editor(caller));
    return id;
  }

  /** @param graceMin undefined: a day @throws as `ApiKeysService` */
  rotate(
    context: WriteContext,
    id: number,
    graceMin = DEFAULT_GRACE_MIN,
    caller: Caller,
  ): Promise<IssuedKey> {
    return this.keys.rotate(context, id, graceMin * MINUTE_MS, this.editor(caller));
  }

  private editor(caller: Caller): KeyEditor {
    return { caller, compared: (apiKey) => comparedState(apiKey, this.config.businessTimeZone) };
  }
}

/** Members that are absent stay absent. */
function settingsOf({ expiresAt, providerIds, locationIds, ...body }: ApiKeyPatch): KeyChange {
  const { scopes, hide, allowIp, rateLimit, origins } = body;
  const given = { scopes, hide, allowIp, rateLimit, origins, providers: providerIds, locations: locationIds };
  return {
    restrictions: present(given),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
  };
}

/** What a command names by an option, a body names by a member. */
async function inBody<Result>(written: Promise<Result>): Promise<Result> {
  try {
    return await written;
  } catch (error) {
    if (error instanceof ExpiryInThePastError) throw new ValidationError({ expiresAt: 'must be after now' });
    if (error instanceof UnknownIdsError)
      throw new ValidationError(
        Object.fromEntries(
          error.missing.map(({ kind }) => [kind === 'user' ? 'userId' : `${kind}Ids`, `names no ${kind}`]),
        ),
      );
    throw error;
  }
}
