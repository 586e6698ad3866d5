import type { UnderstandingConfig } from '../../modalities/context.ts';
import { speechStatus } from '../../modalities/speech/sources.ts';
import type { Found } from './gap-text.ts';

/** What can recognise speech now. */
export interface HearingNow {
  /** Whether anything can. */
  readonly hears: boolean;
  /** Whether it knows more languages than English. */
  readonly many: boolean;
}

/** Looks what can recognise speech now. */
export async function hearingNow({ speech, dataDir }: UnderstandingConfig): Promise<HearingNow> {
  const { providers } = await speechStatus(speech, dataDir);
  const heard = providers.flatMap(({ ready, recogniser }) => (ready && recogniser ? [recogniser] : []));
  return { hears: heard.length > 0, many: heard.some(({ manyLanguages }) => manyLanguages) };
}

/** Where a gap is: what commands name. */
export interface Where {
  /** The argument and flags of `vau describe redo`, one for each command: `--collection talks`, or the id of a file. */
  readonly redo: readonly string[];
  /** The command that shows lines that are not trusted; undefined if nothing shows them. */
  readonly untrusted?: string | undefined;
  /** The collection, as an argument; undefined if only a file is meant. */
  readonly collection?: string | undefined;
}

/** The commands that change a gap, one after the other; none if nothing does. */
export function nextOf({ reason, modality }: Found, where: Where, { hears, many }: HearingNow): string[] {
  const redo = (flags: string) => where.redo.map((one) => `vau describe redo ${one}${flags}`);
  const better = [...(many ? [] : ['vau setup speech parakeet-v3']), ...redo('')];
  switch (reason) {
    case 'no_recogniser':
      return [...(hears ? [] : ['vau setup speech']), ...redo('')];
    case 'not_trusted':
      return where.untrusted === undefined ? better : [where.untrusted];
    case 'outdated':
      return redo(' --modality speech');
    case 'other_language':
    case 'no_words':
      return better;
    case 'failed':
      if (modality)
        return redo(`${where.collection === undefined ? '' : ' --scope all'} --modality ${modality}`);
      return where.collection === undefined ? [] : [`vau media list ${where.collection} --status failed`];
    case 'not_processed':
      return where.collection === undefined ? [] : [`vau media list ${where.collection}`];
    default:
      return [];
  }
}

/** A name as one word of a command line; the id where that would be read as a flag. */
export function asArgument(name: string, id: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(name)) return name;
  if (/^-|\p{Cc}/u.test(name)) return id;
  return `'${name.replaceAll("'", "'\\''")}'`;
}

/** The command that shows the lines of a file that are not trusted. @param type of its collection */
export function untrustedCommand(type: string, collectionId: string, fileId: string): string | undefined {
  const command = SHOWING[type];
  return command && `vau ${command} get ${collectionId} ${fileId} --include-untrusted`;
}

const SHOWING: { readonly [type: string]: string } = {
  'media-descriptions': 'media-description',
  'rich-transcripts': 'rich-transcript',
};
