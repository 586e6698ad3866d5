/**
 * Every measured figure of README.md and docs/ stands in a section that names, in backticks, the command that makes it again, or
 * on a page of docs/ whose introduction does.
 * Other numbers are limits and settings of the product, and sizes of what is fetched: `constants` lists where, and why.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const pages = [
  'README.md',
  ...(await readdir(new URL('docs/', root), { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Shares, times, sizes and scores. Numbers in code, such as versions of packages and values of a command, are not read. */
const FIGURE =
  /(?<![\w.,-])\d[\d,.]*(?:\s*%|\s(?:ms|s|seconds?|minutes?|hours?|kB|MB|GB|TB|times)\b)|(?<![\w.,-])[01]\.\d+\b|\bF1 [\d.]+|\b\d+ of \d+\b/g;

/** What makes figures again; the first group is what has to be there. */
const COMMANDS: readonly [command: RegExp, place: (name: string) => string][] = [
  [/`npm run bench -- ([a-z-]+)[^`]*`/g, (name) => `scripts/bench/${name}.mjs`],
  [/`node (scripts\/[\w/-]+\.mjs)[^`]*`/g, (name) => name],
  [/`(?:VAU_TEST_FULL=1 )?npx vitest run (test\/[\w/.-]+)[^`]*`/g, (name) => name],
  [/`npm run (quality|mutate|simulate|faults)(?: -- [^`]*)?`/g, (name) => `scripts/${name}.mjs`],
];

/** Numbers that nobody measured, by page: what their lines say, and what they are. */
const constants: readonly [page: string, line: RegExp, reason: string][] = [
  ['README.md', /recogniser of speech \(75 MiB\)/, 'the size of a download'],
  ['docs/agents.md', /A result has at most 8 kB/, 'a limit'],
  ['docs/architecture.md', /a result below 8 kB/, 'a limit'],
  ['docs/architecture.md', /tus 1\.0/, 'the version of a protocol'],
  ['docs/clips.md', /at most 600 s/, 'a limit'],
  ['docs/clips.md', /a card of 2\.5 s/, 'a setting'],
  ['docs/installing.md', /bounds its memory at 6 GB/, 'a setting of the example'],
  ['docs/library.md', /at most 120 kB/, 'a limit that test/package/library.long.test.ts holds'],
  ['docs/measurements.md', /4 of the package's 43 MB/, 'the size of a package'],
  ['docs/measurements.md', /A frame costs about 0\.27 s/, 'measured once, as the page says'],
  ['docs/measurements.md', /^\| (person|bicycle|bird)/, 'measured once, as the page says'],
  ['docs/measurements.md', /2 of their 12 detections from 0\.40 up/, 'measured once, as the page says'],
  ['docs/measurements.md', /one frame in 20 seconds/, 'a setting'],
  [
    'docs/models.md',
    /^\| (speech|who speaks|text|language|meaning|pictures)/,
    'sizes of downloads; quality.md has the rest',
  ],
  ['docs/operating.md', /(does not answer within|lock of the database for) \d+ seconds/, 'a limit'],
  ['docs/operating.md', /256 MB( are)? free/, 'a limit'],
  ['docs/operating.md', /for [25] minutes \|/, 'a threshold of an alert'],
  ['docs/operating.md', /up to 5 seconds old/, 'a setting'],
  ['docs/operating.md', /tus 1\.0/, 'the version of a protocol'],
  ['docs/operating.md', /15 seconds of silence/, 'a setting'],
  ['docs/pages.md', /ends 30 minutes after its last page/, 'a limit'],
  ['docs/searching.md', /46 MB\) and an adapter of ours/, 'sizes of files in the package'],
  ['docs/searching.md', /each 10 seconds|a score from 0\.5 to 1/, 'a setting'],
  ['docs/service.md', /recogniser of speech \(72\.7 MB\)/, 'the size of a download'],
  ['docs/service.md', /fail to sign in 300 times/, 'a limit'],
  ['docs/transcripts.md', /a cosine of 0\.6/, 'a threshold of another project'],
  ['docs/uploading.md', /tus 1\.0/, 'the version of a protocol'],
  ['docs/uploading.md', /another failure after 5 seconds/, 'a setting'],
  ['docs/vocabulary.md', /a line is sure from 0\.8 on/, 'a threshold'],
  ['docs/webhooks.md', /A receiver has 15 seconds/, 'a limit'],
  ['docs/self-hosting/README.md', /2 GB of memory are enough to begin/, 'advice'],
  [
    'docs/self-hosting/README.md',
    /743,333 rows|32 seconds of processor time/,
    'measured once, as the page says',
  ],
  ['docs/self-hosting/README.md', /64 MB are kept|less than 256 MB are free/, 'a limit'],
];

interface Section {
  readonly page: string;
  /** What comes before the first heading below the title. */
  readonly introduction?: Section | undefined;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/** The parts of a page between headings, without blocks of code. */
function sectionsOf(page: string, text: string): Section[] {
  const sections: (Section & { lines: { number: number; text: string }[] })[] = [{ page, lines: [] }];
  let inCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trimStart().startsWith('```')) inCode = !inCode;
    else if (!inCode && /^#+ /.test(line))
      sections.push({ page, lines: [], introduction: page === 'README.md' ? undefined : sections[1] });
    else if (!inCode) sections.at(-1)?.lines.push({ number: index + 1, text: line });
  }
  return sections;
}

const commandsOf = (section: Section): string[] => {
  if (section.introduction)
    return [...commandsOf(section.introduction), ...commandsOf({ ...section, introduction: undefined })];
  const text = section.lines.map((line) => line.text).join('\n');
  return COMMANDS.flatMap(([command, place]) =>
    [...text.matchAll(command)].map(([, name = '']) => place(name)),
  );
};

/** Lines with a figure whose section names no command, unless they are known not to be measured. */
function unmade(section: Section): string[] {
  if (commandsOf(section).length > 0) return [];
  return section.lines.flatMap(({ number, text }) => {
    const found = text.replaceAll(/`[^`]*`/g, '').match(FIGURE);
    const known = constants.some(([page, line]) => page === section.page && line.test(text));
    return found && !known ? [`${section.page}:${number} ${found.join(', ')}`] : [];
  });
}

const texts = await Promise.all(
  pages.map(async (page) => sectionsOf(page, await readFile(new URL(page, root), 'utf8'))),
);
const sections = texts.flat();

describe('the figures of the documentation', () => {
  it('stand beside the command that makes them again', () => {
    expect(sections.flatMap(unmade)).toEqual([]);
  });

  it('name commands that are there', () => {
    const named = [...new Set(sections.flatMap(commandsOf))];
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((place) => !existsSync(fileURLToPath(new URL(place, root))))).toEqual([]);
  });

  it('are excepted only where there is such a line', () => {
    const lines = sections.flatMap(({ page, lines: own }) => own.map(({ text }) => ({ page, text })));
    const unused = constants.filter(
      ([page, line]) => !lines.some((one) => one.page === page && line.test(one.text)),
    );
    expect(unused).toEqual([]);
  });

  it.each([
    ['a share', '57 % of questions get no result', ['57 %']],
    ['a time', 'takes 24 minutes, 0.27 s each', ['24 minutes', '0.27 s']],
    ['a size', 'in 330 MB', ['330 MB']],
    ['a score', 'precision 0.94, F1 0.23', ['0.94', 'F1 0.23']],
    ['a count', '12 of 15 found', ['12 of 15']],
  ])('that are %s are found', (_, text, figures) => {
    const [section] = sectionsOf('docs/x.md', text);
    expect(section && unmade(section)).toEqual([`docs/x.md:1 ${figures.join(', ')}`]);
    const [made] = sectionsOf('docs/x.md', `${text}\n\n\`npm run bench -- search --b\` measures it.`);
    expect(made && unmade(made)).toEqual([]);
  });
});
