import { globalArgs, inputArgs } from '../ffmpeg/input.ts';
import { run } from '../ffmpeg/run.ts';
import { type StreamPacket, streamPacketReader } from '../probe/stream-packets.ts';
import { sniffFile } from '../sniff/sniff.ts';
import type { Ffmpeg } from '../types.ts';
import { allStreams } from './seek.ts';

/** When the packets of one stream are shown or heard, in seconds of the file. */
export interface TrackTimes {
  /** Packets that are shown. */
  packets: number;
  /** Packets that only serve to decode others, as an edit list says; and those of them at or after 0. */
  hidden: number;
  hiddenLater: number;
  /** Packets before 0 that are shown. */
  early: number;
  /** Start of the first and of the last packet that is shown. */
  first: number;
  last: number;
  /** End of the last one to end. */
  end: number;
  /** Longest time between the starts of two neighbours. */
  longestStep: number;
  /** Longest time without any packet between two. */
  hole: number;
  /** Longest time that two neighbours have in common. */
  overlap: number;
  /** Longest time between two key frames, and from the last to the end. */
  keyStep: number;
  /** Whether the first packet can be decoded without others. */
  opensWithKey: boolean;
}

/** The times of the streams to package; undefined for one without a packet, or that was not asked for. */
export interface Times {
  video: TrackTimes | undefined;
  audio: TrackTimes | undefined;
}

/** What the reading of packets needs. */
export interface TimesOptions {
  ffmpeg: Ffmpeg;
  signal?: AbortSignal | undefined;
  /** Probed indexes of the streams. */
  video?: number | undefined;
  audio?: number | undefined;
  /** Processor time, in seconds. */
  timeoutSeconds: number;
}

/**
 * Reads all packets of a film's picture and sound, without decoding them. The clock is the one of a decoder: ffmpeg
 * has subtracted the file's start, applied its edit lists, and closed the jumps of transport streams.
 * @throws MediaError if the file cannot be opened, or reading it takes too long
 */
export async function readTimes(file: string, options: TimesOptions): Promise<Times> {
  const { ffmpeg, signal, timeoutSeconds, video, audio } = options;
  const tracks = [video, audio].flatMap((index) =>
    index === undefined ? [] : [{ index, clock: new Track() }],
  );
  const sniffed = await sniffFile(file);
  const args = [...globalArgs('fatal'), ...inputArgs(file, sniffed), ...allStreams(sniffed)];
  args.push(...tracks.flatMap(({ index }) => ['-map', `0:${index}`]));
  args.push('-c', 'copy', '-copyinkf', '-f', 'framecrc', 'pipe:1');
  const onOutput = streamPacketReader((stream, packet) => tracks[stream]?.clock.add(packet));
  await run(ffmpeg.path, args, { file, signal, timeoutSeconds, onOutput });
  const timesOf = (wanted: number | undefined) =>
    wanted === undefined ? undefined : tracks.find(({ index }) => index === wanted)?.clock.times();
  return { video: timesOf(video), audio: timesOf(audio) };
}

/** Frames that may be out of order: H.264 and HEVC allow 16. */
const REORDERED = 32;
/** Clocks of containers tick in milliseconds or faster; what is this close to 0 is at 0. */
const TICK_SECONDS = 0.002;

/** Collects the times of one stream. */
class Track {
  private waiting: StreamPacket[] = [];
  private before: StreamPacket | undefined;
  private lastKey: number | undefined;
  private seen = 0;
  private found: TrackTimes = {
    packets: 0,
    hidden: 0,
    hiddenLater: 0,
    early: 0,
    first: 0,
    last: 0,
    end: 0,
    longestStep: 0,
    hole: 0,
    overlap: 0,
    keyStep: 0,
    opensWithKey: false,
  };

  add(packet: StreamPacket): void {
    this.seen += 1;
    if (this.seen === 1) this.found.opensWithKey = packet.key;
    if (packet.hidden) {
      this.found.hidden += 1;
      if (packet.begin >= -TICK_SECONDS) this.found.hiddenLater += 1;
      return;
    }
    let at = this.waiting.length;
    while (at > 0 && (this.waiting[at - 1]?.begin ?? 0) > packet.begin) at -= 1;
    this.waiting.splice(at, 0, packet);
    if (this.waiting.length > REORDERED) this.show(this.waiting.shift());
  }

  /** @returns what was found; undefined if nothing is shown */
  times(): TrackTimes | undefined {
    for (const packet of this.waiting) this.show(packet);
    this.waiting = [];
    const { found, lastKey } = this;
    if (found.packets === 0) return undefined;
    if (lastKey !== undefined) found.keyStep = Math.max(found.keyStep, found.end - lastKey);
    return found;
  }

  private show(packet: StreamPacket | undefined): void {
    if (!packet) return;
    const { found, before } = this;
    if (packet.begin < -TICK_SECONDS) found.early += 1;
    if (packet.key) {
      if (this.lastKey !== undefined) found.keyStep = Math.max(found.keyStep, packet.begin - this.lastKey);
      this.lastKey = packet.begin;
    }
    if (before) {
      found.longestStep = Math.max(found.longestStep, packet.begin - before.begin);
      found.hole = Math.max(found.hole, packet.begin - before.end);
      found.overlap = Math.max(found.overlap, before.end - packet.begin);
    } else found.first = packet.begin;
    found.packets += 1;
    found.last = packet.begin;
    found.end = Math.max(found.end, packet.end);
    this.before = packet;
  }
}
