/** The display of an export. */
import type { Session } from '../model/session.ts';
import type { ExportFormat } from './formats/formats.ts';

export interface ExportProgress {
  /** Sets the number of files of the collection. */
  readonly total: (files: number) => void;
  /** One more file was read. */
  added(): void;
  /** All files were read: their format is being made. */
  making(format: ExportFormat): void;
  stop(): void;
}

/** @param rows number of rows so far by table, which grow */
export function exportProgress(session: Session, rows: Readonly<Record<string, number>>): ExportProgress {
  const shown = session.progress('Reading the collection');
  let all: number | undefined;
  let [read, tenths] = [0, 0];
  return {
    total(files) {
      all = files;
    },
    added() {
      read += 1;
      // A log gets a line per tenth of the files, a spinner every change.
      const now = Math.floor((read * 10) / Math.max(1, all ?? 10 * read));
      if (!session.io.terminal.err && now === tenths) return;
      tenths = now;
      const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
      shown.update(`${read}${all === undefined ? '' : ` of ${all}`} files read, ${count} rows`);
    },
    making: (format) => shown.update(`Writing ${format}`),
    stop: () => shown.stop(),
  };
}
