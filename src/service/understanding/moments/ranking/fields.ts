import type { ExtractSchema } from '../../../../contract/index.ts';
import { isRecord } from '../../../../contract/record.ts';
import { type Filling, fillObject } from '../../extraction/answer/fill.ts';
import { thingsOf } from '../../extraction/things.ts';
import { mentionsIn } from '../../extraction/typed/mentions.ts';
import type { Passage } from '../../extraction/types.ts';
import type { Evidence } from '../port.ts';

/**
 * The fields of a moment that typed extractors can take out of its lines. A field that several values answer is left out.
 * @returns undefined if there are none, or if a required one is missing: half an object would not match its schema
 */
export function fieldsOf(
  schema: unknown,
  evidence: readonly Evidence[],
): Record<string, unknown> | undefined {
  if (!isRecord(schema) || !isRecord(schema.properties)) return undefined;
  const passages = evidence.map(
    ({ signal, text, start, end, speaker }): Passage => ({
      source: signal === 'audio_description' ? 'visual_scene_description' : signal,
      text,
      start,
      end,
      ...(speaker !== undefined && { speaker }),
    }),
  );
  const things = thingsOf(passages.flatMap((passage) => mentionsIn(passage, undefined)));
  const found = Object.entries(schema.properties).flatMap(([name, field]) => {
    const warnings: Filling['warnings'] = new Set();
    const filling: Filling = { passages, things, evidence: [], unanswerable: new Set(), warnings };
    const filled = fillObject(
      filling,
      { type: 'object', properties: { [name]: field as ExtractSchema } },
      '',
    );
    // A warning says that there were several candidates.
    return Object.hasOwn(filled, name) && warnings.size === 0 ? [[name, filled[name]] as const] : [];
  });
  const data = Object.fromEntries(found);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return found.length > 0 && required.every((name) => Object.hasOwn(data, name)) ? data : undefined;
}
