/**
 * Speech by a transcription endpoint: sound in chunks goes to a server in the form that it supports (session.ts);
 * lines with their seconds come back.
 */

import type { TranscriptionEndpoint } from '../../../../context/speech-settings.ts';
import { trackOf } from '../../audio/provider.ts';
import type { SpeechLine } from '../../lines.ts';
import type { ModalityProvider } from '../../port.ts';
import { type Chunk, chunksOf } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { endpointSession, type Session } from './session.ts';

/** Whisper reads at most 224 tokens of a prompt, about this many characters, and forgets the beginning of a longer one. */
const LONGEST = 800;

/** Names and terms as the prompt of a transcription request: as many as fit. Undefined without any. */
function promptOf(vocabulary: readonly string[]): string | undefined {
  let prompt = '';
  for (const term of vocabulary) {
    const longer = prompt === '' ? term : `${prompt}, ${term}`;
    if (longer.length > LONGEST) break;
    prompt = longer;
  }
  return prompt === '' ? undefined : prompt;
}

/**
 * Five minutes are 9.6 MB of WAV, well below the 25 MB and ten minutes that endpoints accept. Longer silences are not
 * sent.
 */
const RULES = { longest: 299, pause: 10 };

/** If an endpoint returns no times, the chunks' own times have to do, so they are short. */
const UNTIMED_RULES = { longest: 20, pause: 1 };

const PARALLEL = 2;

/** Speech recognised by a transcription endpoint of the operator's choice. */
export function endpointSpeech(endpoint: TranscriptionEndpoint): ModalityProvider<'speech'> {
  const { origin, pathname } = new URL(endpoint.url);
  const method = {
    version: endpoint.model,
    address: `${origin}${pathname}`,
    cutter: CUTTER,
    longest: RULES.longest,
  };
  return {
    modality: 'speech',
    maker: async () => ({ provider: 'endpoint', settings: method }),
    async plan(input) {
      const { audioLanguage, vocabulary = [] } = input.hearing ?? {};
      const language = audioLanguage ?? endpoint.language;
      const prompt = promptOf(vocabulary);
      const session = endpointSession({ ...endpoint, ...(language && { language }) }, prompt);
      return {
        provider: 'endpoint',
        settings: {
          ...method,
          language: language ?? null,
          ...(prompt && { prompt }),
          ...(await trackOf(input)).settings,
        },
        quality: 'As good as the model behind the endpoint.',
        run: (signal, kept) => {
          const recognise = (cut: Cut<Chunk>, until: AbortSignal) => transcribe(session, cut, until);
          return recogniseSpeech(input, { rules: RULES, parallel: PARALLEL, recognise }, signal, kept);
        },
      };
    },
  };
}

async function transcribe(session: Session, cut: Cut<Chunk>, signal: AbortSignal): Promise<SpeechLine[]> {
  const whole = session.untimed ? undefined : await session.transcribe(cut.pcm, cut.span, signal);
  // Only now may it turn out that the endpoint returns no times.
  if (whole && !session.untimed) return whole;
  const pieces = shortPieces(cut);
  if (whole && pieces.length === 1) return whole;
  const lines: SpeechLine[] = [];
  for (const { span, pcm } of pieces) lines.push(...(await session.transcribe(pcm, span, signal)));
  return lines;
}

/** The same chunk in pieces of a sentence or two. */
function shortPieces({ span, pcm }: Cut<Chunk>): Cut<Chunk>[] {
  const byteAt = (seconds: number) => Math.round((seconds - span.start) * SAMPLE_RATE) * 2;
  const flat = { frames: 0, levels: new Uint8Array(0) };
  return chunksOf(span.spans, flat, UNTIMED_RULES).map((piece) => ({
    span: piece,
    pcm: pcm.subarray(Math.max(0, byteAt(piece.start)), byteAt(piece.end)),
  }));
}
