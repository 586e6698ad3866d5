/**
 * An encoder of text behind a server with an OpenAI-style /v1/embeddings: texts go out, vectors come back, all of the
 * dimension of the first.
 */

import * as z from 'zod';
import type { ModelEndpoint } from '../../../../context/model-endpoint.ts';
import { operationAddress } from '../../endpoint/address.ts';
import { EndpointRefused } from '../../endpoint/errors.ts';
import { sendForm } from '../../endpoint/send.ts';
import type { TextEncoder } from '../port.ts';

/** Texts per request: all servers take as many. */
const BATCH = 32;

/** `index` may be missing, or the order another one. */
const embeddings = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(2).max(65_536) })),
});

/** Vectors by a server with an OpenAI-style /v1/embeddings. It remembers the first dimension and refuses another. */
export function endpointEncoder(endpoint: ModelEndpoint): TextEncoder {
  const address = operationAddress(endpoint.url, 'embeddings');
  const { origin } = new URL(address);
  let dimension: number | undefined;
  const request = async (input: readonly string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const bytes = Buffer.from(JSON.stringify({ model: endpoint.model, input, encoding_format: 'float' }));
    const form = { contentType: 'application/json', bytes };
    const answer = await sendForm(endpoint, address, form, (body) => vectorsIn(body, input.length), signal);
    if ('reply' in answer)
      throw new EndpointRefused(
        `${address} responded with ${answer.reply.status}${hint(answer.reply.status, endpoint)}`,
      );
    const [first] = answer.result;
    dimension ??= first?.length;
    const other = answer.result.find((vector) => vector.length !== dimension);
    if (other)
      throw new EndpointRefused(
        `${origin} returned vectors of ${dimension} and of ${other.length} numbers for one model`,
      );
    return answer.result;
  };
  return {
    model: `endpoint/${endpoint.model}`,
    language: undefined,
    async encode(texts, signal) {
      const filled = texts.flatMap((text, at) => (/\S/.test(text) ? [at] : []));
      const found: Float32Array[] = [];
      for (let at = 0; at < filled.length; at += BATCH)
        found.push(
          ...(await request(
            filled.slice(at, at + BATCH).map((index) => texts[index] ?? ''),
            signal,
          )),
        );
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimension ?? 0));
      for (const [at, index] of filled.entries()) vectors[index] = found[at] ?? new Float32Array(0);
      return vectors;
    },
  };
}

/** @throws Error if the body is not one vector for each text */
function vectorsIn(body: string, count: number): Float32Array[] {
  const parsed = embeddings.safeParse(JSON.parse(body));
  if (!parsed.success) throw new Error('its response is not a list of embeddings');
  const ordered = parsed.data.data
    .map(({ index, embedding }, at) => ({ at: index ?? at, embedding }))
    .sort((one, other) => one.at - other.at);
  if (ordered.length !== count || ordered.some(({ at }, place) => at !== place))
    throw new Error(`it returned ${ordered.length} vectors for ${count} texts, or the same one twice`);
  return ordered.map(({ embedding }) => unit(embedding));
}

/** The vector with length 1. @throws Error for a vector of zeros, which has no direction */
function unit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  if (!(length > 0)) throw new Error('it returned a vector of zeros');
  return Float32Array.from(numbers, (number) => number / length);
}

function hint(status: number, { keyEnv }: ModelEndpoint): string {
  if (status === 401 || status === 403) return `: it expects another key than the one in ${keyEnv}`;
  return status === 404 ? ': it has no embeddings operation, or no such model' : '';
}
