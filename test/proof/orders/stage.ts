import globalSetup from '../../support/global-setup';
import globalTeardown from '../../support/global-teardown';
import { query } from '../../support/database/query';
import { superuserUrlOf } from '../../support/database/superuser';
import { builtDocument } from '../../support/openapi/built-document';
import { startTestService, type TestService } from '../../support/test-service';
import { canonical } from './canonical';
import { Gate } from './gate';
import { type PreparedRequest, requestsOf } from './requests';
import { StartState } from './state';
import { happen, type Happened, type Instance, type Order } from './turns';
import { openWorld } from './world';

/**
 * A pool without shared connections: on those the statement of a request could wait behind that of another one. Every statement of an
 * instance belongs to the one request that it serves.
 */
const ENVIRONMENT = { DATABASE_POOL_SIZE: '5', LOG_LEVEL: 'error' };
/** PostgreSQL looks for a deadlock after this time, in ms, rather than after a second. */
const DEADLOCK_MS = 20;
/** Restored rows leave dead ones behind. */
const VACUUM_EVERY = 2_000;

/** What one order of two requests has led to. */
export interface Outcome extends Happened {
  readonly written: readonly string[];
  /** The effects and the answers of these requests, as a text that is the same for equal ones. */
  key(...requests: readonly number[]): string;
}

interface Running extends Instance {
  readonly service: TestService;
}

/** Two instances of the service, each behind a gate, over one database with a small business. */
export class Stage {
  private runs = 0;

  private constructor(
    private readonly owner: TestService,
    private readonly instances: readonly [Running, Running],
    private readonly state: StartState,
    readonly requests: readonly PreparedRequest[],
  ) {}

  static async open(): Promise<Stage> {
    await globalSetup();
    const owner = await startTestService();
    const { databaseUrl, admin, app } = owner;
    const world = await openWorld(owner);
    const superuserUrl = superuserUrlOf(databaseUrl);
    const name = new URL(databaseUrl).pathname.slice(1);
    await query(superuserUrl, `alter database ${name} set deadlock_timeout = ${DEADLOCK_MS}`);
    const state = await StartState.of(superuserUrl);
    const started = async (): Promise<Running> => {
      const gate = await Gate.to(databaseUrl);
      const service = await startTestService({ databaseUrl: gate.url, environment: ENVIRONMENT });
      return { gate, service, client: service.withKey(admin.key ?? '') };
    };
    const instances = [await started(), await started()] as const;
    return new Stage(owner, instances, state, requestsOf(builtDocument(app), world));
  }

  /** Sends one or two requests from the start. */
  async run(requests: readonly PreparedRequest[], order: Order): Promise<Outcome> {
    const happened = await happen(this.instances, requests, this.state, order);
    const written = await this.state.written();
    const differences = await this.state.differences(written);
    await this.state.restore(written);
    if (++this.runs % VACUUM_EVERY === 0) await this.change('vacuum analyze');
    const answers = happened.answers.map((answer) => answer && [answer.status, answer.body as unknown]);
    const told = (which: readonly number[]) => which.map((nth) => answers[nth]);
    const key = (...which: readonly number[]) => canonical(differences, told(which));
    return { ...happened, written, key };
  }

  async change(sql: string): Promise<void> {
    await this.state.database.query(sql);
  }

  async close(): Promise<void> {
    await this.state.database.end();
    for (const { service, gate } of this.instances) {
      await service.stop();
      await gate.cut();
    }
    await this.owner.stop();
    await globalTeardown();
  }
}
