/** --fields for nested values, also in lists, in every format. */
import { describe, expect, it } from 'vitest';
import { choosing, run, scripted, stage } from './harness.ts';

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
const listed = () => ({ json: { object: 'list', data: [one], total: 1, limit: 50, offset: 0 } });
const { service, home } = await stage(listed);

const list = async (form: string, of = fields, ...flags: string[]) => {
  const ended = await run(home.folder, ['file', 'list', '-o', form, '--fields', of, ...flags], {
    env: choosing(service),
  });
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  return ended.stdout;
};

describe('--query', () => {
  it('plain values are one line each without a header, for xargs', async () => {
    const query = 'data[].source_metadata.participants[].email';
    const ended = await run(home.folder, ['file', 'list', '--query', query], { env: choosing(service) });
    expect(ended).toEqual({ status: 0, stdout: 'ada@example.com\nn@example.com\n', stderr: '' });
  });
});

describe('--query with -o csv and tsv', () => {
  const query = async (form: string, query: string) => {
    const line = ['file', 'list', '-o', form, '--query', query];
    const ended = await run(home.folder, line, { env: choosing(service) });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    return ended.stdout;
  };
  const people = 'data[0].source_metadata.participants';

  it('a single value stands alone', async () => {
    expect(await query('tsv', 'data[0].id')).toBe(`${a}\n`);
    expect(await query('csv', 'data[0].id')).toBe(`${a}\r\n`);
    expect(await query('tsv', 'total')).toBe('1\n');
    expect(await query('tsv', 'data[0].nothing')).toBe('');
  });

  it('a list of values is a line for each', async () => {
    expect(await query('tsv', `${people}[].email`)).toBe('ada@example.com\nn@example.com\n');
    expect(await query('csv', `${people}[].name`)).toBe('Ada\r\n日本\r\n');
  });

  it('a list of lists is one row each, without a header, also in a table', async () => {
    const pairs = `${people}[].[name, email, crm.id, [name]]`;
    expect(await query('tsv', pairs)).toBe(
      'Ada\tada@example.com\t1\t["Ada"]\n日本\tn@example.com\t\t["日本"]\n',
    );
    expect(await query('csv', pairs)).toBe(
      'Ada,ada@example.com,1,"[""Ada""]"\r\n日本,n@example.com,,"[""日本""]"\r\n',
    );
    expect(await query('table', `${people}[].[email, name]`)).toBe(
      'ada@example.com  Ada\nn@example.com    日本\n',
    );
  });

  it('values with names keep them', async () => {
    expect(await query('tsv', `${people}[].{who: name, at: email}`)).toMatch(/^who\tat\nAda\t/);
    expect(await query('csv', `${people}[0].{who: name, at: email}`)).toBe(
      'who,at\r\nAda,ada@example.com\r\n',
    );
  });

  it('a value that is alone needs no name', async () => {
    expect(await query('csv', `${people}[0].crm`)).toBe('1\r\n');
  });
});

describe('--fields', () => {
  it.each([[[]], [['--all']]])('keeps the fields in their places, in JSON and ndjson %j', async (flags) => {
    expect(JSON.parse(await list('json', fields, ...flags)).data).toEqual([picked]);
    expect(JSON.parse(await list('ndjson', fields, ...flags))).toEqual(picked);
  });

  it.each([[[]], [['--all']]])('gives one column each, quoted as the format requires %j', async (flags) => {
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

  it('takes one item of a list by its index, and the whole list beside it', async () => {
    const of = 'source_metadata.tags.1,source_metadata.participants.0.name';
    expect(await list('csv', of)).toBe(`${of}\r\ny,Ada\r\n`);
    const both = JSON.parse(await list('json', 'source_metadata.tags,source_metadata.tags.1'));
    expect(both.data).toEqual([{ source_metadata: { tags: ['x', 'y'] } }]);
  });

  it('reports a field that no row has, also in a list, where any field is allowed', async () => {
    const line = ['file', 'list', '-o', 'json', '--fields', 'id,metadata.team'];
    const ended = await run(home.folder, line, { env: choosing(service) });
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain('No row has the field metadata.team.');
  });

  it('suggests no other name for a field that is only absent', async () => {
    const line = ['file', 'list', '-o', 'json', '--fields', 'id,error'];
    const ended = await run(home.folder, line, { env: choosing(service) });
    expect(ended.stderr).toBe('No row has the field error.\n');
  });

  const unknown: [line: string[], field: string, meant: string][] = [
    [['file', 'list'], 'idd', 'id'],
    [['file', 'list', '--all'], 'idd', 'id'],
    [['file', 'list'], 'media_info.widht', 'media_info.width'],
    [['file', 'list'], 'source_metadata.participants.nmae', 'source_metadata.participants.name'],
    [['share', 'get', a], 'visibilty', 'visibility'],
  ];

  it.each(unknown)('%j --fields: %s does not exist, and exits 2', async (line, field, meant) => {
    if (line.includes('get')) service.script = () => ({ json: { id: a } });
    for (const form of ['json', 'table', 'csv']) {
      const ended = await run(home.folder, [...line, '-o', form, '--fields', `id,${field}`], {
        env: choosing(service),
      });
      expect(ended).toMatchObject({ status: 2, stdout: '' });
      expect(ended.stderr).toContain(`Unknown field ${field}.`);
      expect(ended.stderr).toContain(meant);
    }
  });

  it('shows a field that only this service has, and leaves one empty that it omits', async () => {
    const own = await scripted(() => ({
      json: { object: 'list', data: [{ id: a, shelf: { row: 3 } }], total: 1, limit: 50, offset: 0 },
    }));
    const line = ['file', 'list', '-o', 'tsv', '--fields', 'shelf.row,media_info.width,id'];
    const ended = await run(home.folder, line, { env: choosing(own) });
    await own.close();
    expect(ended).toMatchObject({ status: 0, stdout: `shelf.row\tmedia_info.width\tid\n3\t\t${a}\n` });
  });

  it('only notes a missing field of a created resource: it is shown', async () => {
    const own = await scripted(() => ({ json: { id: a, label: 'x' } }));
    const line = ['tag', 'create', a, '--label', 'x', '--value', 'y', '-o', 'json', '--fields', 'id,lable'];
    const ended = await run(home.folder, line, { env: choosing(own) });
    await own.close();
    expect(ended).toMatchObject({ status: 0, stderr: expect.stringContaining('Did you mean label?') });
    expect(JSON.parse(ended.stdout)).toEqual({ id: a, lable: null });
  });
});
