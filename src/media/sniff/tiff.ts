import type { OpenFile } from './open-file.ts';

/** More pages than this are not counted; a file may lead from page to page for ever. */
const MAX_PAGES = 1_000;
/** Entries of one page; more are not read. */
const MAX_ENTRIES = 512;
const ENTRY_BYTES = 12;

/** Says that a page is a smaller version (bit 0) or a mask (bit 2) of another one (TIFF 6.0, NewSubfileType). */
const SUBFILE_TYPE = 0x00fe;
const OF_OTHER_PAGE = 0b101;

/**
 * Says what ffmpeg leaves out of a TIFF file, as it reads its first page only; undefined if that is all of it. Each page has a
 * directory, which ends with the place of the next one; smaller versions and masks are no pages. The places are those that
 * the file claims: none is visited twice.
 */
export async function tiffPart(file: OpenFile): Promise<string | undefined> {
  const head = await file.read(0, 8);
  if (head.length < 8) return undefined;
  const little = head[0] === 0x49;
  const visited = new Set<number>();
  let pages = 0;
  let at = numberAt(head, 4, little);
  while (at !== 0 && visited.size < MAX_PAGES && !visited.has(at)) {
    visited.add(at);
    const directory = await directoryAt(file, at, little);
    if (!directory) break;
    if (((entryIn(directory, SUBFILE_TYPE, little) ?? 0) & OF_OTHER_PAGE) === 0) pages += 1;
    at = numberAt(await file.read(at + directory.length, 4), 0, little);
  }
  const counted = at !== 0 && visited.size === MAX_PAGES ? `more than ${pages - 1}` : String(pages);
  return pages > 1 ? `${counted} pages: only the first is read` : undefined;
}

/** A directory up to the place of the next one; undefined if it is not there. */
async function directoryAt(file: OpenFile, at: number, little: boolean): Promise<Buffer | undefined> {
  const count = await file.read(at, 2);
  if (count.length < 2) return undefined;
  const entries = little ? count.readUInt16LE(0) : count.readUInt16BE(0);
  const bytes = 2 + entries * ENTRY_BYTES;
  if (entries === 0 || entries > MAX_ENTRIES || at + bytes > file.size) return undefined;
  return file.read(at, bytes);
}

/** The number of an entry; undefined if the directory has no such entry. */
function entryIn(directory: Buffer, tag: number, little: boolean): number | undefined {
  for (let at = 2; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const found = little ? directory.readUInt16LE(at) : directory.readUInt16BE(at);
    if (found === tag) return numberAt(directory, at + 8, little);
  }
  return undefined;
}

/** A number of four bytes; 0 if it is not there. */
function numberAt(bytes: Buffer, at: number, little: boolean): number {
  if (at + 4 > bytes.length) return 0;
  return little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}
