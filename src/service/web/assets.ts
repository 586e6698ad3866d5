import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageScript } from './page-script.ts';
import { pagesStyle } from './pages-style.ts';

/** Style of share pages: a column, with the transcript beside it where there is room; light or dark as the system is. */
const pageStyle = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f7f6f3, #121418);
  --card: light-dark(#ffffff, #1a1d22);
  --text: light-dark(#1b1d21, #eceae4);
  --quiet: light-dark(#575b62, #a9aeb6);
  --line: light-dark(#dcd9d2, #31353c);
  --accent: light-dark(#0b5cad, #7cc0ff);
  --tint: light-dark(#e6f0fa, #1d2f42);
  --mark: light-dark(#ffe28a, #6a5300);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
video, img.media { display: block; width: 100%; max-height: 75vh; background: #000; border-radius: .6rem; }
img.media { object-fit: contain; }
h1 { margin: 1.1rem 0 .2rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 1.05rem; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.description { white-space: pre-line; max-width: 44rem; }
.quiet { color: var(--quiet); font-size: .9rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { display: grid; gap: .6rem; max-width: 28rem; margin-top: 1.2rem; }
input, button { font: inherit; padding: .55rem .7rem; border: 1px solid var(--line); border-radius: .4rem; }
input { background: var(--card); color: inherit; border-color: var(--quiet); }
button { background: var(--accent); color: light-dark(#fff, #0c1116); border-color: transparent; cursor: pointer; }
[role=alert] { border-left: 4px solid #c0392b; padding-left: .8rem; }
.tools { margin: 1rem 0; display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center; }
.tools button { background: var(--card); color: var(--text); border-color: var(--quiet); padding: .4rem .8rem; }
.tools span, time { font-variant-numeric: tabular-nums; }
ol { list-style: none; margin: 0; padding: 0; }
li a { display: grid; grid-template-columns: 3.6rem 1fr; column-gap: .5rem; padding: .45rem .7rem; color: inherit; text-decoration: none; border-radius: .4rem; overflow-wrap: anywhere; }
li a:hover { background: var(--tint); }
li a[aria-current] { background: var(--tint); box-shadow: inset 3px 0 var(--accent); }
li a:focus-visible { outline-offset: -3px; }
time { color: var(--quiet); font-size: .88rem; line-height: 1.76; }
mark { background: var(--mark); color: inherit; border-radius: .15rem; }
nav { margin: 1.4rem 0; }
nav h2 { margin: 0 0 .4rem; }
aside { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; display: flex; flex-direction: column; min-height: 0; margin-top: 1.4rem; }
aside .head { padding: .9rem 1rem .6rem; border-bottom: 1px solid var(--line); }
.search { display: grid; gap: .25rem; margin: .5rem 0 0; }
.search label, #found { font-size: .85rem; color: var(--quiet); }
#found:empty { display: none; }
#transcript { overflow-y: auto; padding: .4rem; max-height: 60vh; }
details { color: var(--quiet); font-size: .9rem; }
@media (pointer: coarse) { details { display: none; } }
summary { cursor: pointer; width: fit-content; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: .6rem 0; }
dd { margin: 0; }
kbd { font: .85em ui-monospace, monospace; border: 1px solid var(--line); border-radius: .25rem; padding: .05rem .35rem; background: var(--card); color: var(--text); }
@media (min-width: 64rem) {
  main.wide { max-width: 84rem; display: grid; grid-template-columns: minmax(0, 1fr) 24rem; gap: 0 1.6rem; align-items: start; }
  main.wide aside { position: sticky; top: 1rem; margin: 0; max-height: calc(100vh - 2rem); }
  main.wide #transcript { max-height: none; flex: 1; min-height: 0; }
}
@media (max-width: 40rem) {
  main { padding: 0 0 2rem; }
  main > *, .main > :not(video, img) { margin-left: 1rem; margin-right: 1rem; }
  main > .main { margin: 0; }
  video, img.media { border-radius: 0; }
  h1 { font-size: 1.3rem; }
}
@media (prefers-reduced-motion: no-preference) { li a { transition: background .2s; } }
@media (forced-colors: active) { li a[aria-current] { outline: 2px solid; outline-offset: -2px; } }
body.embed { background: #000; }
body.embed main { max-width: none; padding: 0; }
body.embed video { height: 100vh; max-height: none; border-radius: 0; }
body.embed [role=alert], body.embed p { position: absolute; inset: auto 0 3rem; margin: 0 1rem; color: #fff; }
`;

/** Without scripts: leave out what only works with them. */
const plainStyle = '#player, .scripted { display: none !important; }\n';

/**
 * The script of share pages, served as a file so that the content security policy needs no exception. It plays the
 * stream with hls.js, or natively, keeps to the clip's window, and renews the short-lived token of a private stream
 * while the page is open.
 */
const playerScript = `'use strict';
(() => {
  const video = document.getElementById('player');
  if (!video) return;
  const data = video.dataset;
  const start = Number(data.start || 0);
  const end = data.end === undefined ? Infinity : Number(data.end);
  const tokenOf = (url) => /\\/m\\/([^/]+)\\//.exec(url)[1];
  let token = tokenOf(data.stream);
  const withToken = (url) => url.replace(/\\/m\\/[^/]+\\//, '/m/' + token + '/');

  const say = (text) => {
    const note = document.getElementById('note');
    note.textContent = text;
    note.hidden = text === '';
  };

  const renew = async () => {
    const answer = await fetch(data.renew, { credentials: 'same-origin' });
    if (answer.ok) token = tokenOf((await answer.json()).stream_url);
    else say('You are signed out. Load this page again to go on.');
  };
  if (data.renew) setInterval(() => renew().catch(() => {}), Number(data.renewMs));

  const Hls = window.Hls;
  if (Hls && Hls.isSupported()) {
    const hls = new Hls({
      enableWorker: false,
      startPosition: start,
      xhrSetup: (request, url) => request.open('GET', withToken(url), true),
    });
    let recoveries = 0;
    hls.on(Hls.Events.ERROR, (_, error) => {
      if (!error.fatal) return;
      if (error.type === Hls.ErrorTypes.MEDIA_ERROR && recoveries++ < 2) hls.recoverMediaError();
      else say('This stream cannot be played here. Loading the page again may help.');
    });
    hls.loadSource(data.stream);
    hls.attachMedia(video);
  } else if (video.canPlayType('application/vnd.apple.mpegurl')) {
    video.src = data.stream;
    video.addEventListener('loadedmetadata', () => { if (start > 0) video.currentTime = start; }, { once: true });
    video.addEventListener('error', () => say('This stream cannot be played here.'));
  } else {
    say('This browser plays no HLS streams.');
  }

  if (end === Infinity) return;
  const near = 0.04;
  const stop = () => {
    if (video.currentTime < end - near) return;
    video.pause();
    if (video.currentTime > end) video.currentTime = end;
  };
  const watch = () => {
    stop();
    if (!video.paused) requestAnimationFrame(watch);
  };
  video.addEventListener('play', () => {
    if (video.currentTime >= end - 2 * near) video.currentTime = start;
    requestAnimationFrame(watch);
  });
  // Frames are not drawn in a tab in the background; this event comes there as well.
  video.addEventListener('timeupdate', stop);
  video.addEventListener('seeking', () => {
    if (video.currentTime < start - near) video.currentTime = start;
    else if (video.currentTime > end + near) video.currentTime = end;
  });
})();
`;

/**
 * The script of the service's own pages: times in the visitor's zone, progress as it happens, the timeline of a file.
 * Without it, times are in UTC, pages reload while something is in progress, and links load the page at their second.
 */
const pagesScript = `'use strict';
(() => {
  const local = (root) => {
    for (const time of root.querySelectorAll('time.instant'))
      time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  };
  local(document);

  // The service sends a part of the page again when it changes; "reload" says that the whole page did.
  const live = document.getElementById('live');
  if (live && window.EventSource) {
    const events = new EventSource(live.dataset.events);
    events.addEventListener('part', (event) => {
      const { id, html } = JSON.parse(event.data);
      const part = document.getElementById(id);
      if (!part || part.contains(document.activeElement)) return;
      part.outerHTML = html;
      local(document.getElementById(id) || document);
    });
    events.addEventListener('reload', () => { events.close(); location.reload(); });
    events.addEventListener('end', () => events.close());
  }

  const video = document.getElementById('player');
  if (!video) return;
  const note = document.getElementById('note');
  video.addEventListener('error', () => { if (note) note.hidden = false; });
  const line = document.querySelector('.timeline');
  if (!line) return;
  const marks = [...line.querySelectorAll('rect.now')];
  const show = () => {
    const x = (video.currentTime / Number(line.dataset.seconds)) * 1000 - 1.5;
    for (const mark of marks) mark.setAttribute('x', x.toFixed(1));
  };
  for (const name of ['timeupdate', 'seeked', 'loadedmetadata']) video.addEventListener(name, show);
  line.addEventListener('click', (event) => {
    const mark = event.target.closest('a');
    if (!mark || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    video.currentTime = Number(mark.dataset.start);
    video.play().catch(() => {});
  });
})();
`;

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
