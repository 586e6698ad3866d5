/** Brings a package and all that it needs from the npm registry into the data folder. No script of theirs is run. */
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../media/make-folder.ts';
import { loadService } from '../local/door.ts';
import type { PackageTree } from './catalogue/index.ts';
import { type Means, obtainArchive } from './obtain.ts';
import { newFolder } from './staging.ts';
import { unpack } from './unpack.ts';

/** Archives that are fetched at the same time. */
const PARALLEL = 6;

/** Brings it, unless it is there. Appears whole, or not at all. @throws CliError */
export async function bringPackage(tree: PackageTree, means: Means): Promise<void> {
  const service = await loadService();
  const target = service.packageFolder(means.dataDir, tree);
  if (service.readPackage(means.dataDir, tree)) return;
  const staging = await newFolder(path.dirname(target));
  try {
    let done = 0;
    const waiting = [...tree.tree];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { at, name, version, integrity } = next;
        const into = path.join(staging, at);
        makeFolder(into, 0o700);
        const archive = await obtainArchive({ name, version, integrity }, means);
        await unpack(archive.file, {
          format: 'tar.gz',
          name: `${name} ${version}`,
          into,
          signal: means.signal,
        });
        await archive.done();
        done += 1;
        means.say(`${tree.name} ${tree.version}: ${done} of ${tree.tree.length} packages`);
      }
    };
    const workers = Array.from({ length: PARALLEL }, work);
    try {
      await Promise.all(workers);
    } finally {
      // One that still works would make its folder anew after it was removed.
      waiting.length = 0;
      await Promise.allSettled(workers);
    }
    await writeFile(path.join(staging, service.ENTRY), service.entryCode, { mode: 0o600 });
    const { name, version, licence } = tree;
    await service.writeManifest(staging, {
      ...{ name, version, licence, source: means.registry, installed_at: Date.now() },
      packages: tree.tree.map(({ name, version, integrity }) => ({ name, version, integrity })),
    });
    await rm(target, { recursive: true, force: true });
    await rename(staging, target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
