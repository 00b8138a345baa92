import { readdirSync, readFileSync } from 'node:fs';
import DEMO from './demo.json';

const GUIDE = 'docs/guide';

describe('The demo', () => {
  it('has no name that the commands of the README and the guide give, so that both can be told apart', () => {
    const pages = ['README.md', ...readdirSync(GUIDE).map((name) => `${GUIDE}/${name}`)];
    const texts = pages.filter((page) => page.endsWith('.md')).map((page) => readFileSync(page, 'utf8'));
    const given = texts.flatMap((text) => [...text.matchAll(/"name": ?"([^"]+)"/g)].map(([, name]) => name));
    expect(given.length).toBeGreaterThan(20);
    const { categories, customers, locations, providers, resources, services } = DEMO;
    const rows = [categories, locations, providers, resources, services].flat();
    const names = [...customers, ...rows.map(({ name }) => name)];
    expect(names.filter((name) => given.includes(name))).toEqual([]);
  });
});
