/**
 * What local commands pass before they touch a data folder: the service is loaded, ffmpeg found or installed
 * (ffmpeg.ts), the person asked (agreed.ts), and a refused folder or store explained with the next step (refusals.ts).
 */

import type { Session } from '../../model/session.ts';

/** Notes where vau moved an invalid configuration file. */
export function noteAside(session: Session, aside: string | undefined): void {
  if (aside) session.note(`The invalid configuration file is kept as ${aside}`);
}

/**
 * The only import of the service from the command line. It is lazy, so that the client starts fast and works
 * without the optional packages of the service.
 */
type ServiceDoor = typeof import('../../../service/index.ts');

export type Accounts = import('../../../service/index.ts').Accounts;
export type Token = import('../../../service/index.ts').Token;
export type ServiceDoctor = import('../../../service/index.ts').ServiceDoctor;
export type BackupRecord = import('../../../service/index.ts').BackupRecord;
export type BackupRequest = import('../../../service/index.ts').BackupRequest;
export type ModelManifest = import('../../../service/index.ts').ModelManifest;
export type Moved = import('../../../service/index.ts').Moved;
export type Leftover = import('../../../service/index.ts').Leftover;
export type Repair = import('../../../service/index.ts').Repair;

export type RunningService = Awaited<ReturnType<ServiceDoor['startService']>>;

/** Loads the service. */
export function loadService(): Promise<ServiceDoor> {
  return import('../../../service/index.ts');
}

// Whether the embedded service of a data folder can recognise speech, with its settings and this environment.

interface SpeechNow {
  /** What recognises speech, in words; undefined if only subtitles are read. */
  readonly recogniser?: string;
  /** The command that brings one, or a better one. */
  readonly better: string | null;
}

/** Looks what recognises speech; recognises nothing. @throws Error if the settings of the data folder are wrong */
export async function speechNow(dataDir: string): Promise<SpeechNow> {
  const { providers } = await loadService();
  const speech = (await providers(dataDir)).find(({ modality }) => modality === 'speech');
  if (!speech?.provider || speech.provider === 'subtitles') return { better: 'vau setup speech' };
  return { recogniser: `${speech.provider}: ${speech.quality}`, better: speech.better };
}
