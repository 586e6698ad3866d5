/**
 * Other encoders for the benchmark `search`: the packaged one with its vectors changed, behind an endpoint on this machine. So
 * their cosines have another scale, and are worth less.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';

/** What each does with a vector of length 1. @param own a direction of chance, the same for the same text */
const changes = {
  /** All texts near each other, as by E5: cosines of unrelated ones are about 0.8. */
  shifted: (vector) => vector.map((value, at) => value + 1.9 * (common[at] ?? 0)),
  short: (vector) => vector.slice(0, 48),
  blurred: (vector, own) => vector.map((value, at) => value + 0.7 * (own[at] ?? 0)),
  chance: (_, own) => own,
};

const common = direction('what all texts have in common', 384);

export const standIns = Object.keys(changes);

/** @param encoder the packaged one @returns the settings of the endpoint, and a function that closes it */
export async function standIn(name, encoder) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { input } = JSON.parse(body);
    const vectors = await encoder.encode(input, new AbortController().signal);
    const data = vectors.map((vector, index) => {
      const embedding = changes[name](Array.from(vector), direction(input[index], vector.length));
      return { index, embedding };
    });
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  const embeddings = { url, model: name, keyEnv: 'VAU_BENCH_KEY', timeoutSeconds: 120, retryMs: 100 };
  return { embeddings, close: () => server.close() };
}

/** Numbers of chance (mulberry32) of length 1, the same for the same text (FNV-1a). */
function direction(text, dimension) {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  // Sums of four are near enough to the normal distribution.
  const numbers = Array.from({ length: dimension }, () => random() + random() + random() + random() - 2);
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}
