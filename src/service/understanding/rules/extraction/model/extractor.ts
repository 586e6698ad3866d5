/**
 * Extraction by a language model: passages and a schema go to it in the strict form (strict.ts); what comes back must
 * conform (conform.ts), and values that nobody said are dropped (grounds.ts).
 */

import { createHash } from 'node:crypto';
import { canonicalJson, type Evidence, type ExtractSchema } from '../../../../../contract/index.ts';
import { isRecord } from '../../../../../contract/record.ts';
import { clock } from '../../../../text/timestamps.ts';
import type { UnderstandingContext } from '../../../modalities/context.ts';
import { keepResult, keptResult, resultKey } from '../../../modalities/results.ts';
import { type ChatSession, chatSession, type Question } from '../../../models/language/chat.ts';
import { Said } from '../../../models/language/held/claims.ts';
import { type Lexicon, loadLexicon } from '../../../models/language/held/lexicon.ts';
import { placeIn } from '../../../models/language/held/quote.ts';
import { type LanguageModel, providerOf } from '../../../models/language/model.ts';
import { dataLine, fenced, runsOf } from '../../../models/language/packing.ts';
import { extractionPrompt, promptId } from '../../../models/language/prompts/prompt.ts';
import { quoteOf } from '../things.ts';
import type { Entities, Extractor, Passage, Wish } from '../types.ts';
import { conform } from './conform.ts';
import { grounded, type Leaf } from './grounds.ts';
import { strictSchema } from './strict.ts';

/** Without a schema, entities are requested as a list of kinds, because their names are unknown. */
const LISTED: ExtractSchema = {
  type: 'object',
  properties: {
    entities: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          kind: {
            type: 'string',
            description: 'What is asked for, in the plural and in small letters: people',
          },
          values: { type: 'array', items: { type: 'string' } },
        },
        required: ['kind', 'values'],
      },
    },
  },
  required: ['entities'],
};

/** The question for one part of the material. */
function questionOf({ prompt, schema }: Wish, material: string): Question<Entities> {
  const asked = (schema as ExtractSchema | undefined) ?? LISTED;
  const strict = strictSchema(asked);
  const form = `Answer with one JSON object and nothing else. It must match this JSON Schema: ${JSON.stringify(strict)}`;
  return {
    name: 'entities',
    system: `${extractionPrompt.text}\n${form}`,
    content: `${prompt ? `What to take out: ${prompt}\n` : ''}${fenced([material])}`,
    schema: strict,
    read: (value) => {
      const checked = conform(value, asked) as Entities;
      return schema ? checked : byKind(checked as unknown as Listed);
    },
  };
}

interface Listed {
  readonly entities: readonly { readonly kind: string; readonly values: readonly string[] }[];
}

const KIND = /^[\p{L}_][\p{L}\p{N}_ -]{0,63}$/u;

function byKind({ entities }: Listed): Entities {
  const kinds = new Map<string, Set<string>>();
  for (const { kind, values } of entities) {
    const name = kind.trim().toLowerCase().replace(/\s+/g, '_');
    if (!KIND.test(name) || name in Object.prototype)
      throw new Error(`${JSON.stringify(kind)} is not a kind of entities`);
    kinds.set(name, new Set([...(kinds.get(name) ?? []), ...values]));
  }
  return Object.fromEntries([...kinds].map(([kind, values]) => [kind, [...values]]));
}

/** The label of a passage in the material. */
const LABELS: Readonly<Record<Passage['source'], string>> = {
  speech: 'said',
  scene_text: 'on screen',
  visual_scene_description: 'seen',
  metadata: 'metadata',
};

/** Characters per part of a long material; every current model behind an endpoint accepts this many. */
const STRETCH_CHARACTERS = 24_000;

/** Formats passages as material, one per line, in parts that a model reads at once. A passage is one line of data. */
async function materialOf(
  chat: Pick<ChatSession, 'shares'>,
  wish: Wish,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<string[]> {
  if (passages.length === 0) return [];
  const lines = passages.map(({ source, text, start, speaker }) => {
    const when = start === undefined ? '' : ` ${clock(start)}`;
    const said = dataLine(`${speaker === undefined ? '' : `${speaker}: `}${text}`);
    return `[${LABELS[source]}${when}] ${said}`.slice(0, STRETCH_CHARACTERS);
  });
  const { system = '', content } = questionOf(wish, '');
  const packing = { around: `${system}${content}`, characters: STRETCH_CHARACTERS };
  const shares = await chat.shares(lines, packing, signal);
  return runsOf(shares).map(({ from, to }) => lines.slice(from, to + 1).join('\n'));
}

/** A short hash that identifies a text or a request. */
function hashOf(value: string | object): string {
  return createHash('sha256')
    .update(typeof value === 'string' ? value : canonicalJson(value))
    .digest('hex');
}

const MOST_ITEMS = 1_000;

/** Merges the results of all parts: lists are concatenated, for anything else the first value wins. */
function merged(all: readonly Entities[]): Entities {
  return all.length === 1 ? (all[0] ?? {}) : (all.reduce<unknown>(both, {}) as Entities);
}

function both(one: unknown, other: unknown): unknown {
  if (one === null || one === undefined) return other;
  if (other === null || other === undefined) return one;
  if (Array.isArray(one) && Array.isArray(other)) {
    const known = new Map([...one, ...other].map((item) => [JSON.stringify(item), item]));
    return [...known.values()].slice(0, MOST_ITEMS);
  }
  if (!isRecord(one) || !isRecord(other)) return one;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, both(one[name], other[name])]));
}

