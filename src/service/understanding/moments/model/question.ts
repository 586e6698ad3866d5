import { type Criterion, canonicalJson, type ExtractSchema } from '../../../../contract/index.ts';
import { clock } from '../../../text/timestamps.ts';
import { strictSchema } from '../../extraction/model/strict.ts';
import { readWith } from '../../language/answer.ts';
import type { Question } from '../../language/chat.ts';
import { dataLine, fenced } from '../../language/media-text.ts';
import { momentsPrompt } from '../../language/prompts/prompt.ts';
import type { LineRange } from '../boundaries.ts';
import type { Evidence } from '../port.ts';
import { answered, type GivenMoment } from './given.ts';
import { scoreProblem } from './held.ts';

/**
 * The question for one window. An answer with scores outside the scale is repaired once; after that, its moments are
 * checked one by one.
 */
export function questionOf(
  criterion: Criterion,
  evidence: readonly Evidence[],
  window: LineRange,
): Question<readonly GivenMoment[]> {
  let answers = 0;
  return {
    name: 'moments',
    system: systemOf(criterion),
    content: `${fenced(linesOf(evidence, window))}${criterionOf(criterion)}`,
    schema: schemaOf(criterion),
    read: (value) => {
      answers += 1;
      const { moments } = readWith(answered)(value);
      for (const moment of answers === 1 ? moments : []) {
        const problem = scoreProblem(criterion, moment);
        if (problem) throw new Error(problem);
      }
      return moments;
    },
  };
}

/** What a question holds beside its lines. */
export function aroundOf(criterion: Criterion): string {
  return `${systemOf(criterion)}${criterionOf(criterion)}`;
}

function systemOf(criterion: Criterion): string {
  return `${momentsPrompt.text}\nAnswer with one JSON object and nothing else. It must match this JSON Schema: ${JSON.stringify(schemaOf(criterion))}`;
}

function criterionOf(criterion: Criterion): string {
  return `\n\nCriterion:\n${canonicalJson(criterion)}`;
}

const SIGNALS: Readonly<Record<Evidence['signal'], string>> = {
  speech: 'said',
  scene_text: 'on screen',
  visual_scene_description: 'seen',
  audio_description: 'heard',
};

/** The lines of a window, numbered from 1. */
export function linesOf(evidence: readonly Evidence[], { from, to }: LineRange): string[] {
  return evidence.slice(from, to + 1).map(({ signal, text: said, start, speaker }, at) => {
    const by = speaker === undefined ? '' : ` by ${dataLine(speaker)}`;
    return `[${at + 1}] ${clock(start)} ${SIGNALS[signal]}${by}: ${dataLine(said)}`;
  });
}

function schemaOf({ moment_schema: own, scoring, anchors }: Criterion): object {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
  return strict({
    moments: {
      type: 'array',
      items: strict({
        first: { type: 'integer' },
        last: { type: 'integer' },
        quote: { type: 'string' },
        title: { type: 'string' },
        reason: { type: 'string' },
        likelihood: { type: 'number' },
        score: scoring ? { type: 'number' } : { type: 'null' },
        ...(anchors && {
          anchors: { type: 'array', items: strict({ name: { type: 'string' }, line: { type: 'integer' } }) },
        }),
        ...(own !== undefined && { data: orNull(strictSchema(own as ExtractSchema)) }),
      }),
    },
  });
}

function strict(properties: Record<string, object>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
