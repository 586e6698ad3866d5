/** Probes a file before an upload, and finds the subtitles that lie beside it. */
import { access, constants, lstat, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from '../../config/index.ts';
import { type Ffmpeg, locateFfmpeg, MediaError, namesLanguage, sameLanguage } from '../../media/index.ts';
import { UsageError } from '../errors/errors.ts';
import type { Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { unreadable } from '../run/read-value.ts';
import { clean } from '../terminal/clean.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { preflight } from './preflight.ts';
import { probeOne } from './probe-files.ts';

export interface Upload {
  readonly file: string;
  readonly subtitles?: string | undefined;
  /** Whether the file is probed. */
  readonly probes: boolean;
}

/**
 * Checks that the files of an upload can be read, and probes the media; without ffmpeg it prints a note instead.
 * @throws UsageError (exit 2) when a file cannot be read, or with the reason when the service would refuse it
 */
export async function beforeUpload(session: Session, { file, subtitles, probes }: Upload): Promise<void> {
  const isFile = await readable('', file);
  if (subtitles !== undefined) await readable('--subtitles', subtitles);
  const ffmpeg = probes && isFile ? await ffmpegOf(session) : undefined;
  if (!ffmpeg) return;
  const outcome = await probeOne({ file }, { ffmpeg, signal: session.signal });
  if ('disturbed' in outcome) {
    session.note(`The file is sent without a probe. ${outcome.reason}`);
    return;
  }
  const { accepted, reasons } = await preflight(outcome);
  if (accepted) return;
  throw new UsageError(`The service would refuse ${file}: ${reasons.join('; ')}`, {
    hint: 'Nothing was sent. Add --no-preflight to send it anyway.',
  });
}

/** @param name the flag, empty for the argument @returns true for a plain file @throws UsageError if it cannot be read */
async function readable(name: string, file: string): Promise<boolean> {
  try {
    await access(file, constants.R_OK);
    return (await stat(file)).isFile();
  } catch (error) {
    throw unreadable(name, file, error);
  }
}

async function ffmpegOf({ env, note }: Session): Promise<Ffmpeg | undefined> {
  try {
    return await locateFfmpeg({ dataDir: dataFolder(env), env });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    note('ffmpeg was not found: the file is sent without a probe');
    return undefined;
  }
}

/** How far into a file its first timing line is looked for, in bytes. */
const LOOKED_AT = 64 * 1024;

/** How subtitles beside a film are looked for. */
interface Looking {
  /** Tag of the language that is heard, as of --audio-language; any if left out. */
  readonly language?: string | undefined;
  /** Is told of subtitles that are left out, because nothing says which of them are meant. */
  readonly say?: ((note: string) => void) | undefined;
}

/**
 * The subtitles beside a film: a file with its name that ends in .srt, else in .vtt, else one with a language before the ending
 * (talk.en.srt): that of the wanted language, or the only one. Endings may be in capitals. Links are not followed, and what has
 * no timing line is none. @returns its path; undefined if there is none, or nothing says which
 */
export async function sidecarOf(film: string, { language, say }: Looking = {}): Promise<string | undefined> {
  const { dir, name: stem } = path.parse(film);
  const tagged: { file: string; tag: string }[] = [];
  const named = (await namesIn(dir)).filter((name) => name.startsWith(`${stem}.`));
  for (const name of inOrder(named)) {
    const between = name.slice(stem.length, -ENDING);
    const tag = between.slice(1).toLowerCase();
    if (between !== '' && !isLanguage(tag)) continue;
    const file = path.join(dir, name);
    if (!(await isSubtitles(file))) continue;
    if (between === '') return file;
    // Of one language, SubRip counts, as without a language.
    if (tagged.every((one) => one.tag !== tag)) tagged.push({ file, tag });
  }
  return chosen(film, tagged, { language, say });
}

function chosen(
  film: string,
  tagged: readonly { readonly file: string; readonly tag: string }[],
  { language, say }: Looking,
): string | undefined {
  const spoken = tagged.filter(({ tag }) => language === undefined || sameLanguage(tag, language));
  const exact = spoken.find(({ tag }) => tag === language?.toLowerCase());
  const [first] = exact ? [exact] : spoken;
  if (first && (exact || spoken.length === 1)) return first.file;
  const [other] = spoken.length > 0 ? spoken : tagged;
  if (!other) return undefined;
  const names = tagged.map(({ file }) => clean(path.basename(file))).join(', ');
  const why =
    spoken.length > 0 ? 'nothing says which of them has what is said' : `none is in the language ${language}`;
  say?.(
    `Subtitles beside ${clean(film)} were left out, because ${why}: ${names}. To send one: vau file upload ${shellWord(film)} --subtitles ${shellWord(other.file)}`,
  );
  return undefined;
}

/** Characters of an ending of subtitles, with its point. */
const ENDING = 4;

/** Names that end as subtitles do: plain ones first, and .srt before .vtt. */
function inOrder(names: readonly string[]): string[] {
  const points = (name: string) => name.split('.').length;
  const isVtt = (name: string) => Number(/\.vtt$/i.test(name));
  return names
    .filter((name) => /\.(?:srt|vtt)$/i.test(name))
    .sort(
      (one, other) =>
        points(one) - points(other) || isVtt(one) - isVtt(other) || one.localeCompare(other, 'en'),
    );
}

/** Whether a part of a name is a language that is known, with or without a region: `en`, `ger`, `pt-BR`, and not `old`. */
function isLanguage(tag: string): boolean {
  const parts = /^([a-z]{2,3})(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3}))?$/.exec(tag);
  const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return parts !== null && namesLanguage(parts[1]) && known.of(parts[1]) !== undefined;
}

/** The folder that was listed last: a folder of films is not listed again for each of them. */
let listed:
  | { readonly folder: string; readonly changed: number; readonly names: readonly string[] }
  | undefined;
/** Milliseconds in which a folder may change without another time of its change. */
const COARSE = 2_000;

async function namesIn(dir: string): Promise<readonly string[]> {
  const folder = path.resolve(dir);
  const found = await stat(folder).catch(() => undefined);
  if (!found) return [];
  const { mtimeMs: changed } = found;
  if (listed?.folder === folder && listed.changed === changed) return listed.names;
  const names = await readdir(folder).catch(() => []);
  listed = Date.now() - changed > COARSE ? { folder, changed, names } : undefined;
  return names;
}

async function isSubtitles(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile()) return false;
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    // In UTF-16 too, every other byte of it is zero.
    return buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '').includes('-->');
  } finally {
    await handle.close();
  }
}

/**
 * The request of an upload, with the subtitles beside its film unless it has some.
 * @param say is told of those left out
 * @param asked the request that the upload is for, which may say the language
 */
export async function withSidecar(
  request: Request,
  say: (note: string) => void,
  asked: Request = request,
): Promise<Request> {
  const { file, subtitles } = request.files ?? {};
  if (request.operation !== 'file.upload' || file === undefined || subtitles !== undefined) return request;
  const { audio_language: language } = (asked.body ?? {}) as { audio_language?: string };
  const found = await sidecarOf(file, { language, say });
  return found === undefined ? request : { ...request, files: { file, subtitles: found } };
}
