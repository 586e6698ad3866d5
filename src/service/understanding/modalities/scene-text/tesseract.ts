import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type { Page, Worker as Tesseract } from 'tesseract.js';
import { withinWork } from '../../models/within-work.ts';

/** Page segmentation mode 11, sparse text: finds 99.5 % of the words in test pictures, the default mode 82 %. */
export const PAGE_MODE = '11';
/** Language data: 8-bit LSTM, made from the best float models. */
export const LANGUAGE_DATA = '4.0.0_best_int';
const LSTM_ONLY = 1;
/** Processor time for the start, in milliseconds. */
const START_MS = 60_000;

/** Paths of the recogniser's parts on this machine. */
export interface TesseractParts {
  langPath: string;
  corePath: string;
  version: string;
}

/**
 * Finds the recogniser's packages, which are optional dependencies. Throws with a sentence that says which one is
 * missing and how to install it.
 */
export function findTesseract(): TesseractParts {
  const require = createRequire(import.meta.url);
  const manifest = resolvePackage(require, 'tesseract.js');
  const langPath = join(dirname(resolvePackage(require, '@tesseract.js-data/eng')), LANGUAGE_DATA);
  if (!existsSync(join(langPath, 'eng.traineddata.gz'))) throw missing(`the language data in ${langPath}`);
  const corePath = dirname(resolvePackage(createRequire(manifest), 'tesseract.js-core'));
  const { version } = require(manifest) as { version: string };
  return { langPath, corePath, version };
}

function resolvePackage(require: NodeJS.Require, name: string): string {
  try {
    return require.resolve(`${name}/package.json`);
  } catch {
    throw missing(`the package ${name}`);
  }
}

function missing(what: string): Error {
  return new Error(
    `On-screen text cannot be read: ${what} is missing. Install vau with its optional packages (npm install -g vau-cli --include=optional).`,
  );
}

/** A running recogniser: reads pictures one after another on its own thread. */
export interface Reader {
  /** Recognises one encoded picture. Rejects with the recogniser's own message. */
  read(image: Buffer): Promise<Page>;
  /** Lets the process exit while the recogniser is idle (false), or keeps it alive (true). */
  hold(busy: boolean): void;
  stop(): Promise<void>;
}

/**
 * Starts a recogniser of one language (about 0.2 to 1 s). If the language data cannot be loaded, tesseract.js never settles its start,
 * and throws from an event handler unless it has an errorHandler: hence the race and the handler.
 */
export async function startReader(
  { langPath, corePath }: Pick<TesseractParts, 'langPath' | 'corePath'>,
  language = 'eng',
): Promise<Reader> {
  const { default: tesseract } = await import('tesseract.js');
  let failStart: (reason: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    failStart = reject;
  });
  try {
    const worker = await withinWork(
      { name: 'start of the reader of text', ms: START_MS },
      new AbortController().signal,
      (limit) => {
        limit.addEventListener('abort', () => failStart(limit.reason), { once: true });
        return Promise.race([
          tesseract.createWorker(language, LSTM_ONLY, {
            langPath,
            corePath,
            gzip: true,
            cacheMethod: 'none',
            errorHandler: (reason: unknown) => failStart(new Error(String(reason))),
          }),
          failed,
        ]);
      },
    );
    // Suppresses messages about estimated resolutions on standard error.
    await worker.setParameters({ tessedit_pageseg_mode: PAGE_MODE as never, debug_file: '/dev/null' });
    return readerOf(worker);
  } finally {
    // Later failures arrive as rejections of read(); nobody awaits this promise any more.
    failed.catch(() => {});
  }
}

function readerOf(worker: Tesseract): Reader {
  const { worker: thread } = worker as unknown as { worker: Thread };
  const died = new Promise<never>((_, reject) => {
    thread.once('error', (error) => reject(error));
    thread.once('exit', () => reject(new Error('the recogniser stopped')));
  });
  died.catch(() => {});
  return {
    async read(image) {
      const work = worker.recognize(image, {}, { text: true, blocks: true });
      const result = await Promise.race([work, died]).catch((reason) => {
        throw new Error(String(reason instanceof Error ? reason.message : reason).replace(/^Error: /, ''));
      });
      return result.data;
    },
    hold: (busy) => (busy ? thread.ref() : thread.unref()),
    stop: async () => {
      await thread.terminate();
    },
  };
}
