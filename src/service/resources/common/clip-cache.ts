import { rm, stat } from 'node:fs/promises';
import { MediaError } from '../../../media/errors.ts';
import type { ObjectStorage } from '../../store/objects/objects.ts';

/** Clips to keep, in number and in bytes of what was encoded for them; the one used longest ago goes first. */
const MOST_CLIPS = 60;
const MOST_BYTES = 300 * 1024 ** 2;

/** Clips encoded at the same time, and requests that wait for their turn: each takes a processor for seconds. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 20;

/** What was made of a clip, in a temporary folder. */
export interface MadeClip {
  readonly folder: string;
  readonly bytes: number;
}

/** Thrown while too many clips are being made. */
export class ClipsBusy extends Error {}

/** Whether a clip could not be made because of its file: another try would end the same way. */
export const isOfFile = (error: unknown): error is MediaError =>
  error instanceof MediaError && ['unreadable', 'unsupported'].includes(error.code);

/** Lets clips be made two at a time. */
class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** Runs `work` when its turn comes. @throws ClipsBusy if too many wait already */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= MOST_AT_ONCE) {
      if (this.waiting.length >= MOST_WAITING) throw new ClipsBusy();
      await new Promise<void>((turn) => this.waiting.push(turn));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

/** One for each service of this process: its clips of all kinds wait for each other. */
const turns = new WeakMap<ObjectStorage, Turns>();

/** What one service has made of one kind of clips; it is made again after a restart. */
class Clips<Clip extends MadeClip> {
  private readonly made = new Map<string, Promise<Clip>>();
  private readonly turns: Turns;

  constructor(objects: ObjectStorage) {
    this.turns = turns.get(objects) ?? new Turns();
    turns.set(objects, this.turns);
  }

  /** The clip of a key, which is made when it is first asked for. @throws ClipsBusy, and what `make` throws */
  async get(key: string, make: () => Promise<Clip>): Promise<Clip> {
    const known = this.made.get(key);
    if (known && (await isThere(known))) {
      this.made.delete(key);
      this.made.set(key, known);
      return known;
    }
    const making = this.turns.inTurn(make);
    this.made.set(key, making);
    making.then(
      () => this.trim(),
      () => this.made.delete(key),
    );
    return making;
  }

  /** Deletes the clips beyond the limits. */
  private async trim(): Promise<void> {
    let bytes = 0;
    let count = 0;
    for (const [key, making] of [...this.made].reverse()) {
      const clip = await making.catch(() => undefined);
      bytes += clip?.bytes ?? 0;
      count += 1;
      if (count === 1 || (count <= MOST_CLIPS && bytes <= MOST_BYTES)) continue;
      this.made.delete(key);
      if (clip) await rm(clip.folder, { recursive: true, force: true });
    }
  }
}

/** Whether it was made, and its files are still there. */
async function isThere(making: Promise<MadeClip>): Promise<boolean> {
  const clip = await making.catch(() => undefined);
  return clip !== undefined && (await stat(clip.folder).catch(() => undefined)) !== undefined;
}

/** Makes a function that finds the clips of one kind of a service. */
export function clipCache<Clip extends MadeClip>(): (objects: ObjectStorage) => Clips<Clip> {
  const services = new WeakMap<ObjectStorage, Clips<Clip>>();
  return (objects) => {
    const clips = services.get(objects) ?? new Clips<Clip>(objects);
    services.set(objects, clips);
    return clips;
  };
}
