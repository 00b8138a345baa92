import { readdirSync, readFileSync } from 'node:fs';
import { CATEGORIES, CUSTOMERS, LOCATIONS, PROVIDERS, ROOMS, SERVICES } from './demo-business';

const GUIDE = 'docs/guide';

describe('The demo', () => {
  it('has no name that the commands of the README and the guide give, so that both can be told apart', () => {
    const pages = ['README.md', ...readdirSync(GUIDE).map((name) => `${GUIDE}/${name}`)];
    const texts = pages.filter((page) => page.endsWith('.md')).map((page) => readFileSync(page, 'utf8'));
    const given = texts.flatMap((text) => [...text.matchAll(/"name": ?"([^"]+)"/g)].map(([, name]) => name));
    expect(given.length).toBeGreaterThan(20);
    const names = [CATEGORIES, CUSTOMERS, LOCATIONS, PROVIDERS, ROOMS, SERVICES]
      .flat()
      .map(({ name }) => name);
    expect(names.filter((name) => given.includes(name))).toEqual([]);
  });
});
