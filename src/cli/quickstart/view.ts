/** Shows the result of quickstart to people. */
import type { CollectionFile, DeepSearch, SearchResult } from '../../contract/index.ts';
import { type Column, column } from '../model/columns.ts';
import { gapsIn } from '../output/gaps.ts';
import { table } from '../output/table.ts';
import { clock } from '../probe/describe.ts';
import { wordsIn } from '../reading/result-items.ts';
import { clean, cleanLines } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { shellWord } from '../terminal/shell-word.ts';
import type { Toured } from './tour.ts';

const mediaColumns: readonly Column[] = [
  column('file.filename', 'text', 'file'),
  column('file.media_type', 'text', 'type'),
  {
    header: 'length',
    value: (row) => clock((row as CollectionFile).file?.media_info?.duration_seconds ?? null),
  },
  column('status'),
  column('searchable_status', 'text', 'searchable'),
];

const resultColumns: readonly Column[] = [
  { header: 'at', value: (row) => place((row as SearchResult).start_time) },
  column('filename', 'text', 'file'),
  { header: 'content', value: (row) => quoteOf(row as SearchResult) },
];

/** The start, rounded down: playback from there misses nothing. */
function place(seconds: number | undefined): string {
  return seconds === undefined ? 'whole' : clock(Math.floor(seconds));
}

function quoteOf(result: SearchResult): string {
  return wordsIn(result) ?? result.summary ?? result.title ?? '';
}

/** The collection, the search results, the share and three next commands. @param command how to call vau */
export async function tourText(io: Io, toured: Toured, command: string): Promise<string> {
  const { collection, media, deep_search: search, share } = toured;
  const heading = (words: string) => `${io.paint('out', 'bold', words)}\n`;
  return [
    heading(`Collection ${clean(collection.name)} (${collection.id})`),
    await table(io, media, mediaColumns),
    '\n',
    ...(search
      ? await searchText(io, search, collection.name, heading)
      : ['No words were heard or read to ask about.\n']),
    ...missingText(toured),
    '\n',
    heading('Share: anyone on this machine who has the link can watch'),
    `${share.share_url}\n\n`,
    heading('Try next'),
    next(toured, command),
  ].join('');
}

async function searchText(
  io: Io,
  search: DeepSearch,
  collection: string,
  heading: (words: string) => string,
): Promise<string[]> {
  const results = search.results ?? [];
  return [
    heading(`Deep search: ${clean(search.query)}`),
    results.length > 0
      ? await table(io, results, resultColumns)
      : `Nothing was found in collection ${clean(collection)}.\n`,
    ...(search.text ? [`\n${cleanLines(search.text).trimEnd()}\n`] : []),
  ];
}

/** What was not heard, read or seen in the media, unless the answer says it: it may be why so little was found. */
function missingText({ media, deep_search: search }: Toured): string[] {
  const said = gapsIn(search);
  if (said.length > 0) return search?.text?.includes(said[0]?.text ?? '') ? [] : gapLines(said);
  return media.flatMap((one) => {
    const gaps = gapsIn(one);
    return gaps.length > 0 ? [`${clean(one.file?.filename ?? one.file_id)}:\n`, ...gapLines(gaps)] : [];
  });
}

const gapLines = (gaps: ReturnType<typeof gapsIn>) =>
  gaps.flatMap(({ text, next: commands = [] }) => [
    `${clean(text)}\n`,
    ...commands.map((line) => `  ${clean(line)}\n`),
  ]);

function next({ collection, media }: Toured, command: string): string {
  const [first] = media;
  const name = shellWord(collection.name);
  // A file without a name, as from another version of the service, has its id.
  const file = shellWord(first?.file?.filename ?? first?.file_id ?? 'FILE');
  return [
    `deep-search run "your question" --collection ${name}`,
    `media-description get ${name} ${file}`,
    'quickstart my.mp4 --question "what to look for"',
  ]
    .map((line) => `  ${command} ${line}\n`)
    .join('');
}
