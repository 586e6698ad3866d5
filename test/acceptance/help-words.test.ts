/** The ways to ask for help, and suggestions. */
import { afterAll, describe, expect, it } from 'vitest';
import { run, temporary } from './harness.ts';

const home = temporary();
afterAll(() => home.remove());
const vau = (line: string) => run(home.folder, line.split(' '));

describe('help', () => {
  it.each(['help file get', '--help file get', '-h file get', 'file get --help', 'file get -h'])(
    'vau %s is the help of the command',
    async (line) => {
      const ended = await vau(line);
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(ended.stdout).toContain('Usage: vau file get ');
    },
  );

  it.each(['help file', '--help file', 'file help', 'file --help'])(
    'vau %s is that of its noun',
    async (line) => {
      const ended = await vau(line);
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(ended.stdout).toMatch(/^Usage: vau file COMMAND/);
    },
  );

  it.each([
    ['FILE list', 'Did you mean file?'],
    ['file LIST', 'Did you mean list?'],
    ['help flie', 'Did you mean file?'],
    ['flie --help', 'Did you mean file?'],
    ['help file lst', 'Did you mean list?'],
    ['-o json flie --help', 'Did you mean file?'],
  ])('vau %s is not a command: exit 2 with a suggestion', async (line, hint) => {
    const ended = await vau(line);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('Unknown command');
    expect(ended.stderr).toContain(hint);
  });
});

describe('suggestions', () => {
  it('prefer the candidate with the same first letter, of two that are equally similar', async () => {
    expect((await vau('completion fsh')).stderr).toContain('Did you mean fish?');
  });

  it('a flag without its value is named as typed', async () => {
    expect((await vau('file list --limit')).stderr).toMatch(/^Error: --limit needs a value\n/);
    expect((await vau('file list -o')).stderr).toMatch(/^Error: --output needs a value\n/);
  });
});
