import { askedOf } from '../export/asked.ts';
import { exportFormats } from '../export/formats/formats.ts';
import { tableNames } from '../export/tables.ts';
import { defineCommand } from '../model/model.ts';
import { local } from '../model/plan.ts';
import { choice, id, many, needed, number, path, toggle } from '../model/values.ts';

export const exportCommand = defineCommand({
  name: 'collection export',
  about:
    'ndjson, csv and parquet write a file per table: files and segments of any collection, and speech, scene_text, entities or moments where its type has them. srt writes a file per film from its speech; edl (CMX 3600) and otio (OpenTimelineIO) from its moments or segments. Files are read four at once and written in the order in which they were added; memory does not grow with the collection. The output appears when it is complete. Until then what was read is in OUT.part: after an interruption, the same command goes on from there. docs/export.md lists every column.',
  arguments: { collectionId: needed(id('ID or name of the collection')) },
  flags: {
    out: path('Folder to write to, or a file for a single table', { placeholder: 'FILE|DIR' }),
    format: choice(exportFormats, 'Format (default: the ending of --out)', { placeholder: 'FORMAT' }),
    table: many(choice(tableNames, 'Only this table', { placeholder: 'TABLE' })),
    frameRate: number('edl, otio: frame rate of films whose own is unknown', { placeholder: 'RATE' }),
    force: toggle('Replace what is there'),
  },
  examples: [
    {
      does: 'All tables, for DuckDB or pandas',
      line: 'collection export COLLECTION_ID --format parquet --out talks',
    },
    {
      does: 'What was said, as a single CSV file',
      line: 'collection export COLLECTION_ID --table speech --out speech.csv',
    },
    { does: 'Subtitles of every film', line: 'collection export COLLECTION_ID --format srt --out subtitles' },
    {
      does: 'Moments as edit decision lists',
      line: 'collection export COLLECTION_ID --format edl --out cuts --frame-rate 25',
    },
  ],
  plan: ({ collectionId, ...flags }) => {
    askedOf(flags);
    return local(async (session) => {
      const { runExport } = await import('../export/run-export.ts');
      return runExport(session, collectionId, flags);
    });
  },
});
