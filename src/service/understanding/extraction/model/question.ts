import { createHash } from 'node:crypto';
import { canonicalJson, type ExtractSchema } from '../../../../contract/index.ts';
import { clock } from '../../../text/timestamps.ts';
import type { ChatSession, Question } from '../../language/chat.ts';
import { dataLine, fenced } from '../../language/material.ts';
import { runsOf } from '../../language/packing.ts';
import { extractionPrompt } from '../../language/prompts/extraction.ts';
import type { Entities, Passage, Wish } from '../types.ts';
import { conform } from './conform.ts';
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
export function questionOf({ prompt, schema }: Wish, material: string): Question<Entities> {
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
export async function materialOf(
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
export function hashOf(value: string | object): string {
  return createHash('sha256')
    .update(typeof value === 'string' ? value : canonicalJson(value))
    .digest('hex');
}
