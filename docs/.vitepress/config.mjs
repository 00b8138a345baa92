import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitepress';

const DOCS = resolve(import.meta.dirname, '..');
const ROOT = resolve(DOCS, '..');

/** `npm run site`: the pages of `docs/` as a static site with a search, in `dist/site/`. A link or a picture to nothing fails it. */
export default defineConfig({
  title: 'Scheduling service',
  outDir: join(ROOT, 'dist/site'),
  cacheDir: join(ROOT, 'dist/site-cache'),
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  markdown: { html: false, config: (markdown) => markdown.use(linksOfTheRepository) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: ['guide', 'reference', 'operating', 'contributing'].map((folder) => ({
      text: folder[0].toUpperCase() + folder.slice(1),
      collapsed: folder !== 'guide',
      items: pagesOf(folder),
    })),
  },
});

/** The pages in the order of `docs/README.md`. */
function pagesOf(folder) {
  const contents = readFileSync(join(DOCS, 'README.md'), 'utf8');
  return readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      at: contents.indexOf(`(${folder}/${name})`),
      link: `/${folder}/${name.slice(0, -3)}`,
      name,
    }))
    .sort((one, other) => one.at - other.at)
    .map(({ link, name }) => ({ link, text: titleOf(join(DOCS, folder, name)) }));
}

function titleOf(path) {
  return /^# (.*)$/m.exec(readFileSync(path, 'utf8'))[1].replaceAll('`', '');
}

/** Files of the repository that are no pages are named, not linked. @throws Error for a file that does not exist */
function linksOfTheRepository(markdown) {
  markdown.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') isOutside = isOfRepository(token.attrGet('href'), env.path);
        if (isOutside && /^link_(open|close)$/.test(token.type)) token.tag = 'span';
        if (isOutside && token.type === 'link_open')
          token.attrs = [['title', relative(ROOT, target(token.attrGet('href'), env.path))]];
      }
    }
  });
}

function isOfRepository(href, page) {
  if (/^[a-z]+:|^#/.test(href)) return false;
  const path = target(href, page);
  if (!existsSync(path)) throw new Error(`${relative(ROOT, page)} links to ${href}, which does not exist`);
  return relative(DOCS, path).startsWith('..') || !path.endsWith('.md');
}

function target(href, page) {
  return resolve(dirname(page), decodeURI(href.replace(/[#?].*$/, '')));
}
