import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ModelServer, modelServer, says } from '../../../support/model-server.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { makeStore } from './made-store.ts';

let server: ModelServer;
let service: TestService;
beforeAll(async () => {
  server = await modelServer();
  service = await openTestService({ language: server.endpoint });
  await makeStore(service.context.db);
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.asked.length = 0;
});

const question = 'How many promises per speaker?';
const ask = () => service.call('POST', '/query', { question });
const writes = (...statements: string[]) => {
  server.answer = (_, count) => says(JSON.stringify({ sql: statements[count - 1] }));
};
const RIGHT = "select speaker, count(*) as promises from speech where text like '%promise%' group by speaker";

it('lets the language model write the statement, and shows it', async () => {
  writes(RIGHT);
  const { status, text } = await ask();
  expect(status, text).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    sql: RIGHT,
    model: 'reader',
    data: [{ speaker: 'Ada', promises: 3 }],
  });
  const [asked] = server.asked;
  const said = asked?.messages.map(({ content }) => content).join('\n');
  expect(said).toContain(question);
  expect(said).toContain('speaker text (Name or label of the speaker)');
  // It sees the views and the question, no row of anybody.
  expect(said).not.toContain('Ada');
});

it('tells the model once what is wrong with its statement', async () => {
  writes('select * from tokens', RIGHT);
  expect((await ask()).body.data).toEqual([{ speaker: 'Ada', promises: 3 }]);
  expect(server.asked).toHaveLength(2);
  expect(JSON.stringify(server.asked[1])).toContain('there is no view tokens');
});

it('refuses what the model may not write either, and shows it', async () => {
  writes('select * from tokens', "attach '/tmp/x' as x");
  const { status, body } = await ask();
  expect(status).toBe(400);
  expect(body.error).toContain(
    "the language model wrote attach '/tmp/x' as x, which cannot be run: a query can only read",
  );
});

it('says so where the model writes no statement', async () => {
  server.answer = () => says('I had rather not.');
  const { status, body } = await ask();
  expect([status, body.error]).toEqual([
    400,
    expect.stringContaining('the language model wrote no statement'),
  ]);
});
