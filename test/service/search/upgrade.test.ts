import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { FoundItem } from '../../../src/contract/index.ts';
import { analyseIndex } from '../../../src/service/boot/registry/job-handlers.ts';
import { analyseOldIndex } from '../../../src/service/boot/registry/sweeps.ts';
import type { JobContext } from '../../../src/service/jobs/handlers.ts';
import { ANALYSER_VERSION } from '../../../src/service/text/analyse/index.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { addFilm, makeCollection } from './library.ts';

let service: TestService;
let collection: string;

afterEach(() => service.close());

/** Films as a service before this one left them: in documents_fts, without terms and without languages. */
async function openOld(): Promise<void> {
  service = await openTestService();
  collection = await makeCollection(service, 'films');
  await addFilm(service, collection, {
    filename: 'one.mp4',
    speech: [{ text: 'The ferries leave at noon.', start: 4 }],
  });
  await addFilm(service, collection, {
    filename: 'two.mp4',
    speech: [{ text: 'Die Haushaltssitzung beginnt auf der Straße am Mittwoch.', start: 21 }],
  });
  const { db } = service.context;
  await sql`delete from document_terms`.execute(db);
  await sql`delete from account_languages`.execute(db);
  await sql`delete from compound_words`.execute(db);
  await sql`update modality_lines set language = null`.execute(db);
  await sql`update documents set analysed = 0`.execute(db);
  await sql`insert into documents_fts (documents_fts) values ('rebuild')`.execute(db);
}

async function found(query: string): Promise<string[]> {
  const { body } = await service.call('POST', '/search', {
    scope: 'segment',
    collections: [collection],
    query,
  });
  return (body as unknown as { results: FoundItem[] }).results.map(({ filename }) => filename ?? '');
}

const left = async (): Promise<number> => {
  const { db } = service.context;
  const rows = await db
    .selectFrom('documents')
    .select('docid')
    .where('analysed', '<', ANALYSER_VERSION)
    .execute();
  return rows.length;
};

describe('an index of an older version', () => {
  it('answers as before, and is analysed in the background', async () => {
    await openOld();
    expect(await found('ferry')).toEqual(['one.mp4']);
    expect(await found('Mittwoch')).toEqual(['two.mp4']);
    expect(await found('Sitzung')).toEqual([]);
    await analyseOldIndex(service.context, 0);
    await analyseOldIndex(service.context, 0);
    expect(await service.context.queue.size()).toBe(1);
    await service.drain();
    expect(await left()).toBe(0);
    expect(await found('ferry')).toEqual(['one.mp4']);
    expect(await found('Sitzung')).toEqual(['two.mp4']);
    expect(await found('Strasse')).toEqual(['two.mp4']);
    const { db } = service.context;
    const lines = await db.selectFrom('modality_lines').select('language').orderBy('start_time').execute();
    expect(lines.map(({ language }) => language)).toEqual(['en', 'de']);
    const { rows } =
      await sql`select rowid from documents_fts where documents_fts match 'ferry OR mittwoch'`.execute(db);
    expect(rows).toEqual([]);
    await analyseOldIndex(service.context, 0);
    expect(await service.context.queue.size()).toBe(0);
  });

  it('goes on where a worker was killed, and finds both what is done and what is not', async () => {
    await openOld();
    const stop = new AbortController();
    const { context } = service;
    let writes = 0;
    const ctx: JobContext = {
      ...context,
      signal: stop.signal,
      attempt: 1,
      isLast: false,
      runAt: 0,
      progress: () => undefined,
      write: (work) =>
        context.db.transaction().execute(async (trx) => {
          writes += 1;
          if (writes === 4) throw new Error('killed');
          return work(trx);
        }),
    };
    await expect(analyseIndex.run(ctx, {})).rejects.toThrow('killed');
    expect(await left()).toBeGreaterThan(0);
    expect(await left()).toBeLessThan(8);
    expect([await found('ferry'), await found('Mittwoch')]).toEqual([['one.mp4'], ['two.mp4']]);
    await analyseOldIndex(context, 0);
    await service.drain();
    expect(await left()).toBe(0);
    expect([await found('ferry'), await found('Sitzung')]).toEqual([['one.mp4'], ['two.mp4']]);
  });
});
