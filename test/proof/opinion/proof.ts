import globalSetup from '../../support/global-setup';
import globalTeardown from '../../support/global-teardown';
import type { RandomBusiness } from '../../support/random-business/random-business';
import { print, sumOf } from '../frame/command';
import { differs, judge, type Judgement } from './judge';
import { businessOf, changesAround } from './sample';
import { shrink } from './shrink';

/** A comparison of empty days proves nothing: the run fails when a smaller share has slots. */
const LEAST_WITH_SLOTS = 0.4;
/** The decisions of the rules are counted for one in so many businesses, in the whole form and in the short one. */
const COUNTED = { whole: 9, short: 2 };
const SHOWN = 4;

/** Runs of the comparison. */
export class Proof {
  private readonly judgements: Judgement[] = [];
  private readonly zones = new Set<string>();
  private readonly decided: Record<string, number> = {};
  private counted = 0;
  private businesses = 0;

  static async open(): Promise<Proof> {
    await globalSetup();
    return new Proof();
  }

  close(): Promise<void> {
    return globalTeardown();
  }

  /** One business after the other, until so many days were compared. @returns whether all is well */
  async ofDays(days: number, isShort: boolean): Promise<boolean> {
    const oneIn = isShort ? COUNTED.short : COUNTED.whole;
    for (let seed = 1; this.judgements.length < days; seed++)
      await this.compare(seed, isShort, seed % oneIn === 1);
    const share = this.withSlots.length / this.judgements.length;
    const idle = Object.keys(this.decided).filter((rule) => this.decided[rule] === 0);
    this.report(share);
    if (share < LEAST_WITH_SLOTS) print(`FAULT: fewer than ${percent(LEAST_WITH_SLOTS)} have slots`);
    // Not a fault by itself: few days are too few for the rules that seldom decide.
    if (idle.length > 0) print(`Nothing was decided by ${idle.join(', ')}`);
    return !this.judgements.some(differs) && share >= LEAST_WITH_SLOTS;
  }

  /** The business of a seed; where the two differ, a smaller one about which they do, too. @returns whether all is well */
  async ofSeed(seed: number): Promise<boolean> {
    const business = businessOf(seed);
    const { judgements } = await judge(business);
    const [first] = judgements.filter(differs);
    print(`seed ${seed}: ${judgements.length} days, ${judgements.filter(differs).length} differences`);
    if (first !== undefined) await show(await shrink(business, first.question));
    return first === undefined;
  }

  /** @returns the seed and the day that show a planted fault */
  async finds(days: number): Promise<string | undefined> {
    for (let seed = 1; this.judgements.length < days; seed++)
      if (await this.compare(seed, true)) return `${seed} | ${this.judgements.findIndex(differs) + 1}`;
    return undefined;
  }

  /** @returns whether an answer differs */
  private async compare(seed: number, isShort: boolean, countsRules = false): Promise<boolean> {
    const business = businessOf(seed, isShort);
    const { judgements, decided = {} } = await judge(business, countsRules);
    this.businesses++;
    this.zones.add(business.zone);
    this.judgements.push(...judgements);
    if (countsRules) this.counted += judgements.length;
    for (const [rule, count] of Object.entries(decided))
      this.decided[rule] = (this.decided[rule] ?? 0) + count;
    const different = judgements.filter(differs);
    for (const each of different) print(`FAULT seed ${seed}: ${textOf(each)}`);
    if (different.length > 0) print(`  repeat: npm run prove:opinion -- --seed ${seed}`);
    return different.length > 0;
  }

  private get withSlots(): readonly Judgement[] {
    return this.judgements.filter(({ service }) => service.slots.length > 0);
  }

  private report(share: number): void {
    const { businesses, zones, judgements, withSlots, counted, decided } = this;
    const slots = sumOf(withSlots, ({ service }) => service.slots.length);
    const changes = withSlots.filter(({ question, service }) =>
      changesAround(service.timezone, String(question['date'])),
    );
    print(
      `${judgements.length} days of ${businesses} businesses in ${zones.size} zones: ${judgements.filter(differs).length} differences`,
      `${withSlots.length} of them (${percent(share)}) have ${slots} slots; on ${changes.length} of these the clock changes`,
      `Without a rule there would be other answers, of ${counted}:`,
      ...Object.entries(decided).map(([rule, count]) => `  ${String(count).padStart(5)} ${rule}`),
    );
  }
}

async function show(business: RandomBusiness): Promise<void> {
  print(`In ${business.zone}, written at ${business.openedAt}, asked at ${business.now}:`);
  for (const [index, { method, path, body }] of business.writes.entries())
    if (method !== 'get') print(`  @${index} ${method} ${path} ${JSON.stringify(body)}`);
  for (const each of (await judge(business)).judgements) print(`  ${textOf(each)}`);
}

function textOf({ question, service, python }: Judgement): string {
  const key = (slot: object) => JSON.stringify(Object.entries(slot).toSorted());
  const only = (one: typeof service, other: typeof service) => {
    const known = new Set(other.slots.map(key));
    const slots = one.slots.filter((slot) => !known.has(key(slot)));
    const shown = slots.slice(0, SHOWN).map((slot) => JSON.stringify(slot));
    return `${one.timezone}, ${one.durationMin} min, ${slots.length} of its own: ${shown.join(' ')}`;
  };
  const texts = [`service: ${only(service, python)}`, `python: ${only(python, service)}`];
  return [JSON.stringify(question), ...texts].join('\n    ');
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
