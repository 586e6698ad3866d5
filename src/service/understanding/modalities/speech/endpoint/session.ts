import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { TranscriptionEndpoint } from '../../../../context/speech-settings.ts';
import { EndpointRefused } from '../../../models/endpoint/errors.ts';
import { type EndpointBody, type Reply, sendForm } from '../../../models/endpoint/send.ts';
import type { SpeechLine, SpeechWord } from '../../lines.ts';
import type { Span } from '../../voice-activity/activity.ts';
import { toWav } from '../../voice-activity/energies.ts';

/** Servers write times as numbers or as text. */
const number = z.union([z.number(), z.string().trim().min(1).transform(Number).pipe(z.number())]);
const time = number.nullish();
const word = z.object({ word: z.string(), start: time, end: time });
const segment = z.object({
  text: z.string(),
  start: time,
  end: time,
  words: z.array(word).nullish(),
  speaker: z.union([z.string(), z.number()]).nullish(),
  no_speech_prob: z.number().nullish().catch(null),
  avg_logprob: z.number().nullish().catch(null),
});
const answer = z.object({
  text: z.string(),
  words: z.array(word).nullish(),
  segments: z.array(segment).nullish(),
});

type Segment = z.output<typeof segment>;
type Word = z.output<typeof word>;

/** Recognisers invent words in silence; both limits are those of Whisper's reference implementation. */
const NO_SPEECH = { probability: 0.6, logProbability: -1 };

/**
 * Parses a transcription in any dialect: words at the top level, inside segments or missing; segments, or just a text,
 * which then gets the chunk's own times.
 * @param span start and end of the chunk in the media, in seconds
 * @throws Error if it is not a transcription
 */
function linesOfAnswer(body: string, span: Span): SpeechLine[] {
  const parsed = answer.safeParse(parse(body));
  if (!parsed.success) throw new Error('the response is not a transcription');
  const { text, segments } = parsed.data;
  if (!segments || segments.length === 0) return wholeChunk(text, span, parsed.data.words ?? []);
  const words = parsed.data.words ?? [];
  const lines = segments.filter(isSpoken).map((one) => lineOf(one, words, span));
  return lines.filter((line) => line.text !== '' && line.end > line.start);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isSpoken({ no_speech_prob: none, avg_logprob: sure }: Segment): boolean {
  if (typeof none !== 'number' || typeof sure !== 'number') return true;
  return !(none > NO_SPEECH.probability && sure < NO_SPEECH.logProbability);
}

function wholeChunk(text: string, span: Span, words: readonly Word[]): SpeechLine[] {
  const line = text.trim();
  return line === '' ? [] : [{ text: line, start: span.start, end: span.end, ...timed(words, span) }];
}

function lineOf(one: Segment, topLevel: readonly Word[], span: Span): SpeechLine {
  const start = inside(one.start, span) ?? span.start;
  const end = inside(one.end, span) ?? span.end;
  // A word belongs to the segment that contains its middle: their edges are rounded differently.
  const own = one.words ?? topLevel.filter((candidate) => within(candidate, one));
  return {
    ...(one.speaker === null || one.speaker === undefined ? {} : { speaker: String(one.speaker) }),
    text: one.text.trim(),
    start,
    end,
    ...timed(own, span),
  };
}

function within({ start, end }: Word, one: Segment): boolean {
  if (typeof start !== 'number' || typeof end !== 'number') return false;
  const middle = (start + end) / 2;
  return middle >= (one.start ?? 0) && middle < (one.end ?? Number.POSITIVE_INFINITY);
}

/** Words with times; none if one word has no time, because the gaps would mislead. */
function timed(words: readonly Word[], span: Span): { words?: SpeechWord[] } {
  const placed = words.flatMap((one) => {
    const start = inside(one.start, span);
    const end = inside(one.end, span);
    const text = one.word.trim();
    return start === undefined || end === undefined || text === '' ? [] : [{ word: text, start, end }];
  });
  return placed.length > 0 && placed.length === words.length ? { words: placed } : {};
}

/** Converts a time in the chunk to a time in the media, kept inside the chunk. */
function inside(seconds: number | null | undefined, { start, end }: Span): number | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined;
  return Math.round(Math.min(end, Math.max(start, start + seconds)) * 1000) / 1000;
}

