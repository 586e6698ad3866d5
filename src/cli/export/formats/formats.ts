/** The formats of an export. */
import type { FilmFormat } from './films.ts';

/** One file per table. */
export const tableFormats = ['ndjson', 'csv', 'parquet'] as const;
export type TableFormat = (typeof tableFormats)[number];
/** One file per film. */
const filmFormats = ['srt', 'edl', 'otio'] as const satisfies readonly FilmFormat[];

export const exportFormats = [...tableFormats, ...filmFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const isTableFormat = (format: ExportFormat): format is TableFormat =>
  tableFormats.some((one) => one === format);
