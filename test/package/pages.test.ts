/** README.md and docs/: how long the first page is, where links lead, and that the package carries what they lead to. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { apart, pages, root, textOf } from '../support/pages.ts';

const packed: readonly string[] = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).files;

interface Link {
  readonly page: string;
  /** Path below the root; the page itself for a link to a heading of its own. */
  readonly file: string;
  readonly heading: string | undefined;
}

/** The relative links and pictures of a page. */
const linksOf = (page: string): Link[] =>
  [...apart(textOf(page)).prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => {
      const [file = '', heading] = to.split('#');
      const at = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      return { page, file: at, heading };
    });
const links = pages.flatMap(linksOf);

/** The names that a page's headings have in links, as the sites that show Markdown make them. */
function headingsOf(page: string): string[] {
  const seen = new Map<string, number>();
  return [...apart(textOf(page)).prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => {
    const name = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}-${times}`;
  });
}

const shown = ({ page, file, heading }: Link) => `${page}: ${file}${heading ? `#${heading}` : ''}`;

describe('README.md', () => {
  it('is read in five minutes: at most 160 lines and two pictures, one of them of a terminal', () => {
    const readme = textOf('README.md');
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(160);
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => file);
    expect(pictures).toEqual([
      expect.stringMatching(/^docs\/pictures\/terminal-/),
      expect.stringMatching(/^docs\/pictures\/page-/),
    ]);
  });

  it('has two commands to begin with', () => {
    const { blocks } = apart(textOf('README.md'));
    expect(blocks.filter((block) => block.includes('npm ci')).map((block) => block.trim())).toEqual([
      'npm ci && npm run quickstart',
      'npm ci && npm test',
    ]);
  });
});

describe('links', () => {
  it('lead to files and headings that are there', () => {
    expect(links.length).toBeGreaterThan(100);
    const missing = links.filter(({ file, heading }) => {
      if (!existsSync(path.join(root, file))) return true;
      return heading !== undefined && !headingsOf(file).includes(heading);
    });
    expect(missing.map(shown)).toEqual([]);
  });

  it('lead to files that the package carries', () => {
    const left = links.filter(
      ({ file }) => !packed.some((one) => file === one || file.startsWith(`${one}/`)),
    );
    expect(left.map(shown)).toEqual([]);
  });

  it('of the index reach every page', () => {
    const from = (page: string) => linksOf(page).map(({ file }) => file);
    const reached = new Set([...from('README.md'), ...from('docs/README.md')]);
    const folder = (page: string) => page.replace(/\/README\.md$/, '');
    expect(pages.filter((page) => !reached.has(page) && !reached.has(folder(page)))).toEqual([]);
  });
});

it('files of the repository that pages name are there', () => {
  const named = /^(?:src|test|scripts|docs|packaging|bin)\/[\w./-]+$/;
  const missing = pages.flatMap((page) =>
    [...apart(textOf(page)).prose.matchAll(/`([^`\s]+)`/g)]
      .map(([, file = '']) => file)
      .filter((file) => named.test(file) && !existsSync(path.join(root, file)))
      .map((file) => `${page}: ${file}`),
  );
  expect(missing).toEqual([]);
});
