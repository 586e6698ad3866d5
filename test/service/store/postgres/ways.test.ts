/** How often a request goes to the server and back. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { localAccount } from '../../../../src/service/accounts/accounts.ts';
import type { FileRow } from '../../../../src/service/resources/common/lookup.ts';
import { insertFile, newFile } from '../../../../src/service/resources/files/rows.ts';
import { insideOf } from '../../../../src/service/resources/searches/inside.ts';
import { documentsWith } from '../../../../src/service/search/meaning/near-documents.ts';
import { PASSAGES } from '../../../../src/service/search/vectors/tables.ts';
import { documentTable } from '../../../../src/service/store/words/postings/document-table.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { isOnServer } from '../../../support/store.ts';

/** The driver's, with one type for its many forms. */
const driver = Client.prototype as unknown as { query(this: unknown, ...words: unknown[]): unknown };

const OF_REQUEST = /file_values|file_paths|files"|"collections"|"segmentations"|deletions|job/;

const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : String((asked as { text?: string } | undefined)?.text);

describe.runIf(isOnServer)('[DB-1] statements sent to a server', () => {
  let service: TestService;
  let collection = '';
  const files: string[] = [];
  beforeAll(async () => {
    service = await openTestService();
    const body = { name: 'takes', collection_type: 'media-descriptions' };
    collection = (await service.call('POST', '/collections', body)).body.id;
    for (let take = 0; take < 6; take += 1) {
      const metadata = JSON.stringify({ take, camera: take % 2 === 0 ? 'front' : 'rear' });
      const id = await addFile({ filename: `${take}.mp4`, bytes: 1, source: 'upload', metadata });
      const added = await service.call('POST', `/collections/${collection}/media`, { file_id: id });
      expect(added.status).toBe(200);
      files.push(id);
    }
  });
  afterAll(() => service.close());
  afterEach(() => vi.restoreAllMocks());

  async function addFile(
    given: Pick<FileRow, 'filename' | 'bytes' | 'source' | 'metadata'>,
  ): Promise<string> {
    const { db, clock } = service.context;
    const ctx = { ...service.context, accountId: await localAccount(db, clock()) };
    const id = randomUUID();
    await db.transaction().execute((trx) => insertFile(ctx, trx, newFile(ctx, { id, ...given })));
    return id;
  }

  /** The statements of a request, and its answer. */
  async function sent(method: string, path: string, body?: object) {
    const query = vi.spyOn(driver, 'query');
    const answer = await service.call(method, path, body);
    // Others are of the token and of what runs in the background.
    const statements = query.mock.calls.map(([one]) => textOf(one)).filter((text) => OF_REQUEST.test(text));
    query.mockRestore();
    return { statements, ...answer };
  }

  const having = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const takes = (operator: string, valueText: string) =>
    having({ metadata: [{ path: 'take', operator, valueText }] });

  it('are four for a page of files with a filter, whatever the number of conditions', async () => {
    const one = await sent('GET', `/files?order=created_at&sort=asc&${takes('LessThan', '2')}`);
    expect(one.body).toMatchObject({ total: 2, data: [{ id: files[0] }, { id: files[1] }] });
    // One of them asks for the gaps of the page, all files at once.
    expect(one.statements.length).toBeLessThanOrEqual(4);
    const conditions = [
      { path: 'take', operator: 'GreaterThan', valueText: '1' },
      { path: 'camera', operator: 'NotEqual', valueText: 'front' },
      { path: 'camera', operator: 'Like', valueText: 're*' },
    ];
    const three = await sent('GET', `/files?order=created_at&sort=asc&${having({ metadata: conditions })}`);
    expect(three.body).toMatchObject({ total: 2, data: [{ id: files[3] }, { id: files[5] }] });
    expect(three.statements.length).toBeLessThanOrEqual(4);
  });

  it('are six for a page of a collection with a filter', async () => {
    const page = `/collections/${collection}/videos?order=filename&sort=asc&limit=2&offset=1`;
    const found = await sent('GET', `${page}&${takes('GreaterThan', '2')}`);
    expect(found.body).toMatchObject({ total: 3, data: [{ file_id: files[4] }, { file_id: files[5] }] });
    expect(found.statements.length).toBeLessThanOrEqual(7);
  });

  it('read a page again when its files have got other numbers meanwhile', async () => {
    const { db } = service.context;
    const { query } = driver;
    const change = () =>
      db
        .updateTable('files')
        .set({ metadata: '{"take":5,"camera":"changed"}' })
        .where('id', '=', files[5] ?? '')
        .execute();
    let asked = 0;
    vi.spyOn(driver, 'query').mockImplementation(async function (this: unknown, ...words) {
      // Just before the rows are read, another process changes one, and it gets another number.
      if (textOf(words[0]).includes('"files"."number" as "key"')) {
        asked += 1;
        if (asked === 1) await change();
      }
      return query.apply(this, words);
    });
    const { body } = await service.call('GET', `/files?${takes('GreaterThan', '3')}`);
    vi.restoreAllMocks();
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual([files[4], files[5]].sort());
    expect(asked).toBe(2);
  });

  it('are at most nine for the deletion of a file', async () => {
    const [file = ''] = files;
    const { statements, status } = await sent('DELETE', `/files/${file}`);
    expect(status).toBe(200);
    expect(statements.length).toBeLessThanOrEqual(9);
  });

  it('read new documents from where both tables are known: the server joins them in their order', async () => {
    const query = vi.spyOn(driver, 'query');
    await documentTable(service.context.db, async () => undefined);
    const [places = ''] = query.mock.calls
      .map(([one]) => textOf(one))
      .filter((text) => text.includes('document_places'));
    expect(places).toMatch(/s\.rowid > \$\d/);
    expect(places).toMatch(/p\.docid > \$\d/);
  });

  it('give lists as arrays: the server takes json_each for a thousand rows', async () => {
    const { db } = service.context;
    const query = vi.spyOn(driver, 'query');
    await insideOf(db, [{ segment_id: 'none', collection_id: collection }], (key) => key);
    await documentsWith(db, PASSAGES, ['segment', 'file'], [{ id: 1 }]);
    const statements = query.mock.calls.map(([one]) => textOf(one));
    expect(statements.length).toBeGreaterThanOrEqual(4);
    expect(statements.filter((text) => text.includes('json_each'))).toEqual([]);
  });
});
