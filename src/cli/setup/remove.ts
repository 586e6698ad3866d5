/** `vau setup NAME [MODEL] --remove`. */
import { LocalError } from '../errors/errors.ts';
import { agreed } from '../local/opening/agreed.ts';
import { loadService } from '../local/opening/door.ts';
import { dataFolderOf } from '../local/service/serve.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import type { EntryName } from './catalogue/index.ts';
import { away, chosenIn, removeUnneeded } from './choose.ts';
import { modelsOf } from './find.ts';
import type { SetupFlags } from './install.ts';

/** Removes models that were set up, and the packages that only they needed. */
export async function removeAction(
  session: Session,
  name: EntryName,
  model: string | undefined,
  flags: SetupFlags,
): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const { installedModels, modelFolder } = await loadService();
  const there = installedModels(dataDir, name);
  const inUse = await chosenIn(dataDir, name, session.env);
  const wanted =
    model === undefined
      ? defaultOf(
          inUse,
          there.map((one) => one.manifest.model),
        )
      : modelsOf(name, model);
  const found = there.filter((one) => wanted.includes(one.manifest.model));
  if (wanted.length === 0 || found.length < wanted.length)
    throw new LocalError(`There is no ${model ?? 'model'} for ${name} in ${dataDir}`, {
      hint:
        there.length > 0
          ? `There is ${there.map((one) => one.manifest.model).join(', ')}.`
          : 'Nothing is set up.',
      next: 'vau setup',
    });
  const bytes = found.flatMap((one) => one.manifest.files).reduce((sum, file) => sum + file.bytes, 0);
  if (!flags.yes)
    await agreed(session, `Remove ${wanted.join(', ')} (${formatBytes(bytes)}) from ${dataDir}?`);
  if (inUse !== undefined && wanted.includes(inUse)) await stopUsing(dataDir, name);
  for (const one of wanted) await away(modelFolder(dataDir, name, one));
  const packages = await removeUnneeded(
    dataDir,
    found.flatMap((one) => one.manifest.packages),
  );
  return { value: { name, removed: wanted, bytes, packages }, text: '' };
}

/** The one in use, or the only one. */
function defaultOf(inUse: string | undefined, there: readonly string[]): readonly string[] {
  if (inUse !== undefined) return [inUse];
  return there.length === 1 ? there : [];
}

async function stopUsing(dataDir: string, name: EntryName): Promise<void> {
  if (name === 'text') return;
  const { changeSetting, modelSettings } = await loadService();
  await changeSetting(dataDir, modelSettings[name].setting, undefined);
}
