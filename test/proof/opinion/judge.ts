import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ApiClient } from '../../support/api-client';
import { exported } from '../../support/export-and-import';
import type { Question, RandomBusiness } from '../../support/random-business/random-business';
import { startTestService } from '../../support/test-service';

type Slot = Readonly<Record<string, unknown>>;
interface Answer {
  readonly timezone: string;
  readonly durationMin: number;
  readonly slots: readonly Slot[];
}

/** One question, with the answers of the service and of the Python program. */
export interface Judgement {
  readonly question: Question;
  readonly service: Answer;
  readonly python: Answer;
}

export interface Judged {
  readonly judgements: readonly Judgement[];
  /** By rule: how many answers would be others without it. Absent: they were not counted. */
  readonly decided?: Readonly<Record<string, number>>;
}

export const differs = ({ service, python }: Judgement) => !isDeepStrictEqual(service, python);

/** Writes the business to a service of its own, and asks both. What the service refuses to write is not there. */
export async function judge(business: RandomBusiness, countsRules = false): Promise<Judged> {
  const service = await startTestService({ environment: { BUSINESS_TIMEZONE: business.zone } });
  try {
    // Without the check against the OpenAPI document, which would take most of the time.
    const api = new ApiClient(service.url, service.admin.key);
    service.clock.set(business.openedAt);
    const ids = await writeAll(api, business);
    service.clock.set(business.now);
    const asked = await askAll(api, business, ids);
    const { data: holds } = (await api.get('/holds?length=100')).body;
    const folder = await exported(service);
    const questions = asked.map(({ named }) => named);
    const { answers, ...told } = opinionOn({ folder, holds, now: business.now, questions, countsRules });
    await rm(folder, { recursive: true });
    const pairs = answers.map((python, nth) =>
      asked.slice(nth, nth + 1).map((each) => ({ ...each, python })),
    );
    return { judgements: pairs.flat(), ...told };
  } finally {
    await service.stop();
  }
}

/** What the Python program answers. */
function opinionOn(asked: object): Pick<Judged, 'decided'> & { readonly answers: readonly Answer[] } {
  const options = { input: JSON.stringify(asked), maxBuffer: Infinity, encoding: 'utf8' } as const;
  const told = execFileSync('/usr/bin/python3', [join(__dirname, 'opinion.py')], options);
  return JSON.parse(told) as ReturnType<typeof opinionOn>;
}

/** @returns the ids of what the writes have made, in their order */
async function writeAll(api: ApiClient, { writes }: RandomBusiness): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (const { method, ...write } of writes) {
    const named = withIds(write, ids);
    const answer = named && (await api.send(method.toUpperCase(), named.path, { body: named.body }));
    ids.push(answer !== undefined && answer.status < 300 ? answer.body.data.id : undefined);
  }
  return ids;
}

async function askAll(api: ApiClient, { questions }: RandomBusiness, ids: readonly unknown[]) {
  const asked = [];
  for (const question of questions) {
    const named = withIds(question, ids);
    if (named === undefined) continue;
    const parameters = Object.entries(named).map(([name, value]) => `${name}=${String(value)}`);
    const { status, body } = await api.get(`/availability/slots?${parameters.join('&')}`);
    // More seats than a lowered capacity, as the one refusal of these questions.
    if (status === 422 && body.error.details.seats !== undefined) continue;
    if (status !== 200)
      throw new Error(`${parameters.join('&')} answered ${status}: ${JSON.stringify(body)}`);
    const { timezone, durationMin } = body.meta as Answer;
    asked.push({ question, named, service: { timezone, durationMin, slots: body.data as Slot[] } });
  }
  return asked;
}

/** The value with ids in the place of `@7`. Undefined: one of them is the id of nothing. */
function withIds<T extends object>(value: T, ids: readonly unknown[]): T | undefined {
  const text = JSON.stringify(value).replace(/"@(\d+)"|@(\d+)/g, (_, whole?: string, part?: string) =>
    String(ids[Number(whole ?? part)]),
  );
  return text.includes('undefined') ? undefined : (JSON.parse(text) as T);
}
