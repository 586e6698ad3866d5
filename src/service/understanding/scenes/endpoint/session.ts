import * as z from 'zod';
import type { ModelEndpoint } from '../../../context/model-endpoint.ts';
import { readWith } from '../../language/answer.ts';
import { chatSession, type Question } from '../../language/chat.ts';
import { scenePrompt } from '../../language/prompts/scene.ts';

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
export interface VisionSession {
  /**
   * One or two sentences about a JPEG.
   * @throws EndpointRefused if the endpoint gives no usable answer, even after one repair
   */
  describe(jpeg: Buffer, signal: AbortSignal): Promise<string>;
}

export function visionSession(endpoint: ModelEndpoint): VisionSession {
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
