import * as z from 'zod';
import { messageOf } from '../../../errors.ts';
import { EndpointRefused, sendForm } from '../../speech/endpoint/send.ts';
import type { VisionEndpoint } from '../config.ts';
import { chatAddress } from './address.ts';
import { jsonIn, saidIn } from './answer.ts';

/** What is asked of the model, and the only form in which its answer is taken. */
const scene = z.object({ description: z.string().trim().min(1) });

const QUESTION =
  'Describe what is to be seen in this picture from a film, in one or two plain sentences of English. Say only what is ' +
  'visible; name no person. Answer with a JSON object of this form and nothing else: {"description": "..."}';

/** The part of JSON Schema that every server takes. */
const SCHEMA = {
  type: 'object',
  properties: { description: { type: 'string' } },
  required: ['description'],
  additionalProperties: false,
};

/** How JSON can be asked for, the surest first. The last relies on the question alone. */
const FORMATS: readonly object[] = [
  {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'scene', strict: true, schema: SCHEMA },
    },
  },
  { response_format: { type: 'json_object' } },
  {},
];

type Message = { role: 'user' | 'assistant'; content: string | readonly object[] };

/** Talks to one endpoint and remembers what it takes. */
export interface VisionSession {
  /**
   * One or two sentences about a JPEG.
   * @throws EndpointRefused when the endpoint does not answer usefully, after one repair of an answer that is none
   */
  describe(jpeg: Buffer, signal: AbortSignal): Promise<string>;
}

export function visionSession(endpoint: VisionEndpoint): VisionSession {
  const address = chatAddress(endpoint.url);
  const { origin, pathname } = new URL(address);
  let format = 0;
  const ask = async (messages: readonly Message[], signal: AbortSignal): Promise<string> => {
    const tried = format;
    const body = { model: endpoint.model, messages, temperature: 0, ...FORMATS[tried] };
    const form = { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(body)) };
    const answer = await sendForm(endpoint, address, form, saidIn, signal);
    if ('result' in answer) return answer.result;
    const { status } = answer.reply;
    if ((status !== 400 && status !== 422) || tried + 1 >= FORMATS.length)
      throw new EndpointRefused(`${origin}${pathname} answered ${status}${hint(status, endpoint)}`);
    format = Math.max(format, tried + 1);
    return ask(messages, signal);
  };
  return {
    describe: async (jpeg, signal) => {
      const url = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
      const content = [
        { type: 'text', text: QUESTION },
        { type: 'image_url', image_url: { url } },
      ];
      const messages: Message[] = [{ role: 'user', content }];
      const said = await ask(messages, signal);
      try {
        return jsonIn(said, scene).description;
      } catch (error) {
        const repair = `That cannot be used: ${messageOf(error)}. Answer again with the JSON object alone.`;
        const again = await ask(
          [...messages, { role: 'assistant', content: said }, { role: 'user', content: repair }],
          signal,
        );
        return usable(again, origin);
      }
    },
  };
}

function usable(said: string, origin: string): string {
  try {
    return jsonIn(said, scene).description;
  } catch (error) {
    throw new EndpointRefused(`${origin} was asked twice and gave no description: ${messageOf(error)}`);
  }
}

function hint(status: number, { keyEnv }: VisionEndpoint): string {
  if (status === 401 || status === 403) return `: it wants another key than ${keyEnv} holds`;
  return status === 404 ? ': there is no chat there, or no such model' : '';
}
