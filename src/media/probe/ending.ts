import { LONGEST_PACKET_SECONDS, type Packet } from './stream-packets.ts';

/** Where the content of a file ends, in seconds, as its last packets say. */
export interface Ending {
  /** Start of the last packet. */
  begin: number;
  /** End of the last packet. */
  end: number;
  /** How much longer the last frame may be shown: a stream's last packet may last as long as the one before it. */
  frame: number;
}

/** Containers round the times of packets to milliseconds, and each stream its own. */
const ROUNDING_SECONDS = 0.01;

/** Collects packets, in any order. */
export interface EndingReader {
  add(packet: Packet): void;
  /** Null if there were no packets with times. */
  ending(): Ending | null;
}

export function endingReader(): EndingReader {
  /** The starts of the last packet of each stream and of the one before it, and the end of the longest. */
  const streams = new Map<string, { last: number; before: number | undefined; end: number }>();
  return {
    add: ({ stream, begin, end }) => {
      if (!Number.isFinite(begin) || !Number.isFinite(end)) return;
      const known = streams.get(stream);
      if (!known) {
        streams.set(stream, { last: begin, before: undefined, end });
        return;
      }
      if (begin > known.last) [known.last, known.before] = [begin, known.last];
      else if (begin < known.last) known.before = Math.max(begin, known.before ?? begin);
      known.end = Math.max(known.end, end);
    },
    ending: () => {
      const all = [...streams.values()];
      if (all.length === 0) return null;
      const end = Math.max(...all.map((one) => one.end));
      const longer = all.map(({ last, before = last, end: own }) => {
        const frame = Math.min(LONGEST_PACKET_SECONDS, Math.max(last - before, own - last));
        return own + frame - end;
      });
      return { begin: Math.max(...all.map((one) => one.last)), end, frame: Math.max(0, ...longer) };
    },
  };
}

/**
 * Whether a duration that a header claims is that of the content. The last frame may be counted or not, and may be
 * shown for as long as the one before it.
 */
export function agrees(claimed: number, { begin, end, frame }: Ending): boolean {
  return claimed >= begin - ROUNDING_SECONDS && claimed <= end + frame + ROUNDING_SECONDS;
}
