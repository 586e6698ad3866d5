/**
 * Chats on a terminal: lines that are typed come in, each is sent as `chat.create` with the messages before it, and
 * its answer is shown with the files, times and quotes that it cites (view.ts).
 */

import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { BodyInput, ChatCompletion } from '../../contract/index.ts';
import { limits } from '../../contract/values/limits.ts';
import { kindOfField } from '../../contract/values/names.ts';
import { failureOf, isInterruption, UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { absent } from '../names/absent.ts';
import { isName } from '../names/may-be-name.ts';
import { idOf } from '../names/with-ids.ts';
import { show } from '../output/show.ts';
import { chatText } from './view.ts';

type Body = BodyInput<'chat.create'>;
type Messages = Body['messages'];

/** Messages of the conversation that are sent again with each question. */
const MOST_MESSAGES = 100;

/**
 * A conversation on the terminal, until Ctrl-C, Ctrl-D, `exit` or `quit`. The first question must be answered; later ones
 * may fail without ending it.
 * @param body what every request has, and the messages before the first question
 * @throws UsageError if there is no terminal; the error of the first question
 */
export async function converse(session: Session, body: Body): Promise<undefined> {
  if (!session.interactive)
    throw new UsageError('<question> is missing: without a terminal there is no conversation', {
      next: 'vau chat ask --help',
    });
  const known = await withIds(session, body);
  session.note('Ask about the collection. Ctrl-D leaves.');
  const lines = openLines();
  try {
    await askAndAnswer(session, known, lines);
  } finally {
    lines.close();
  }
  return undefined;
}

/** The collection by its id, looked up before the first question. @throws CliError (exit 5) for a name that nobody has */
async function withIds(session: Session, body: Body): Promise<Body> {
  const client = await session.client();
  const kind = kindOfField('collections');
  if (!kind) return body;
  const search = { session, client, strict: false, skip: () => false };
  const idFor = async (one: string) => {
    if (!isName(one)) return one;
    const id = await idOf(search, kind, one);
    if (id === undefined) throw await absent(client, kind, one, session.signal);
    return id;
  };
  return { ...body, collections: await Promise.all(body.collections.map(idFor)) };
}

async function askAndAnswer(session: Session, body: Body, lines: LineReader): Promise<void> {
  let messages = body.messages;
  for (let answered = 0; ; ) {
    const question = (await lines.read('> '))?.trim();
    if (question === undefined || /^(?:exit|quit)$/i.test(question)) return;
    if (question === '') continue;
    const asked: Messages = [...messages, { role: 'user', content: question }];
    try {
      const chat = await answerTo(session, { ...body, messages: asked });
      await show(session, { value: chat, text: chatText(session, chat) });
      messages = recent(body.messages, [...asked, { role: 'assistant', content: contentOf(chat) }]);
      answered += 1;
    } catch (error) {
      if (answered === 0 || isInterruption(error)) throw error;
      session.note(`Not answered: ${failureOf(error).message}`);
    }
  }
}

async function answerTo(session: Session, body: Body): Promise<ChatCompletion> {
  const client = await session.client();
  const progress = session.progress('Looking in the collection');
  try {
    const { signal } = session;
    return (await client.send('chat.create', { body }, { signal })) as ChatCompletion;
  } finally {
    progress.stop();
  }
}

function contentOf({ choices }: Partial<ChatCompletion>): string {
  return choices?.[0]?.message.content.slice(0, limits.chatMessageCharacters) ?? '';
}

/** The first messages, and the last ones of the conversation. */
function recent(first: Messages, all: Messages): Messages {
  return [...first, ...all.slice(first.length).slice(-MOST_MESSAGES)];
}

/** Lines typed on a terminal, one after the other. */
interface LineReader {
  /**
   * Reads a line on standard error, with editing and the lines before. Keys typed since the last line count.
   * @returns undefined if Ctrl-C or Ctrl-D was typed, or the terminal is gone
   */
  read(prompt: string): Promise<string | undefined>;
  /** Gives the terminal back. Can be called twice. */
  close(): void;
}

/**
 * Opens standard input for lines. It stays open between two lines: otherwise a Ctrl-D typed there would be lost, and
 * other keys shown twice. Ctrl-C between two lines is the usual SIGINT.
 */
function openLines(): LineReader {
  const waiting: string[] = [];
  let ended = false;
  let take: ((line: string | undefined) => void) | undefined;
  const lines = createInterface({
    input: process.stdin,
    output: echo(() => take !== undefined),
    terminal: true,
  });
  const give = (line: string | undefined) => {
    const taken = take;
    take = undefined;
    taken?.(line);
  };
  lines.on('line', (line) => (take ? give(line) : waiting.push(line)));
  lines.on('SIGINT', () => (take ? lines.close() : interrupt()));
  lines.once('close', () => {
    ended = true;
    if (take) process.stderr.write('\n');
    give(undefined);
  });
  return {
    read: (prompt) =>
      new Promise((resolve) => {
        const line = waiting.shift();
        if (line !== undefined) process.stderr.write(`${prompt}${line}\n`);
        if (line !== undefined || ended) return resolve(line);
        take = resolve;
        ask(lines, prompt);
      }),
    close: () => lines.close(),
  };
}

/** Ctrl-C for this process, as if no line were read. On Windows a signal sent by a program only kills, without its listeners. */
function interrupt(platform = process.platform): void {
  if (platform !== 'win32') process.kill(process.pid, 'SIGINT');
  else if (!process.emit('SIGINT', 'SIGINT')) process.exitCode = 130;
}

/** Shows the prompt, and what was typed after it already. */
function ask(lines: Interface, prompt: string): void {
  lines.setPrompt(prompt);
  lines.prompt(true);
}

/** Standard error for a line's echo, while a line is asked for. */
function echo(isAsked: () => boolean): Writable {
  const output = new Writable({
    write(chunk, _, done) {
      if (isAsked()) process.stderr.write(chunk);
      done();
    },
  });
  return Object.defineProperty(output, 'columns', { get: () => process.stderr.columns });
}
