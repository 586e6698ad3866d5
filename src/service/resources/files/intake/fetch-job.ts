import type { JobHandler } from '../../../jobs/handlers.ts';
import { failsItsRow } from '../../../jobs/handlers.ts';
import { openRow } from '../../common/rows.ts';
import { failFile } from '../lifecycle.ts';
import { fetchContent } from './content.ts';

/** Fetches a file from its URL; then lets it be processed. */
export const fetchFile: JobHandler<'file.fetch'> = {
  async run(ctx, { file_id }) {
    const file = await openRow(ctx.db, 'files', file_id);
    if (!file) return;
    const refused = await fetchContent(ctx, file);
    await ctx.write(async (trx) => {
      if (refused !== undefined) await failFile(ctx, trx, file, refused);
      else await ctx.lifecycle.start(trx, 'file.process', { file_id });
    });
  },
  exhausted: failsItsRow('file.process'),
};
