/** Local files that an agent may name: those below one folder. */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { walk } from '../probe/walk.ts';
import { Refusal } from './refusal.ts';

export interface LocalPaths {
  /** The folder, without links. */
  readonly root: string;
  /** The real path of a file or folder. @throws Refusal if it is not below the folder, hidden or missing */
  find(named: string): Promise<string>;
  /** The files of what is named: a file itself, or those of a folder and its subfolders. */
  filesOf(named: string): Promise<{ readonly file: string; readonly named: boolean }[]>;
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

  return {
    root,
    find,
    async filesOf(named) {
      const real = await find(named);
      const found = await stat(real);
      if (found.isFile()) return [{ file: real, named: true }];
      if (!found.isDirectory()) throw new Refusal('That is not a file or a folder.', 'not_found');
      const files: { file: string; named: boolean }[] = [];
      for await (const file of walk(real, true, () => undefined)) {
        // A link to a file outside is left out.
        const inside = await realpath(file).catch(() => '');
        if (isBelow(inside)) files.push({ file, named: false });
        if (files.length > mostFiles)
          throw new Refusal(`That folder has more than ${mostFiles} files: name a part of it.`, 'too_many');
      }
      return files;
    },
    shown: (file) => path.relative(root, file).split(path.sep).join('/') || '.',
  };
}

const isHidden = (name: string): boolean => name.startsWith('.') && name !== '.' && name !== '..';
