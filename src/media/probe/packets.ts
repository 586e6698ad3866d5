/**
 * The last packet of a damaged or hostile file may claim to last for hours. A still frame is believed for this many
 * seconds.
 */
export const LONGEST_PACKET_SECONDS = 60;

/** A packet of a stream, in seconds and bytes. */
export interface Packet {
  /** Its number in the output. */
  stream: string;
  begin: number;
  end: number;
  bytes: number;
}

/** How ffmpeg writes that a packet does not say when it is shown: of those, the time at which it is decoded counts. */
const NO_TIME = '-9223372036854775808';

/**
 * Parses ffmpeg's `framecrc` output: the time base of each stream (`#tb 0: 1/1000`), then a line per packet with its
 * stream, both timestamps, duration and bytes.
 * @returns a function to feed with chunks
 */
export function packetReader(onPacket: (packet: Packet) => void): (chunk: Buffer) => void {
  const ticks = new Map<string, number>();
  let rest = '';
  const line = (text: string) => {
    const clock = /^#tb (\d+): (\d+)\/(\d+)/.exec(text);
    if (clock) return void ticks.set(clock[1] ?? '', Number(clock[2]) / Number(clock[3]));
    const [stream = '', decoded, shown, duration, bytes] = text.split(',');
    const tick = ticks.get(stream);
    if (tick === undefined || bytes === undefined) return undefined;
    const begin = Number(shown?.trim() === NO_TIME ? decoded : shown) * tick;
    const end = begin + Math.min(LONGEST_PACKET_SECONDS, Number(duration) * tick);
    onPacket({ stream, begin, end, bytes: Number(bytes) });
  };
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) line(text);
  };
}
