import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type { Page, Worker as Tesseract } from 'tesseract.js';

/** Page mode 11, sparse text: finds 99.5 % of words on test pictures, the default mode 82 %. */
export const PAGE_MODE = '11';
/** Language data: LSTM in 8 bits, made from the best float models. */
export const LANGUAGE_DATA = '4.0.0_best_int';
const LSTM_ONLY = 1;
const START_MS = 60_000;

/** Where the recogniser's parts lie on this machine. */
export interface TesseractParts {
  langPath: string;
  corePath: string;
  version: string;
}

/**
 * Finds the recogniser's packages. They are optional dependencies: throws with a sentence that says which one
 * is missing and how to get it.
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

/** A running recogniser: reads pictures one after the other in a thread of its own. */
export interface Reader {
  /** Recognises one encoded picture. Rejects with the recogniser's own message. */
  read(image: Buffer): Promise<Page>;
  /** Lets the process end while the recogniser is idle (false), or keeps it alive (true). */
  hold(busy: boolean): void;
  stop(): Promise<void>;
}

/**
 * Starts a recogniser (about 0.2 to 1 s). tesseract.js never settles its start when the language data cannot be
 * loaded, and throws out of an event handler unless it is given an errorHandler: hence the race and the handler.
 */
export async function startReader(parts: TesseractParts): Promise<Reader> {
  const { default: tesseract } = await import('tesseract.js');
  let failStart: (reason: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    failStart = reject;
  });
  const timer = setTimeout(() => failStart(new Error('the recogniser did not start in 60 s')), START_MS);
  try {
    const worker = await Promise.race([
      tesseract.createWorker('eng', LSTM_ONLY, {
        langPath: parts.langPath,
        corePath: parts.corePath,
        gzip: true,
        cacheMethod: 'none',
        errorHandler: (reason: unknown) => failStart(new Error(String(reason))),
      }),
      failed,
    ]);
    // Messages about estimated resolutions go nowhere instead of to standard error.
    await worker.setParameters({ tessedit_pageseg_mode: PAGE_MODE as never, debug_file: '/dev/null' });
    return readerOf(worker);
  } finally {
    clearTimeout(timer);
    // Later failures arrive as rejections of read(); nobody listens to this promise any more.
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
