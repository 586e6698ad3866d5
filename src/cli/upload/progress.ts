/** One display for all uploads of a run. */
import path from 'node:path';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';

export interface UploadProgress {
  /** Starts the display of one file; the result reports the bytes sent so far, and its end. */
  sending(file: string): Sent;
  /** One more file is finished, and whatever follows it. */
  finished(): void;
  /** Writes a result: a spinner makes room for it. */
  around(write: () => void): void;
  stop(): void;
}

/** Shows one file. */
export interface Sent {
  /** Bytes that the service had before: they are not counted as sent. */
  had(bytes: number): void;
  /** Bytes of the file that the service has now, with those it had before. */
  sent(bytes: number, total: number): void;
  end(): void;
}

/** @param all number of files of the run; undefined if unknown @param waits true if files are also waited for */
export function uploadProgress(session: Session, all: number | undefined, waits: boolean): UploadProgress {
  const shown = session.progress(
    `Uploading ${all ?? 'files'}${all === undefined ? '' : all === 1 ? ' file' : ' files'}`,
  );
  const underWay = new Map<string, number>();
  let [finished, bytes, tenths] = [0, 0, 0];
  const text = () => {
    const of = all === undefined ? `${finished} files` : `${finished} of ${all} files`;
    const sizes = bytes > 0 ? `, ${formatBytes(bytes)} sent` : '';
    const now = [...underWay].map(([file, percent]) => `${path.basename(file)} ${percent} %`);
    const more = now.length > 3 ? [...now.slice(0, 3), `${now.length - 3} more`] : now;
    return `${of} ${waits ? 'processed' : 'uploaded'}${sizes}${more.length > 0 ? `: ${more.join(', ')}` : ''}`;
  };
  // A log gets a line per tenth of the files, a spinner every change.
  const say = () => {
    const now = Math.floor((finished * 10) / Math.max(1, all ?? 10 * finished));
    if (!session.io.terminal.err && now === tenths) return;
    tenths = now;
    shown.update(text());
  };
  return {
    sending(file) {
      let before = 0;
      underWay.set(file, 0);
      return {
        had(now) {
          before = now;
        },
        sent(now, total) {
          bytes += now - before;
          before = now;
          underWay.set(file, Math.floor((100 * now) / Math.max(1, total)));
          if (session.io.terminal.err) say();
        },
        end: () => void underWay.delete(file),
      };
    },
    finished() {
      finished += 1;
      say();
    },
    around: (write) => shown.around(write),
    stop: () => shown.stop(),
  };
}