/** Maximum number of values to list in a warning. */
const MOST_NAMED = 20;
/** Maximum number of values to look up. */
const MOST_VALUES = 2_000;

/**
 * Extracts with a language model. Its responses are checked against the schema, and stored by content, model,
 * request and text, so that neither a crash nor another job asks again. Values that nobody said are dropped.
 * @param recorded the day of the recording, for `tomorrow`; undefined if unknown
 */
export function modelExtractor(
  ctx: UnderstandingContext,
  language: LanguageModel,
  wish: Wish,
  contentHash: string | null,
  recorded: Date | undefined,
): Extractor {
  const chat = chatSession(language);
  const provider = providerOf(language);
  const asked = hashOf({ prompt: wish.prompt ?? null, schema: wish.schema ?? null });
  return {
    provider: `${provider} ${language.model}`,
    notes: [
      'Extracted by a model, which can be wrong; values that nobody said are dropped, and quotes are verbatim.',
    ],
    extract: async (passages, signal) => {
      const answers: Entities[] = [];
      for (const material of await materialOf(chat, wish, passages, signal)) {
        const settings = {
          version: language.model,
          question: promptId(extractionPrompt),
          asked,
          material: hashOf(material),
        };
        const key = resultKey(contentHash, 'entities', { provider, settings });
        const known = key && (await keptResult<Entities>(ctx, key));
        const answer = known ?? (await ask(chat, wish, material, signal));
        if (key && !known) await keepResult(ctx, key, answer);
        answers.push(answer);
      }
      const lexicon = await loadLexicon();
      const days = await relativeDays(passages, recorded);
      const said = new Said([...passages, ...days], lexicon);
      const { value, leaves, dropped } = grounded(
        merged(answers),
        said,
        wish.schema as ExtractSchema | undefined,
      );
      return {
        entities: value as Entities,
        evidence: evidenceOf(leaves, passages, lexicon),
        warnings: [
          ...warning('dropped, because nobody said or showed it', dropped),
          ...warning(
            "not verbatim in the material, so the model's own choice",
            leaves
              .filter(({ judged, value }) => judged && !placeOf(String(value), passages))
              .map(({ path }) => path),
          ),
        ],
      };
    },
  };
}

function ask(chat: ChatSession, wish: Wish, material: string, signal: AbortSignal): Promise<Entities> {
  return chat.ask(questionOf(wish, material), signal);
}

/** The calendar dates of `tomorrow` and the like, as lines. */
async function relativeDays(
  passages: readonly Passage[],
  recorded: Date | undefined,
): Promise<{ text: string }[]> {
  if (!recorded) return [];
  const { datesIn } = await import('../typed/dates.ts');
  const values = passages.flatMap((passage) => datesIn(passage, recorded).map(({ value }) => value));
  return [...new Set(values)].flatMap((value) => (typeof value === 'string' ? [{ text: value }] : []));
}

/** Where each value was said: verbatim, or else in other words. A choice of the model may have been said nowhere. */
function evidenceOf(leaves: readonly Leaf[], passages: readonly Passage[], lexicon: Lexicon): Evidence[] {
  const read = new Map<Passage, Said>();
  const saidIn = (passage: Passage) => {
    const own = read.get(passage) ?? new Said([passage], lexicon);
    read.set(passage, own);
    return own;
  };
  return leaves.slice(0, MOST_VALUES).flatMap(({ path, value, judged }) => {
    const verbatim = placeOf(String(value), passages);
    if (verbatim) return [quoteOf(path, verbatim.passage, verbatim.from, String(value).length)];
    const says = (passage: Passage) =>
      typeof value === 'number' ? saidIn(passage).saysNumber(value) : saidIn(passage).saysValue(value);
    const passage = judged ? undefined : passages.find(says);
    return passage ? [quoteOf(path, passage, -1, 0)] : [];
  });
}

function placeOf(
  value: string,
  passages: readonly Passage[],
): { passage: Passage; from: number } | undefined {
  const passage = passages.find(({ text }) => placeIn(text, value) >= 0);
  return passage && { passage, from: placeIn(passage.text, value) };
}

function warning(what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, MOST_NAMED).join(', ');
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return [`${what}: ${named}${more}`];
}
