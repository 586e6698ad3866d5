/** A packet of a stream, in seconds. */
export interface StreamPacket {
  begin: number;
  end: number;
  /** When it is decoded. */
  decoded: number;
  /** A tick of its clock. */
  tick: number;
  bytes: number;
  /** Whether it can be decoded without others. */
  key: boolean;
  /** It is decoded for others, and not shown (AV_PKT_FLAG_DISCARD). */
  hidden: boolean;
}

const KEY = 1;
const DISCARD = 4;
/** How ffmpeg writes that a packet does not say when it is shown: of those, the time at which it is decoded counts. */
const NO_TIME = '-9223372036854775808';

/**
 * Parses ffmpeg's `framecrc` output: the time base of each stream (`#tb 0: 1/1000`), then a line per packet with its
 * stream, both timestamps, duration, bytes, checksum, and flags unless it is a plain key frame.
 * @param onPacket is called with the position of its stream in the output
 * @param latest seconds at most from decoding a packet to showing it; one that claims more counts when it is decoded
 * @returns a function to feed with chunks
 */
export function streamPacketReader(
  onPacket: (stream: number, packet: StreamPacket) => void,
  latest = Number.POSITIVE_INFINITY,
): (chunk: Buffer) => void {
  const ticks: number[] = [];
  let rest = '';
  const readLine = (line: string) => {
    const clock = /^#tb (\d+): (\d+)\/(\d+)/.exec(line);
    if (clock) ticks[Number(clock[1])] = Number(clock[2]) / Number(clock[3]);
    const [stream, decoded, shown, duration, bytes, , ...more] = line.split(',');
    const tick = ticks[Number(stream)];
    if (tick === undefined || bytes === undefined) return;
    const late = (Number(shown) - Number(decoded)) * tick > latest;
    const begin = Number(late || shown?.trim() === NO_TIME ? decoded : shown) * tick;
    const said = more.find((field) => field.startsWith(' F=0x'));
    const flags = said === undefined ? KEY : Number.parseInt(said.slice(5), 16);
    const end = begin + Number(duration) * tick;
    const packet = { begin, end, decoded: Number(decoded) * tick, tick, bytes: Number(bytes) };
    onPacket(Number(stream), { ...packet, key: (flags & KEY) > 0, hidden: (flags & DISCARD) > 0 });
  };
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
}

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

/**
 * Parses ffmpeg's `framecrc` output.
 * @param latest as above
 * @returns a function to feed with chunks
 */
export function packetReader(onPacket: (packet: Packet) => void, latest?: number): (chunk: Buffer) => void {
  return streamPacketReader(
    (stream, { begin, end, bytes }) =>
      onPacket({ stream: String(stream), begin, end: Math.min(end, begin + LONGEST_PACKET_SECONDS), bytes }),
    latest,
  );
}
