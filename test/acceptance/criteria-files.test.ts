/** Criteria files as editors and people write them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run, temporary } from './harness.ts';

const home = temporary();
afterAll(() => home.remove());

function check(name: string, text: string) {
  writeFileSync(path.join(home.folder, name), text);
  return run(home.folder, ['moment-criteria', 'attach', '--check', '--file', name]);
}
const good = '{"name": "promise", "instructions": "Find: \\"name\\": both."}';

describe('[ATT-12] a criteria file', () => {
  it.each([
    ['one.json', '{"name": "a",\n "instructions": "x",\n "name": "b"}', '"name" (again on line 3)'],
    [
      'deep.json',
      '{"name": "a", "instructions": "x", "scoring": {"key": "k", "m\\u0069n": 0, "min": 1, "max": 2}}',
      '"min" (again on line 1)',
    ],
    ['one.yaml', 'name: a\ninstructions: x\nname: b\n', 'name (again on line 3)'],
  ])('%s that holds a key twice is refused by the name of the key', async (name, text, said) => {
    const { status, stdout, stderr } = await check(name, text);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(
      `--file: ${name} repeats the key ${said}\nRemove one of them: only one would count`,
    );
  });

  it('may repeat a key in another object, and in a text', async () => {
    const anchors =
      '"anchors": {"a": {"required": true, "description": "name"}, "b": {"required": false, "description": "name"}}';
    expect(await check('again.json', `${good.slice(0, -1)}, ${anchors}}`)).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it.each([
    ['bom.json', good],
    ['bom.yaml', 'name: promise\ninstructions: x\n'],
    ['bom', good],
  ])('%s may begin with a byte order mark', async (name, text) => {
    expect(await check(name, `\uFEFF${text}`)).toMatchObject({ status: 0, stderr: '' });
  });

  it('refuses several YAML documents with a clear error', async () => {
    const { status, stderr } = await check('two.yaml', 'name: a\n---\nname: b\n');
    expect(status).toBe(2);
    expect(stderr).toContain('--file: two.yaml contains several YAML documents; only one is allowed');
    expect(stderr).not.toContain('parseAllDocuments');
  });
});
