import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { answerInTurn } from '../../model-process/answer-in-turn.ts';
import { importFrom, replyToService, serveRequests } from '../../model-process/main.ts';
import { ONNX, type OnnxModule, openModel, type Session } from '../../onnx/runtime.ts';
import type { TextRole } from '../port.ts';
import { encodingOf } from '../sentence/messages.ts';
import { centred, meanVector, UNRELATED } from './centre.ts';
import type { OnnxEncoder } from './provider.ts';

/**
 * The vector of a text, of length 1.
 * @param numbers what a model made: a vector for each token, or one for the whole text
 * @param shape `[1, tokens, dimension]` or `[1, dimension]`
 * @throws Error for any other shape, and for vectors without a direction
 */
function meanOf(
  numbers: ArrayLike<number>,
  shape: readonly number[],
  pooling: 'mean' | 'first',
): Float32Array {
  const dimension = shape.at(-1) ?? 0;
  const tokens = shape.length === 3 ? (shape[1] ?? 0) : 1;
  if (shape[0] !== 1 || shape.length > 3 || shape.length < 2 || dimension < 2 || tokens < 1)
    throw new Error(`the model makes a tensor of ${shape.join(' x ')}, not vectors of tokens`);
  const counted = pooling === 'first' ? 1 : tokens;
  const sum = new Float32Array(dimension);
  for (let at = 0; at < counted * dimension; at += 1)
    sum[at % dimension] = (sum[at % dimension] ?? 0) + (numbers[at] ?? 0);
  const length = Math.hypot(...sum);
  if (!(length > 0) || !Number.isFinite(length))
    throw new Error('the model makes vectors without a direction');
  return sum.map((value) => value / length);
}

/** A loaded encoder. */
interface Encoder {
  /** A vector of length 1, without what all texts have in common; only zeros for a text without words. */
  encode(text: string, as: TextRole): Promise<Float32Array>;
}

/** @throws Error with a readable reason if a file is not what it should be */
async function loadEncoder(onnx: OnnxModule, wanted: OnnxEncoder): Promise<Encoder> {
  const { env, Tensor } = onnx;
  env.wasm.numThreads = wanted.threads;
  env.logLevel = 'error';
  const tokenizer = new Tokenizer(JSON.parse(await readFile(wanted.tokenizer, 'utf8')), {});
  const session = await openModel(onnx, wanted.weights);
  const prefixes: Readonly<Record<TextRole, string>> = {
    query: wanted.queryPrefix,
    passage: wanted.passagePrefix,
    line: wanted.passagePrefix,
  };
  const raw = (text: string, as: TextRole) => {
    const { ids } = tokenizer.encode(`${prefixes[as]}${text}`);
    return vectorOf(session, Tensor, cut(ids, wanted.mostTokens), wanted.pooling);
  };
  const commonTo = async (as: TextRole) => {
    const vectors: Float32Array[] = [];
    for (const text of UNRELATED) vectors.push(await raw(text, as));
    return meanVector(vectors);
  };
  const passage = await commonTo('passage');
  const same = wanted.queryPrefix === wanted.passagePrefix;
  const common = { passage, line: passage, query: same ? passage : await commonTo('query') };
  return {
    async encode(text, as) {
      if (!/[\p{L}\p{N}]/u.test(text)) return new Float32Array(passage.length);
      return centred(await raw(text, as), common[as]);
    },
  };
}

/** Keeps the token that ends a text. */
function cut(ids: readonly number[], most: number): readonly number[] {
  return ids.length <= most ? ids : [...ids.slice(0, most - 1), ids.at(-1) ?? 0];
}

async function vectorOf(
  session: Session,
  Tensor: OnnxModule['Tensor'],
  ids: readonly number[],
  pooling: OnnxEncoder['pooling'],
): Promise<Float32Array> {
  const tensor = (numbers: BigInt64Array) => new Tensor('int64', numbers, [1, ids.length]);
  const given: Readonly<Record<string, () => BigInt64Array>> = {
    input_ids: () => BigInt64Array.from(ids, BigInt),
    attention_mask: () => new BigInt64Array(ids.length).fill(1n),
    token_type_ids: () => new BigInt64Array(ids.length),
  };
  const inputs = session.inputNames.map((name) => {
    const make = given[name];
    if (!make) throw new Error(`the model expects ${name}, which no sentence encoder of this kind does`);
    return [name, tensor(make())] as const;
  });
  const outputs = await session.run(Object.fromEntries(inputs));
  const [name = ''] = session.outputNames;
  const output = outputs[name];
  if (!output) throw new Error('the model makes nothing');
  return meanOf(output.data, output.dims, pooling);
}

/** Main program of the process of an ONNX encoder. Its argument: an OnnxEncoder as JSON. */
const wanted = JSON.parse(process.argv[2] ?? '{}') as OnnxEncoder;

const loading = importFrom(wanted.runtime, ONNX).then((onnx) => loadEncoder(onnx as OnnxModule, wanted));
serveRequests(
  answerInTurn(
    encodingOf(async ({ texts, as }, at) => (await loading).encode(texts[at] ?? '', as)),
    replyToService,
  ),
);
// Each request is answered with why the model cannot be loaded.
loading.catch(() => undefined);
