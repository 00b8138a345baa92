import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { equals } from '../../platform/database/reads/clause';
import { Database } from '../../platform/database/database';
import { EntityReads, type ReadRow } from '../../platform/database/reads/entity-reads';
import { assertPreconditions } from '../../platform/http/preconditions';
import type { WriteContext } from '../../platform/database/write-context';
import { ValidationError } from '../../platform/errors/errors';
import { found, lockRow } from '../../platform/database/found';
import type { Page } from '../../platform/database/reads/page';
import { OutgoingError } from '../../platform/outgoing/outgoing-error';
import { OutgoingHttp } from '../../platform/outgoing/outgoing-http';
import { present } from '../../platform/values/present';
import { withDefaults } from '../../platform/http/validation/defaults';
import { DAY_MS } from '../../platform/time/units';
import {
  toWebhookResponse,
  type WebhookListQuery,
  type WebhookPatch,
  type WebhookWithSecret,
  WebhookWrite,
} from './dto/webhook.dto';
import { newSecret } from './sending/signing';
import { Webhook } from './webhook.entity';
import { TooManyWebhooksError } from './webhooks.errors';
import { BEGIN_NOW, COUNT, INSERT_LANES, LEAVE_OUT, ROTATE } from './webhooks.statements';

const BY_ID = { field: 'id', direction: 'asc' } as const;

/** The most webhooks that there may be. Each worker keeps a few requests to each of them open. */
const MOST = 100;

/** For how long the previous secret signs, too. */
const GRACE_MS = DAY_MS;

@Injectable()
export class WebhooksService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly outgoing: OutgoingHttp,
    private readonly clock: Clock,
  ) {}

  list(query: WebhookListQuery): Promise<Page<ReadRow<Webhook>>> {
    const where = equals('active', query.active);
    return this.reads.page(Webhook, { window: query, sort: query.sort ?? BY_ID, where });
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<ReadRow<Webhook>> {
    return found(await this.reads.find(Webhook, id), 'webhook');
  }

  /** @throws ValidationError of a URL without a public address, TooManyWebhooksError */
  async create(context: WriteContext, body: WebhookWrite): Promise<WebhookWithSecret> {
    const now = new Date(this.clock.now());
    const secret = newSecret();
    const members = { ...withDefaults(WebhookWrite, body), secret, createdAt: now, updatedAt: now };
    await this.assertPublic(body.url);
    const webhook = await this.database.transaction(context, async (tx) => {
      const { count } = await this.database.one<{ count: number }>(COUNT, [], tx);
      if (count >= MOST) throw new TooManyWebhooksError(MOST);
      const saved = await tx.save(
        tx.create(Webhook, { ...members, failingSince: null, deactivatedReason: null }),
      );
      await this.database.rows(INSERT_LANES, [saved.id], tx);
      await this.database.rows(BEGIN_NOW, [saved.id], tx);
      return saved;
    });
    return { webhook, secret };
  }

  /** @throws as `change` */
  replace(context: WriteContext, id: number, body: WebhookWrite): Promise<Webhook> {
    return this.change(context, id, withDefaults(WebhookWrite, body));
  }

  /** @throws NotFoundError, PreconditionFailedError, ValidationError of a URL without a public address */
  async change(context: WriteContext, id: number, body: WebhookPatch): Promise<Webhook> {
    const now = new Date(this.clock.now());
    const members = present(body);
    if (members.url !== undefined) {
      await this.get(id);
      await this.assertPublic(members.url);
    }
    return this.database.transaction(context, async (tx) => {
      const webhook = await this.lock(tx, context, id);
      if (Object.keys(members).length === 0) return webhook;
      const becomesActive = !webhook.active && members.active === true;
      const saved = await tx.save(
        Object.assign(webhook, members, startAfresh(webhook, members), { updatedAt: now }),
      );
      if (becomesActive) await this.database.rows(BEGIN_NOW, [id], tx);
      return saved;
    });
  }

  /** `EventRetention` deletes its deliveries later. @throws NotFoundError, PreconditionFailedError */
  remove(context: WriteContext, id: number): Promise<number> {
    return this.database.transaction(context, async (tx) => {
      await tx.remove(await this.lock(tx, context, id));
      return id;
    });
  }

  /** For 24 hours, the previous secret signs as well. @throws NotFoundError, PreconditionFailedError */
  rotateSecret(context: WriteContext, id: number): Promise<WebhookWithSecret> {
    const now = this.clock.now();
    const secret = newSecret();
    return this.database.transaction(context, async (tx) => {
      const webhook = await this.lock(tx, context, id);
      await this.database.rows(ROTATE, [id, secret, new Date(now + GRACE_MS), new Date(now)], tx);
      return { webhook, secret };
    });
  }

  /** Keeps the events of what a transaction has written from all webhooks. @param context that no other transaction has */
  async leaveOut(tx: EntityManager, { via, requestId }: WriteContext): Promise<void> {
    await this.database.rows(LEAVE_OUT, [via, requestId], tx);
  }

  /** @throws NotFoundError, PreconditionFailedError */
  private async lock(tx: EntityManager, context: WriteContext, id: number): Promise<Webhook> {
    const webhook = await lockRow(tx, Webhook, { id }, 'webhook');
    await assertPreconditions(context, () => toWebhookResponse(webhook, this.config.businessTimeZone));
    return webhook;
  }

  /** @throws ValidationError */
  private async assertPublic(url: string): Promise<void> {
    try {
      await this.outgoing.check(url);
    } catch (error) {
      if (error instanceof OutgoingError)
        throw new ValidationError({ url: `cannot be used: ${error.message}` });
      throw error;
    }
  }
}

/** A change of `active` by a caller ends what the service has noted about failures. */
function startAfresh({ active }: Webhook, members: WebhookPatch): Partial<Webhook> {
  if (members.active === undefined || members.active === active) return {};
  return { deactivatedReason: null, failingSince: null };
}
