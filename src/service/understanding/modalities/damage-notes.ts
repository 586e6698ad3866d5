import { type Damage, type MediaProbe, sniffFile } from '../../../media/index.ts';
import { clock } from '../../text/timestamps.ts';

/** More stretches than this are counted, not listed. */
const LISTED = 3;

/**
 * The note about damage that a decoder reported and worked around. The times are right to a second or two.
 * @returns a sentence, or nothing if there was no damage
 */
export function damageNotes(what: 'picture' | 'sound', damage: readonly Damage[]): string[] {
  const [first, last] = [damage[0], damage.at(-1)];
  if (!first || !last) return [];
  const where =
    damage.length > LISTED
      ? `in ${damage.length} places from ${clock(first.start)} to ${clock(last.end)}`
      : `at about ${damage.map(inWords).join(', ')}`;
  return [`The ${what} is damaged ${where}: what is said of it there may be wrong or missing.`];
}

type Durations = Pick<MediaProbe, 'duration_seconds' | 'claimed_seconds'>;

/** The end that a file's header claims and that is not there: it was cut off, or never written. */
export function missingEnd({ duration_seconds: seconds, claimed_seconds: claimed }: Durations): Damage[] {
  return claimed !== null && seconds !== null && claimed > seconds ? [{ start: seconds, end: claimed }] : [];
}

/** The note about a header that claims less than there is: all of it was looked at. */
export function claimNotes({ duration_seconds: seconds, claimed_seconds: claimed }: Durations): string[] {
  if (claimed === null || seconds === null || claimed > seconds) return [];
  return [`The file's header claims ${clock(claimed)}, but there are ${clock(seconds)}: all of it counts.`];
}

/** The note about a picture of which only a part was looked at: the first of several pages or frames. */
export async function partNotes(mediaPath: string): Promise<string[]> {
  // What can be looked at can be opened; if it is gone by now, that is told elsewhere.
  const part = await sniffFile(mediaPath).then(
    (sniffed) => sniffed.part,
    () => undefined,
  );
  return part ? [`Not all of the picture was looked at (${part}).`] : [];
}

function inWords({ start, end }: Damage): string {
  const [from, to] = [clock(start), clock(end)];
  return from === to ? from : `${from} to ${to}`;
}
