import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { indexedWords } from '../../../src/service/store/words.ts';
import { tokens } from '../../../src/service/text/words.ts';
import { addFile, memoryStore } from '../store/support.ts';

it('splits and stems words exactly like the index', async () => {
  const { db, accountId, close } = await memoryStore();
  const licence = await readFile(new URL('../../../LICENSE', import.meta.url), 'utf8');
  const more =
    'Crème brûlée ÅNGSTRÖM naïve Straße x86_64 e-mail café’s 3.14 caresses ponies agreed hopping relational ' +
    'vietnamization русский Ελλάδα ブラウザ controlling hopefulness yellow sayings typography dying oozing bled believed ions analogously';
  const text = `${licence} ${more}`;
  const file_id = await addFile(db, accountId);
  await db
    .insertInto('documents')
    .values({ id: randomUUID(), account_id: accountId, file_id, type: 'file', speech: text })
    .execute();
  const indexed = await indexedWords(db, '');
  const ours = new Set(tokens(text).map((token) => token.stem));
  expect([...ours].sort()).toEqual([...indexed].sort());
  await close();
});
