import type { TranscriptionEndpoint } from '../../../context/speech-settings.ts';
import { EndpointRefused } from '../../endpoint/errors.ts';
import { type Reply, sendForm } from '../../endpoint/send.ts';
import type { SpeechLine } from '../../lines.ts';
import type { Span } from '../../voice-activity/activity.ts';
import { toWav } from '../../voice-activity/wav.ts';
import { transcriptionAddresses } from './address.ts';
import { linesOfAnswer } from './answer.ts';
import { formBody } from './form.ts';

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
