/**
 * Every command, and an environment in which each can run: files, a scripted service, and one that quickstart
 * finds.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { CommandDescription } from '../../src/cli/docs/describe.ts';
import { anId, requestLine } from './example-lines.ts';
import { type Answer, choosing, run, type Scripted, scripted, temporary } from './harness.ts';

export interface World {
  readonly folder: string;
  readonly service: Scripted;
  readonly environment: Record<string, string>;
  /** Every request gets this response; only the health check always succeeds. */
  always(answer: Answer): void;
  /** The first request is asked to retry after 20 ms, the others succeed. */
  busyFirst(): void;
  close(): Promise<void>;
}

export const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const event = '{"event_type": "file.job.completed"}';

/** A response that every command can show. */
export const good = {
  id: anId,
  object: 'list',
  data: [{ id: anId }, { id: anId.replace(/.$/, '9') }],
  total: 2,
  limit: 50,
  offset: 0,
  status: 'completed',
  webhook_secret: secret,
  name: 'a name',
  filename: 'talk.mp4',
  share_url: 'http://127.0.0.1/s',
  // Of a redo: nothing that would be made again.
  modalities: [],
};

/** The output of `vau commands --full -o json`, and its status. */
export async function listCommands() {
  const home = temporary();
  const listed = await run(home.folder, ['commands', '--full', '-o', 'json']);
  home.remove();
  return { listed, commands: JSON.parse(listed.stdout) as CommandDescription[] };
}

/** A separate environment. Commands in this process run in its folder until it is closed. */
export async function makeWorld(): Promise<World> {
  const home = temporary();
  const service = await scripted();
  const { folder } = home;
  const at = (name: string) => path.join(folder, name);
  const criterion = JSON.stringify({ name: 'promise', instructions: 'Find promises.' });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': Math.floor(now.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, event),
  };
  // A shell would expand the star to the files of the folder.
  for (const name of ['media', 'embedded']) mkdirSync(at(name));
  const files: Record<string, string | Buffer> = {
    'talk.mp4': silence(),
    'media/*': silence(),
    'talk.srt': 'x',
    'rubric.md': 'x',
    'schema.json':
      '{"type": "object", "properties": {"people": {"type": "array", "items": {"type": "string"}}}}',
    'criterion.json': criterion,
    'criterion.yaml': criterion,
    'body.json': event,
    'headers.txt': JSON.stringify(headers),
    'secret.txt': secret,
    // Like a running service leaves it: quickstart takes the scripted service for the embedded one.
    'embedded/service.json': JSON.stringify({ pid: process.pid, url: service.url, started_at: 0 }),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content);
  const before = process.cwd();
  process.chdir(folder);
  const script = (answer: (count: number) => Answer) => {
    let count = 0;
    service.script = ({ path: route }) => {
      if (route.endsWith('/health')) return {};
      count += 1;
      return answer(count);
    };
  };
  const busy = { status: 429, headers: { 'retry-after': '0.02' }, json: { error: 'slow down' } };
  return {
    folder,
    service,
    environment: {
      ...choosing(service),
      PATH: process.env.PATH ?? '',
      HOME: folder,
      VAU_CONFIG_DIR: at('config'),
      VAU_DATA_DIR: at('data'),
      VAU_EMBEDDINGS: 'off',
      VAU_OBJECTS: 'off',
    },
    always: (answer) => script(() => answer),
    busyFirst: () => script((count) => (count === 1 ? busy : { json: good })),
    async close() {
      process.chdir(before);
      await service.close();
      home.remove();
    },
  };
}

/** A tenth of a second of silence, as a WAV file of 8 kHz and 8 bits. */
function silence(): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + 800, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(800, 40);
  return Buffer.concat([head, Buffer.alloc(800, 128)]);
}

/** Lines that make a command send a request, if its first example does not, or would run forever. */
const speakingLines: Readonly<Record<string, readonly string[]>> = {
  // A wait for one resource: each of several would have its own result.
  wait: ['wait', 'file', anId, '--interval', '0.01'],
  'collection export': ['collection', 'export', anId, '--out', 'talks', '--format', 'csv', '--force'],
  quickstart: ['quickstart', 'talk.mp4', '--data-dir', 'embedded'],
  watch: ['watch', '.', '--collection', anId, '--once', '--settle', '0.1'],
  'webhook listen': ['webhook', 'listen', '--webhook', anId, '--port', '0'],
  'webhook verify': ['webhook', 'verify', 'body.json', '--headers', 'headers.txt', '--webhook', anId],
};

/** A line that makes the command send a request. */
export const speakingLine = (command: CommandDescription): readonly string[] =>
  speakingLines[command.name] ?? requestLine(command);

const quickFlags: Readonly<Record<string, readonly string[]>> = {
  // Less than a second between polls: nothing is slow here.
  wait: ['--interval', '0.01'],
  // The export of another test is there already.
  'collection export': ['--force'],
};

/** Flags with which every line of a command can run here, again and again. */
export const quick = (name: string): readonly string[] => quickFlags[name] ?? [];

/** The examples that can run here, complete except for format and waiting; none reads standard input. */
export const exampleLines = (command: CommandDescription): string[][] =>
  command.examples
    .flatMap(({ line }, index) => (/ -( |$)/.test(line) ? [] : [requestLine(command, index)]))
    .map((words) => words.filter((word) => !['-o', 'json', 'ndjson'].includes(word)))
    .map((words) => [...words, ...quick(command.name)]);
