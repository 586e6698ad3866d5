import type { ExtractSchema } from '../../../../../contract/index.ts';
import { isRecord } from '../../../../../contract/record.ts';
import { lineReader, sentenceEncoder, type TextEncoder } from '../../../models/embeddings/index.ts';
import { type Filling, fillObject } from '../../extraction/answer/fill.ts';
import { readFor } from '../../extraction/asked/ask.ts';
import { thingsOf } from '../../extraction/things.ts';
import { mentionsIn } from '../../extraction/typed/mentions.ts';
import type { Mention, Passage } from '../../extraction/types.ts';
import type { Evidence } from '../port.ts';

/**
 * Gives the fields of a moment that can be taken out of its lines; undefined if there are none, or if a required one is missing:
 * half an object would not match its schema. A field that several values answer is left out.
 */
export type FieldReader = (lines: readonly Evidence[]) => Record<string, unknown> | undefined;

/**
 * Asks for the fields of a criterion's moments.
 * @param all the lines of the file, with the vectors of the encoder
 */
export async function fieldsReader(
  schema: unknown,
  all: readonly Evidence[],
  encoder: TextEncoder | undefined,
  signal: AbortSignal,
): Promise<FieldReader> {
  if (!isRecord(schema) || !isRecord(schema.properties)) return () => undefined;
  const asked: ExtractSchema = schema;
  const passages = new Map(all.map((line) => [line, passageOf(line)] as const));
  const vectors = new Map(all.flatMap((line) => vectorOf(line, passages.get(line))));
  const known = new Map<Passage, Mention[]>();
  const mentions = (passage: Passage) => {
    const own = known.get(passage) ?? mentionsIn(passage, undefined);
    known.set(passage, own);
    return own;
  };
  // The weights of fields fit the packaged encoder alone.
  const fitted = encoder?.model === sentenceEncoder.model ? encoder : undefined;
  const reader = await readFor(asked, [...passages.values()], {
    ...{ mentions, vectors, signal },
    encoder: fitted,
    lineReader: fitted && lineReader,
  });
  const required = Array.isArray(schema.required) ? schema.required : [];
  return (lines) => {
    const own = lines.flatMap((line) => passages.get(line) ?? []);
    const filling: Filling = {
      passages: own,
      things: thingsOf(own.flatMap(mentions)),
      answers: reader.answer(own),
      evidence: [],
      unanswerable: new Set(),
      warnings: new Set(),
    };
    const { required: _, ...optional } = asked;
    const data = fillObject(filling, optional, '');
    const complete = required.every((name) => Object.hasOwn(data, name));
    return Object.keys(data).length > 0 && complete ? data : undefined;
  };
}

function passageOf({ signal, text, start, end, speaker }: Evidence): Passage {
  return {
    source: signal === 'audio_description' ? 'visual_scene_description' : signal,
    text,
    start,
    end,
    ...(speaker !== undefined && { speaker }),
  };
}

function vectorOf({ vector }: Evidence, passage: Passage | undefined): [Passage, Float32Array][] {
  return vector && passage ? [[passage, vector]] : [];
}
