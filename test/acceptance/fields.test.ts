/** --fields into what is nested, through lists too, in every form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choosing, run, type Scripted, scripted, temporary } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const one = {
  id: a,
  source_metadata: {
    title: 'Weekly, "all"\tof us\nhere',
    participants: [
      { name: 'Ada', email: 'ada@example.com', crm: { id: 1 } },
      { name: '日本', email: 'n@example.com' },
    ],
    tags: ['x', 'y'],
  },
};
const fields = 'source_metadata.participants.name,source_metadata.title,source_metadata.participants.crm.id';
const picked = {
  source_metadata: {
    participants: [
      { name: 'Ada', crm: { id: 1 } },
      { name: '日本', crm: { id: null } },
    ],
    title: one.source_metadata.title,
  },
};
let service: Scripted;
const home = temporary();

beforeAll(async () => {
  service = await scripted(() => ({
    json: { object: 'list', data: [one], total: 1, limit: 50, offset: 0 },
  }));
});
afterAll(async () => {
  await service.close();
  home.remove();
});

const list = async (form: string, of = fields, ...flags: string[]) => {
  const ended = await run(home.folder, ['file', 'list', '-o', form, '--fields', of, ...flags], {
    env: choosing(service),
  });
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  return ended.stdout;
};

describe('--query', () => {
  it('plain values are a line each, with nothing above them, so that xargs can take them', async () => {
    const query = 'data[].source_metadata.participants[].email';
    const ended = await run(home.folder, ['file', 'list', '--query', query], { env: choosing(service) });
    expect(ended).toEqual({ status: 0, stdout: 'ada@example.com\nn@example.com\n', stderr: '' });
  });
});

describe('--fields', () => {
  it.each([[[]], [['--all']]])(
    'keeps what is asked for where it is, in JSON and ndjson %j',
    async (flags) => {
      expect(JSON.parse(await list('json', fields, ...flags)).data).toEqual([picked]);
      expect(JSON.parse(await list('ndjson', fields, ...flags))).toEqual(picked);
    },
  );

  it.each([[[]], [['--all']]])('is a column for each, quoted as its form has it %j', async (flags) => {
    expect(await list('csv', fields, ...flags)).toBe(
      `${fields}\r\n"[""Ada"",""日本""]","Weekly, ""all""\tof us\nhere","[1,null]"\r\n`,
    );
    expect(await list('tsv', fields, ...flags)).toBe(
      `${fields.replaceAll(',', '\t')}\n["Ada","日本"]\tWeekly, "all"\\tof us\\nhere\t[1,null]\n`,
    );
    expect((await list('table', fields, ...flags)).split('\n')[1]).toBe(
      'Ada, 日本                          Weekly, "all" of us here  1,',
    );
  });

  it('takes one of a list by its place, and the whole list beside it', async () => {
    const of = 'source_metadata.tags.1,source_metadata.participants.0.name';
    expect(await list('csv', of)).toBe(`${of}\r\ny,Ada\r\n`);
    const both = JSON.parse(await list('json', 'source_metadata.tags,source_metadata.tags.1'));
    expect(both.data).toEqual([{ source_metadata: { tags: ['x', 'y'] } }]);
  });

  it('says which field nothing has, behind a list too', async () => {
    const line = ['file', 'list', '-o', 'json', '--fields', 'id,source_metadata.participants.nmae'];
    const ended = await run(home.folder, line, { env: choosing(service) });
    expect(ended.stderr).toContain('Nothing shown has the field source_metadata.participants.nmae.');
  });
});