/** Builds a form from text fields and one WAV file named `file`. A field may occur more than once. */
function formBody(fields: readonly (readonly [string, string])[], wav: Buffer): EndpointBody {
  const boundary = `vau-${randomUUID()}`;
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
  const texts = fields.map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`);
  const head = `${texts.join('')}${part('name="file"; filename="sound.wav"')}Content-Type: audio/wav\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), wav, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

type Fields = readonly (readonly [string, string])[];

/** Response formats to try, the best first: words and segments with times, segments with times, plain text. */
const FORMS: readonly Fields[] = [
  [
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'segment'],
    ['timestamp_granularities[]', 'word'],
  ],
  [['response_format', 'verbose_json']],
  [['response_format', 'json']],
];

/** What an endpoint has been found to support. */
export interface Session {
  /** True once it has returned text without times: short chunks are sent from then on. */
  readonly untimed: boolean;
  /** @throws EndpointRefused with the endpoint's response */
  transcribe(pcm: Buffer, span: Span, signal: AbortSignal): Promise<SpeechLine[]>;
}

/**
 * Talks to one endpoint and remembers what it supports: a format it refuses (400, 422) is not sent again, and an
 * unknown URL (404) is replaced by the next.
 */
export function endpointSession(endpoint: TranscriptionEndpoint, prompt?: string): Session {
  const addresses = transcriptionAddresses(endpoint.url);
  let address = 0;
  let form = 0;
  const ask = async (pcm: Buffer, span: Span, signal: AbortSignal): Promise<SpeechLine[]> => {
    const [triedAddress, triedForm] = [address, form];
    const fields = [...common(endpoint, prompt), ...(FORMS[triedForm] ?? [])];
    const target = addresses[triedAddress] ?? endpoint.url;
    const read = (body: string) => linesOfAnswer(body, span);
    const answer = await sendForm(endpoint, target, formBody(fields, toWav(pcm)), read, signal);
    if ('result' in answer) return answer.result;
    const { status } = answer.reply;
    if (status === 404 && triedAddress + 1 < addresses.length) address = Math.max(address, triedAddress + 1);
    else if ((status === 400 || status === 422) && triedForm + 1 < FORMS.length)
      form = Math.max(form, triedForm + 1);
    else throw new EndpointRefused(refusal(endpoint, target, answer.reply));
    return ask(pcm, span, signal);
  };
  return {
    get untimed() {
      return form === FORMS.length - 1;
    },
    transcribe: ask,
  };
}

function common({ model, language }: TranscriptionEndpoint, prompt: string | undefined): Fields {
  const optional = { language, prompt };
  const given = Object.entries(optional).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return [['model', model], ...given];
}

/** Statuses whose text may repeat the key. */
const ABOUT_KEYS = [401, 403];

function refusal(endpoint: TranscriptionEndpoint, target: string, { status, body }: Reply): string {
  const { origin, pathname } = new URL(target);
  const where = `${origin}${pathname} responded with ${status}`;
  if (ABOUT_KEYS.includes(status))
    return `${where}: it expects another key than the one in ${endpoint.keyEnv}`;
  const said = messageIn(body);
  const key = process.env[endpoint.keyEnv]?.trim();
  return said === '' || (key && said.includes(key)) ? where : `${where}: ${said}`;
}

/** The message of an error response, in the common shapes: {error: {message}}, {error}, {detail}, {message}. */
function messageIn(body: string): string {
  try {
    const { error, detail, message } = JSON.parse(body);
    const said = error?.message ?? error ?? detail ?? message;
    return typeof said === 'string' ? said.replace(/\s+/g, ' ').trim().slice(0, 200) : '';
  } catch {
    return '';
  }
}

/** Path of the operation below a base URL, in the OpenAI interface. */
const OPERATION = 'audio/transcriptions';

/**
 * The URLs to try, the most likely first. A full URL (ending in `transcriptions` or `inference`) is used as it is; a
 * base URL is extended by the operation's usual path and, for servers like whisper.cpp, by `/inference`. A URL without
 * a path gets the usual `/v1`.
 */
export function transcriptionAddresses(configured: string): string[] {
  const url = new URL(configured);
  const base = url.pathname.replace(/\/+$/, '');
  if (/\/(transcriptions|inference)$/.test(base)) return [url.href];
  const at = (pathname: string) => {
    const address = new URL(url);
    address.pathname = pathname;
    return address.href;
  };
  return [at(`${base || '/v1'}/${OPERATION}`), at(`${base.replace(/\/v1$/, '')}/inference`)];
}
