/** Local files that an agent may name: those below one folder. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { sniffFile } from '../../media/index.ts';
import { walk } from '../probe/walk.ts';
import { Refusal } from './result.ts';

export interface LocalPaths {
  /** The folder, without links. */
  readonly root: string;
  /** The real path of a file or folder. @throws Refusal if it is not below the folder, hidden or missing */
  find(named: string): Promise<string>;
  /** The files of what is named, and the media files of folders and their subfolders; and how many files there are no media. */
  mediaOf(named: readonly string[]): Promise<{ readonly media: readonly string[]; readonly others: number }>;
  /** A path as agents see it: below the folder. */
  shown(file: string): string;
}

/** Files of one folder tree that are looked at. */
const mostFiles = 5000;

/**
 * @param folder --root; its default is the working folder. The root of the file system and a missing folder give a
 * LocalPaths that refuses everything, because agents start their servers there, and no user named it.
 */
export async function localPaths(folder: string, chosen: boolean): Promise<LocalPaths> {
  const root = await realpath(folder);
  const tooWide = !chosen && path.dirname(root) === root;
  const rule = `Only files below ${root} can be named. The user can start this server with another folder: vau mcp --root DIR.`;

  async function find(named: string): Promise<string> {
    if (tooWide)
      throw new Refusal(
        'This server was started without a folder of files: the user has to start it as vau mcp --root DIR.',
        'outside_root',
      );
    const asked = path.resolve(root, named);
    // Said before the disk is asked, so that no answer tells whether a file outside exists.
    if (!isBelow(asked)) throw new Refusal(`That path is outside. ${rule}`, 'outside_root');
    const real = await realpath(asked).catch(() => undefined);
    if (real === undefined) throw new Refusal(`There is no such file or folder below ${root}.`, 'not_found');
    if (!isBelow(real)) throw new Refusal(`That path is a link to a place outside. ${rule}`, 'outside_root');
    const hidden = path.relative(root, real).split(path.sep).some(isHidden);
    if (hidden) throw new Refusal(`Names that begin with a dot are not read. ${rule}`, 'outside_root');
    return real;
  }

  const isBelow = (file: string): boolean => {
    const way = path.relative(root, file);
    return way === '' || (!way.startsWith(`..${path.sep}`) && way !== '..' && !path.isAbsolute(way));
  };

  async function filesOf(folder: string): Promise<string[]> {
    const files: string[] = [];
    for await (const file of walk(folder, true, () => undefined)) {
      // A link to a file outside is left out.
      if (isBelow(await realpath(file).catch(() => ''))) files.push(file);
      if (files.length > mostFiles)
        throw new Refusal(`That folder has more than ${mostFiles} files: name a part of it.`, 'too_many');
    }
    return files;
  }

  return {
    root,
    find,
    async mediaOf(named) {
      const media = new Set<string>();
      let others = 0;
      for (const name of named) {
        const real = await find(name);
        const found = await stat(real);
        if (!found.isFile() && !found.isDirectory())
          throw new Refusal('That is not a file or a folder.', 'not_found');
        if (found.isFile()) media.add(real);
        else
          for (const file of await filesOf(real))
            if (await isMedia(file)) media.add(file);
            else others += 1;
      }
      return { media: [...media], others };
    },
    shown: (file) => path.relative(root, file).split(path.sep).join('/') || '.',
  };
}

const isMedia = (file: string): Promise<boolean> =>
  sniffFile(file).then(
    () => true,
    () => false,
  );

const isHidden = (name: string): boolean => name.startsWith('.') && name !== '.' && name !== '..';
