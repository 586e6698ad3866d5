import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { insertDocuments } from '../../../src/service/search/documents/documents.ts';
import { filmWords } from '../../../src/service/search/words/film-words.ts';
import { indexedTerms } from '../../../src/service/store/words/write-terms.ts';
import { addFile, memoryStore } from '../store/support.ts';

const yieldTurn = async () => undefined;

it('keeps every term of the analyser whole, in every script', async () => {
  const { db, accountId, close } = await memoryStore();
  const licence = await readFile(new URL('../../../LICENSE', import.meta.url), 'utf8');
  const more =
    'Crème brûlée ÅNGSTRÖM naïve Straße x86_64 e-mail café’s 3.14 İstanbul’da русский Ελλάδα ブラウザ ｻｯｶｰ 预算会议 ' +
    'الميزانية किताबें 회의에서 สวัสดีชาวโลก Łódź ﷺ 🎬 \u{20000}\u{20001} a\u0301\u0302 ½ ⅷ';
  const text = `${licence}\n${more}`;
  const film = await filmWords({ yieldTurn }, [text]);
  const file_id = await addFile(db, accountId);
  const row = { id: randomUUID(), account_id: accountId, file_id, type: 'file' as const, speech: text };
  await db.transaction().execute((trx) => insertDocuments(trx, [row], film));
  const ours = new Set(film.termsOf(text).split(' '));
  expect([...ours].sort()).toEqual((await indexedTerms(db, '')).sort());
  await close();
});

it('counts documents as they come and go, however they go', async () => {
  const { db, accountId, close } = await memoryStore();
  const film = await filmWords({ yieldTurn }, []);
  const files = [await addFile(db, accountId), await addFile(db, accountId)];
  const rows = files.map((file_id) => ({
    id: randomUUID(),
    account_id: accountId,
    file_id,
    type: 'file' as const,
  }));
  await db.transaction().execute((trx) => insertDocuments(trx, rows, film));
  const totals = () => db.selectFrom('document_totals').select(['type', 'documents']).execute();
  expect(await totals()).toEqual([{ type: 'file', documents: 2 }]);
  await db
    .deleteFrom('files')
    .where('id', '=', files[0] ?? '')
    .execute();
  expect(await totals()).toEqual([{ type: 'file', documents: 1 }]);
  await db.deleteFrom('files').execute();
  expect(await totals()).toEqual([]);
  await close();
});
