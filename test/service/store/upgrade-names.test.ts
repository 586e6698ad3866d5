import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { jobKey } from '../../../src/service/queue/queue.ts';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { addFile, oldAccount, temporaryData } from './support.ts';

/** The last version with the old names. */
const BEFORE = 19;

const CHAPTERS = { shots: [], chapters: [{ start: 0, end: 2.5 }] };
const OLD_RESULT = {
  lines: [
    { sense: 'speech', text: 'It says "sense".', start: 0.5, end: 1, words: [{ word: 'It', start: 0.5 }] },
    { sense: 'audio_description', text: 'music', start: 0, end: 2 },
  ],
  providers: { speech: 'pocketsphinx', sense: 'kept' },
};

it('keeps stored results of describe jobs and waiting jobs under the new names', async () => {
  const data = await temporaryData();
  const old = await openStore(
    data.dataDir,
    migrations.filter(({ version }) => version <= BEFORE),
  );
  const accountId = await oldAccount(old.db);
  const fileId = await addFile(old.db, accountId);
  const results = [{ ...OLD_RESULT, outline: CHAPTERS }, OLD_RESULT, { lines: [], providers: {} }, null];
  for (const result of results)
    await sql`insert into describes (id, account_id, file_id, url, status, config, perceived, created_at) values
      (${randomUUID()}, ${accountId}, ${fileId}, 'x', 'completed', '{}', ${result && JSON.stringify(result)}, 1)`.execute(
      old.db,
    );
  const payload = { collection_id: randomUUID(), file_id: fileId };
  const key = `member.process ${payload.collection_id} ${fileId}`;
  await sql`insert into jobs (kind, payload, dedupe_key, rank, run_at, max_attempts, created_at)
    values ('member.process', ${JSON.stringify(payload)}, ${key}, 1, 1, 3, 1)`.execute(old.db);
  await old.close();

  const { db, close } = await openStore(data.dataDir);
  const rows = await db.selectFrom('describes').select('result').orderBy(sql`rowid`).execute();
  const lines = OLD_RESULT.lines.map(({ sense, ...line }) => ({ ...line, modality: sense }));
  const { providers } = OLD_RESULT;
  expect(rows.map(({ result }) => result && JSON.parse(result))).toEqual([
    { lines, providers, structure: CHAPTERS },
    { lines, providers },
    { lines: [], providers: {} },
    null,
  ]);
  expect(await db.selectFrom('jobs').select(['kind', 'dedupe_key']).execute()).toEqual([
    { kind: 'collection-file.process', dedupe_key: jobKey('collection-file.process', payload) },
  ]);
  await close();
  await data.remove();
});
