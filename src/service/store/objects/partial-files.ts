import { open, opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from './durable.ts';

/** Files that are still being uploaded: DATA_DIR/uploads/ID. They are outside of the object storage, so nothing reads them. */
export interface PartialFiles {
  path(id: string): string;
  /** Its size in bytes and when it was last written (Unix ms); undefined if there is none. */
  state(id: string): Promise<{ readonly bytes: number; readonly changedAt: number } | undefined>;
  /** Opens it to add bytes at its end; makes it if there is none. */
  append(id: string): Promise<Appending>;
  /** Deletes it; no error if it is gone. */
  remove(id: string): Promise<void>;
  /** Ids, some hundreds at a time. */
  ids(): AsyncIterable<string[]>;
}

export interface Appending {
  add(bytes: Uint8Array): Promise<void>;
  /** Cuts it to a size. */
  cut(bytes: number): Promise<void>;
  /** Waits until the disk has all bytes, so that a number of bytes that was told holds after a power cut. */
  sync(): Promise<void>;
  /** The same; then closes it. */
  end(): Promise<void>;
}

/** Folder of partial files in the data folder. */
export const PARTIAL_FOLDER = 'uploads';

/** Names read from the folder at a time. */
const PAGE = 200;

export function partialFiles(dataDir: string): PartialFiles {
  const root = path.join(dataDir, PARTIAL_FOLDER);
  const at = (id: string) => path.join(root, path.basename(id));
  return {
    path: at,
    state: (id) =>
      stat(at(id)).then(
        ({ size, mtimeMs }) => ({ bytes: size, changedAt: mtimeMs }),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined;
          throw error;
        },
      ),
    async append(id) {
      const handle = await open(at(id), 'a', 0o600);
      // Its name is on the disk before its first byte is.
      if ((await handle.stat()).size === 0) await syncPath(root);
      return {
        add: (bytes) => handle.appendFile(bytes),
        cut: (bytes) => handle.truncate(bytes),
        sync: () => handle.sync(),
        end: async () => {
          try {
            await handle.sync();
          } finally {
            await handle.close();
          }
        },
      };
    },
    remove: (id) => rm(at(id), { force: true }),
    async *ids() {
      let page: string[] = [];
      for await (const { name } of await opendir(root, { bufferSize: PAGE })) {
        page.push(name);
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
  };
}
