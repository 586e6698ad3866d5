/**
 * Every example in help and in the topics, and every line in a block of README.md and docs/, is run as it is written, with ids
 * in place of placeholders: one that is misspelt, or that the command refuses, fails here. The service is scripted: it answers
 * everything.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topics } from '../../src/cli/docs/manual/topics.ts';
import { commandNames } from '../../src/cli/model/catalogue/catalogue.ts';
import { blockLines, pages } from '../support/pages.ts';
import { anId, exampleWords } from './example-lines.ts';
import { runInProcess } from './in-process.ts';
import { good, listCommands, makeWorld, quick, type World } from './walk.ts';

const { commands } = await listCommands();

/** These keep running, download, or start recognisers: other tests run them. */
const lasting = new Set(
  [
    'serve',
    'quickstart',
    'service start',
    'service doctor',
    'setup show',
    'watch',
    'webhook listen',
    'mcp',
  ].concat(
    ['ffmpeg', 'speech', 'text', 'speakers', 'meaning', 'pictures', 'language'].map(
      (name) => `setup ${name}`,
    ),
  ),
);

/** What the scripted service answers, so that criteria are found and pages end. */
const answer = {
  ...good,
  // What the examples name is there.
  data: [
    { ...good.data[0], name: 'Talks', filename: 'keynote.mp4' },
    good.data[1],
    ...['Films', 'Harbour', 'Watch'].map((name, index) => ({
      id: anId.replace(/.$/, String(index + 6)),
      name,
      ...(index === 0 ? { filename: 'harbour.mp4' } : {}),
    })),
  ],
  segmentation_id: anId,
  attachment_id: anId,
  backfill_status: 'completed',
  collection_type: 'moments',
  has_more: false,
  next_cursor: null,
  moments_config: {
    criteria: [1, 2].map((end) => ({
      attachment_id: anId.replace(/.$/, String(end)),
      backfill_status: 'completed',
    })),
  },
};

/** Examples that reach their command, and end otherwise here. */
const otherwise: readonly [line: RegExp, status: number, why: string][] = [
  [/^vau service (status|reset|logs|account|billing|token)/, 1, 'no service has run here'],
  [/^vau service (backup|restore)/, 1, 'there is nothing to copy'],
  [/^vau (worker|store move)/, 1, 'there is no such database'],
  [/^vau service status/, 9, 'no service is running here'],
  [/^vau service config get/, 1, 'it is not set here'],
  [/ --open \d/, 2, 'the scripted service finds nothing'],
  [/^vau clip |^vau (search|moments) .* --clip/, 8, 'the scripted service gives no clip'],
  [/^vau clip |^vau (search|moments) .* --clip/, 2, 'the scripted service finds nothing to cut'],
  [/^vau file upload .*--create .*--collection-type/, 6, 'the scripted collection is of another type'],
  [/^vau share create .* --clip/, 10, 'the scripted service makes no segment'],
  [
    /^vau collection export .*(srt|speech|clips|edl|otio|--table)/,
    2,
    'a collection of another type has no such table',
  ],
  [/^vau query .*--out/, 1, 'the scripted service names no columns'],
  [/^vau media-description get .*--save/, 1, 'nothing was heard in it'],
  [/^vau moment-criteria attach .*--cost-limit/, 2, 'the scripted service gives no cost'],
  [/^vau probe .*(--contact-sheet|--preflight)/, 1, 'the film is a sound file'],
  [/^vau webhook verify - /, 2, 'standard input has no event'],
  [
    /^vau (face-\w+ get|segmentation get|moments|find-moments list) .*--all/,
    8,
    'its pages have another form',
  ],
  [/^vau auth token .*--save/, 1, 'the file is there already'],
  [/^vau agent setup(?!.*--status)/, 2, 'no agent is here, or it would ask'],
  [/ --token-file -$/, 2, 'standard input has no token'],
];

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  world.always({ json: answer });
  const files: Record<string, string> = {
    'failed.ndjson': `${JSON.stringify({ id: anId })}\n`,
    'files.csv': `file_id\n${anId}\n`,
    'token.txt': 'a-token',
    'talk.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n',
    'warning.yaml': 'name: warning\ninstructions: Find warnings.\n',
    'picture.jpg': 'a picture',
    'authority.pem': rootCertificates[0] ?? '',
    'config/config.json': JSON.stringify({ profiles: { local: {}, staging: {} } }),
  };
  const sound: Record<string, string> = {
    archive: 'talk.wav',
    assets: 'harbour.mp4',
    films: 'talk.wav',
    more: 'talk.wav',
  };
  for (const folder of ['config', ...Object.keys(sound)]) mkdirSync(path.join(world.folder, folder));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(world.folder, name), text);
  for (const [folder, name] of Object.entries(sound))
    copyFileSync(path.join(world.folder, 'talk.mp4'), path.join(world.folder, folder, name));
});
afterAll(() => world.close());

const runs = commands
  .filter(({ name }) => !lasting.has(name))
  .flatMap(({ name, examples }) => examples.map(({ line }) => ({ name, line })));
const inTopics = topics.flatMap(({ blocks }) =>
  blocks.flatMap((block) => (typeof block === 'object' && 'code' in block ? block.code : [])),
);

/** The command of a line. */
const nameIn = (line: string): string | undefined => {
  const words = line.split(' ').slice(1);
  return commandNames.findLast((name) => words.slice(0, name.split(' ').length).join(' ') === name);
};
const inPages = [...new Set(pages.flatMap(blockLines).map(({ line }) => line))]
  // Those with a variable are of pipelines, which pipelines.test.ts runs as a whole.
  .filter((line) => line.startsWith('vau ') && !/"\$/.test(line) && !lasting.has(nameIn(line) ?? ''))
  .map((line) => ({ name: nameIn(line) ?? '', line }));

/** Runs an example; its services are the scripted one, and its standard input is empty. */
async function statusOf(line: string, more: readonly string[] = []) {
  const words = exampleWords(line).map((word) =>
    word.replace(/^https:\/\/[a-z]+\.example\.com\/v1$|^http:\/\/127\.0\.0\.1:4747\/v1$/, world.service.url),
  );
  const environment = { ...world.environment, SHELL: '/bin/bash' };
  const ended = await runInProcess([...words, ...more], environment, { limit: 20_000, input: '' });
  return { line, ...ended };
}

/** An example that is wrong is a usage error (2) or an internal one (1); it is accepted only for a reason above. */
const allowed = (line: string): number[] => [
  0,
  ...otherwise.flatMap(([pattern, status]) => (pattern.test(line) ? [status] : [])),
];

describe('every example runs', () => {
  it.each(runs)('$line', async ({ name, line }) => {
    const ended = await statusOf(line, quick(name));
    expect(allowed(line), ended.stderr).toContain(ended.status);
  });

  it.each(inPages)('of a page: $line', async ({ name, line }) => {
    const ended = await statusOf(line, quick(name));
    expect(allowed(line), ended.stderr).toContain(ended.status);
  });

  it.each(inTopics)('of a topic: %s', async (line) => {
    const ended = await statusOf(line);
    expect(ended, ended.stderr).toMatchObject({ status: 0 });
  });
});
