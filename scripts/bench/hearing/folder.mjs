/** A folder of clips of one's own: audio files, and words.tsv with the columns file, language and words. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { samplesOf, writeSamples } from './sound.mjs';

/**
 * The clips of a folder. Language `none` is without speech; the words may be empty where they are not known.
 * @throws Error naming the line that cannot be read
 */
export function clipsOf(folder) {
  const list = path.join(folder, 'words.tsv');
  if (!existsSync(list))
    throw new Error(`${list} is missing: a table with the columns file, language, words`);
  const [header, ...lines] = readFileSync(list, 'utf8').trimEnd().split('\n');
  if (header.trim() !== 'file\tlanguage\twords')
    throw new Error(
      `${list} begins with "${header}"; its first line must be: file, language, words, with tabs`,
    );
  return lines.map((line, at) => {
    const [name, language, text = ''] = line.split('\t');
    const needs = path.join(folder, name);
    if (!language || !existsSync(needs))
      throw new Error(
        `${list}, line ${at + 2}: ${language ? `${needs} is missing` : 'the language is missing'}`,
      );
    const words = text.split(/\s+/).filter((word) => /\w/.test(word));
    const kind = language === 'none' ? 'noise' : language === 'en' ? 'english' : 'language';
    return {
      ...{ kind, group: kind === 'english' ? 'set' : undefined, half: 'unseen', name, needs, real: true },
      make(file) {
        writeSamples(samplesOf(['-i', needs]), file);
        return kind === 'english' && words.length > 0 ? words.map((word) => ({ word })) : undefined;
      },
    };
  });
}
