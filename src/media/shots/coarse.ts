import { changeOf } from './distance.ts';
import type { ShotFacts } from './facts.ts';
import { emptyLook, readLook } from './look.ts';
import type { ShotFrame } from './types.ts';

/**
 * Collects facts from distant frames, for example key frames: brightness and colours are valid, motion is the change
 * from one to the next.
 */
export async function coarseFacts(frames: AsyncIterable<ShotFrame>, facts: ShotFacts): Promise<number> {
  let [before, look] = [emptyLook(), emptyLook()];
  let index = 0;
  for await (const { seconds, data } of frames) {
    readLook(data, look);
    look.index = index;
    look.time = seconds ?? 0;
    look.change = index > 0 ? changeOf(before, look) : 0;
    facts.add(look);
    [before, look] = [look, before];
    index += 1;
  }
  return index;
}
