import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageScript } from './page-script.ts';
import { pagesScript } from './pages-script.ts';
import { pagesStyle } from './pages-style.ts';
import { playerScript } from './player-script.ts';
import { pageStyle, plainStyle } from './style.ts';

interface Asset {
  readonly type: string;
  content(): Promise<string | Uint8Array> | string;
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** The files that pages load, by name below /assets. */
export const pageAssets: Readonly<Record<string, Asset>> = {
  'share.css': { type: 'text/css; charset=utf-8', content: () => pageStyle },
  'pages.css': { type: 'text/css; charset=utf-8', content: () => pagesStyle },
  'plain.css': { type: 'text/css; charset=utf-8', content: () => plainStyle },
  'share.js': { type: SCRIPT, content: () => playerScript },
  'page.js': { type: SCRIPT, content: () => pageScript },
  'pages.js': { type: SCRIPT, content: () => pagesScript },
  'hls.js': { type: SCRIPT, content: () => hlsScript() },
};

let hls: Promise<Uint8Array> | undefined;

/** hls.js: beside the bundle, or from its own package if vau runs from source. */
function hlsScript(): Promise<Uint8Array> {
  hls ??= readFile(hlsFile());
  hls.catch(() => {
    hls = undefined;
  });
  return hls;
}

function hlsFile(): string {
  const places = ['assets/hls.js', 'dist/assets/hls.js', 'node_modules/hls.js/dist/hls.light.min.js'];
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    const found = places.map((place) => path.join(folder, place)).find((file) => existsSync(file));
    if (found) return found;
    if (folder === path.dirname(folder)) throw new Error('hls.js is missing from this installation of vau');
  }
}
