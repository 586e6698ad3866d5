import { streamPacketReader } from './stream-packets.ts';

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
 * @returns a function to feed with chunks
 */
export function packetReader(onPacket: (packet: Packet) => void): (chunk: Buffer) => void {
  return streamPacketReader((stream, { begin, end, bytes }) =>
    onPacket({ stream: String(stream), begin, end: Math.min(end, begin + LONGEST_PACKET_SECONDS), bytes }),
  );
}
