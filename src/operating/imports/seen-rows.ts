import { isKeyOfContent } from './import-sources';
import { type Refusal, refused } from './outcome';

/** A row, as far as it says whether it is another one of the run. */
interface Row {
  readonly sourceId: string | undefined;
  readonly where: string | undefined;
  readonly content: string;
  readonly keys: readonly string[];
}

/** The id is ours. */
type SeenRow = readonly [where: string, content: string, id: number];

const TWICE = 'is there twice';

/**
 * The rows of one run, by the keys under which they are remembered. A key that is known from a run before means that the row is here. A
 * key of this run means that two rows have it: the second one may say something else, and would be lost.
 */
export class SeenRows {
  private readonly rows = new Map<string, SeenRow>();

  /** Why a row is no other name of an earlier one that has its id, or says the same without any. */
  fault(kind: string, { sourceId, where, content, keys: [own = ''] }: Row): Refusal | undefined {
    const earlier = this.rows.get(nameOf(kind, own));
    if (earlier === undefined || where === undefined) return undefined;
    const [at, said] = earlier;
    if (isKeyOfContent(own))
      return refused(TWICE, `says the same as ${at}; if they are two, both need an id`);
    if (sourceId === undefined || said === content) return undefined;
    return refused(TWICE, `${at} has its id, and says something else`);
  }

  /**
   * The earlier row that a row has become one with, although they differ: they share a key that is no id.
   * @param id ours, of what the row has become
   */
  sameAs(kind: string, { sourceId, where, content, keys }: Row, id: number): string | undefined {
    const shared = sourceId === undefined ? keys : keys.slice(1);
    const earlier = shared.map((key) => this.rows.get(nameOf(kind, key))).find((row) => row?.[2] === id);
    if (earlier === undefined || where === undefined) return undefined;
    const [at, said] = earlier;
    return said === content ? undefined : at;
  }

  /** The row stands for its keys now; the first one for those that several have. */
  add(kind: string, { where, content, keys }: Row, id: number): void {
    if (where === undefined) return;
    const row: SeenRow = [where, content, id];
    for (const key of keys) {
      const name = nameOf(kind, key);
      if (!this.rows.has(name)) this.rows.set(name, row);
    }
  }
}

function nameOf(kind: string, key: string): string {
  return `${kind} ${key}`;
}
