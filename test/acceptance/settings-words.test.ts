/** Texts about saved settings and their sources. */
import { afterAll, expect, it } from 'vitest';
import { run, temporary, token } from './harness.ts';

const home = temporary();
afterAll(() => home.remove());
const vau = (args: string[], env: Record<string, string> = {}) =>
  run(home.folder, args, { env, stdin: token });

it('saves an unchecked token, and does not call it signed in', async () => {
  const line = ['auth', 'login', '--unchecked', '--base-url', 'http://127.0.0.1:9/v1', '--token-file', '-'];
  const { status, stderr } = await vau([...line, '--profile', 'work']);
  expect(status).toBe(0);
  expect(stderr).toContain('Saved the token for http://127.0.0.1:9/v1 in profile work without checking it');
  expect(stderr).not.toContain('Signed in');
});

it('[CLI-3] config explain profile shows what chose it', async () => {
  const file = `${home.folder}/config/config.json`;
  const kept = await vau(['config', 'explain', 'profile']);
  expect(kept.stdout).toContain('or the choice that auth login and config set profile save');
  expect(kept.stdout).not.toContain('or a profile');
  expect(kept.stdout).toContain(`It is work, from ${file} (file).`);
  expect(kept.stdout).not.toContain('does not exist');
  const variable = await vau(['config', 'explain', 'profile'], { VAU_PROFILE: 'other' });
  expect(variable.status).toBe(0);
  expect(variable.stdout).toContain('It is other, from VAU_PROFILE (environment).');
  expect(variable.stdout).toContain(
    'Profile other does not exist yet. To create it: vau auth login --profile other',
  );
  expect(variable.stdout).toContain(`It overrides work from ${file} (file).`);
  const json = await vau(['config', 'explain', 'profile', '--profile', 'other', '-o', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ value: 'other', source: 'flag', exists: false });
});
