/** The action of vau clip, and of --clip of commands that find. */
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import type { ClipOptions } from './jobs.ts';
import { makeClips } from './run-clip.ts';
import { foundBy, foundIn } from './targets.ts';

/** @returns the files that were made, as the result of the command */
export async function clipTargets(
  session: Session,
  targets: readonly string[],
  options: ClipOptions,
): Promise<Result> {
  const made = await makeClips(session, await foundBy(session, targets), options);
  const { clips, reel } = made;
  if (reel && session.output === 'table')
    session.note(`${reel.kept ? 'Kept' : 'Made'} ${reel.file} (${formatBytes(reel.bytes)})`);
  return { value: made, rows: clips };
}

/** Cuts what answers found, and says so on standard error: standard output has the answers. */
export async function clipFound(
  session: Session,
  answers: readonly unknown[],
  options: ClipOptions,
): Promise<void> {
  const found = answers.flatMap(foundIn);
  if (found.length === 0) return session.note('No clips were made: no result has a time.');
  const { clips } = await makeClips(session, found, options);
  const kept = clips.filter((clip) => clip.kept).length;
  const before = kept === 0 ? '' : ` (${kept} of them were there already)`;
  session.note(`Saved ${clips.length} ${clips.length === 1 ? 'clip' : 'clips'} in ${options.save}${before}`);
}
