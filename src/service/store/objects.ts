import type { Readable } from 'node:stream';

/**
 * Where bytes live: originals, thumbnails, keyframes, streams. Keys are relative paths with forward slashes
 * (`files/<id>/original`, `segmentations/<id>/keyframes/3.jpg`, `shares/<id>/index.m3u8`), made by us only.
 * A key that could leave the storage throws.
 */
export interface ObjectStorage {
  /** Moves a finished file in; afterwards it is durable and whole, or not there. Replaces what had the key. */
  put(key: string, fromPath: string): Promise<void>;
  /** Writes small content. */
  putBytes(key: string, bytes: Uint8Array | string): Promise<void>;
  /** Moves every file of a folder (and below) in under the prefix. */
  putFolder(prefix: string, fromFolder: string): Promise<void>;
  /** A path on this machine to read the object by, for programs such as ffmpeg. The object may not exist. */
  path(key: string): Promise<string>;
  /** Opens the content; `start` and `end` are byte positions, both included, as in an HTTP range. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes, or undefined where there is no such object. */
  size(key: string): Promise<number | undefined>;
  /** Removes one object; no error when it is gone already. */
  delete(key: string): Promise<void>;
  /** Removes everything under a prefix that names a folder (`files/<id>`); no error when there is nothing. */
  deletePrefix(prefix: string): Promise<void>;
  /** Keys under a prefix, in no order. */
  list(prefix: string): AsyncIterable<string>;
  /** Names of the folders directly under a prefix, some hundreds at a time: `folders('files')` gives the ids. */
  folders(prefix: string): AsyncIterable<string[]>;
  /**
   * Moves everything under a prefix to another one that is free. Afterwards all of it is at the new place or, when
   * this throws, at the old one.
   */
  movePrefix(from: string, to: string): Promise<void>;
  /** When something was last put directly under a prefix, in Unix milliseconds; undefined where there is no such folder. */
  changedAt(prefix: string): Promise<number | undefined>;
  /** A fresh path for a temporary file of this process; its folder exists, the file does not. */
  tmpFile(suffix?: string): Promise<string>;
  /** A fresh, empty temporary folder of this process. */
  tmpFolder(): Promise<string>;
}

export interface ByteRange {
  readonly start?: number;
  readonly end?: number;
}
