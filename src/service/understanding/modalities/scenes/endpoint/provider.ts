/**
 * Scene descriptions by a model behind an endpoint: one frame from the middle of each span is sent, a line of text
 * with the span's seconds comes back.
 */

import * as z from 'zod';
import type { ModelEndpoint } from '../../../../context/model-endpoint.ts';
import { readWith } from '../../../models/language/answer.ts';
import { chatSession, type Question } from '../../../models/language/chat.ts';
import { promptId, scenePrompt } from '../../../models/language/prompts/prompt.ts';
import { partNotes } from '../../damage-notes.ts';
import type { SceneLine } from '../../lines.ts';
import type { KeptPieces, ModalityInput, ModalityProvider, ModalityResult } from '../../port.ts';

/** The requested format of the model's answer. */
const scene = z.object({ description: z.string().trim().min(1) });

/** The part of JSON Schema that every server supports. */
const SCHEMA = {
  type: 'object',
  properties: { description: { type: 'string' } },
  required: ['description'],
  additionalProperties: false,
};

/** Talks to one endpoint and remembers which formats it supports. */
interface VisionSession {
  /**
   * One or two sentences about a JPEG.
   * @throws EndpointRefused if the endpoint gives no usable answer, even after one repair
   */
  describe(jpeg: Buffer, signal: AbortSignal): Promise<string>;
}

function visionSession(endpoint: ModelEndpoint): VisionSession {
  const chat = chatSession(endpoint);
  return {
    describe: async (jpeg, signal) => {
      const url = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
      const question: Question<{ description: string }> = {
        name: 'description',
        content: [
          { type: 'text', text: scenePrompt.text },
          { type: 'image_url', image_url: { url } },
        ],
        schema: SCHEMA,
        read: readWith(scene),
      };
      return (await chat.ask(question, signal)).description;
    },
  };
}

/** Minimum seconds of film per description; a long film gets at most `MOST` of them. */
const STRETCH_SECONDS = 20;
const MOST = 240;
/** Width in pixels that vision models accept without tiling. */
const WIDTH = 768;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

export function endpointScenes(endpoint: ModelEndpoint): ModalityProvider<'visual_scene_description'> {
  const settings = {
    version: endpoint.model,
    question: promptId(scenePrompt),
    stretch: STRETCH_SECONDS,
    width: WIDTH,
  };
  return {
    modality: 'visual_scene_description',
    maker: async () => ({ provider: 'vision-endpoint', settings }),
    async plan(input) {
      if (input.visualPass.times.length === 0) return undefined;
      return {
        provider: 'vision-endpoint',
        settings,
        quality: 'Described by a model, which can be wrong.',
        run: (signal, kept) => describeAll(input, visionSession(endpoint), signal, kept),
      };
    },
  };
}

/** Finished descriptions are stored, so that neither a crash nor a retry requests them again. */
async function describeAll(
  { mediaPath, visualPass, report }: ModalityInput,
  session: VisionSession,
  signal: AbortSignal,
  kept: KeptPieces | undefined,
): Promise<ModalityResult<'visual_scene_description'>> {
  const stretches = stretchesOf(visualPass.duration);
  const known = new Map<Stretch, string>();
  for (const stretch of stretches) {
    const text = (await kept?.get(nameOf(stretch))) as { text: string } | undefined;
    if (text) known.set(stretch, text.text);
  }
  const open = stretches.filter((stretch) => !known.has(stretch));
  let next = 0;
  const times = open.map(({ start, end }) => (start + end) / 2);
  for await (const { image } of visualPass.stills(times, WIDTH, signal)) {
    const stretch = open[next];
    if (!stretch) break;
    const text = await session.describe(image, signal);
    await kept?.put(nameOf(stretch), { text });
    known.set(stretch, text);
    next += 1;
    report?.('visual_scene_description', known.size, stretches.length);
  }
  const lines: SceneLine[] = stretches.flatMap((stretch) => {
    const text = known.get(stretch);
    return text === undefined ? [] : [{ text, ...stretch }];
  });
  return { lines, notes: await partNotes(mediaPath) };
}

/** Equal spans of a film; an image is one span without length. */
function stretchesOf(duration: number | null): Stretch[] {
  if (duration === null) return [{ start: 0, end: 0 }];
  const count = Math.min(MOST, Math.max(1, Math.ceil(duration / STRETCH_SECONDS)));
  const at = (index: number) => Math.round((duration * index * 1000) / count) / 1000;
  return Array.from({ length: count }, (_, index) => ({ start: at(index), end: at(index + 1) }));
}

/** Times in milliseconds: the same span has the same name. */
function nameOf({ start, end }: Stretch): string {
  return `${Math.round(start * 1000)}-${Math.round(end * 1000)}`;
}
