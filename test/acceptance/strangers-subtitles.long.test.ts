/** Subtitle files as they come from other programs: each line and second as written, or counted, or refused with the reason. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { TranscribeJob } from '../../src/contract/index.ts';
import { make, picture, tempFolder, tone } from '../media/support.ts';
import { makeAudio } from '../support/film.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';
import { vau } from '../support/vau.ts';

const it = needs('ffmpeg');
const { dir, at, drop } = await tempFolder();

let service: Serving;
let silence: Buffer;
beforeAll(async () => {
  service = await serving();
  silence = await makeAudio(8);
});
afterAll(async () => {
  await service.stop();
  await drop();
});

let files = 0;
/** What the service makes of media with this subtitle file: each time other bytes, of which it knows nothing. */
function understood(file: Buffer | string): Promise<TranscribeJob> {
  files += 1;
  const media = Buffer.concat([silence, Buffer.alloc(2 * files)]);
  return transcribed(media, `${files}.wav`, { subtitles: new Blob([Buffer.from(file)]) });
}

async function transcribed(bytes: Buffer, name: string, fields: Record<string, Blob> = {}) {
  const { uri } = (await service.upload(bytes, name, fields)).body;
  const { job_id } = (await service.call('POST', '/transcribe', { url: uri, enable_summary: false })).body;
  return (await service.settled(`/transcribe/${job_id}`)) as unknown as TranscribeJob;
}
const linesOf = ({ data }: TranscribeJob) =>
  (data?.speech ?? []).map(({ text, start_time, end_time }) => [text, start_time, end_time]);
const saidOf = ({ data }: TranscribeJob) => data?.providers?.speech;

const srt = (...cues: string[]) => cues.map((cue, at) => `${at + 1}\n${cue}\n`).join('\n');
const one = (text: string) => srt(`00:00:01,000 --> 00:00:02,000\n${text}`);
const vtt = (text: string) => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`;
/** Each letter as one byte. */
const bytes = (text: string) => Buffer.from(text, 'latin1');

const read: [name: string, file: Buffer | string, lines: [string, number, number][]][] = [
  [
    'Windows quotes, dashes and the euro',
    bytes(one('It\x92s \x93done\x94 \x96 we don\x92t pay 5 \x80\x85')),
    [['It’s “done” – we don’t pay 5 €…', 1, 2]],
  ],
  [
    'French of Windows',
    bytes(one('Voil\xe0 l\x92\xe9t\xe9, c\x92\xe9tait d\xe9j\xe0 la fin')),
    [['Voilà l’été, c’était déjà la fin', 1, 2]],
  ],
  [
    'Russian of Windows',
    bytes(
      one(
        '\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0? \xd1\xe5\xe3\xee\xe4\xed\xff \xf5\xee\xf0\xee\xf8\xe0\xff \xef\xee\xe3\xee\xe4\xe0',
      ),
    ),
    [['Привет, как дела? Сегодня хорошая погода', 1, 2]],
  ],
  [
    'Polish of Windows',
    bytes(one('Za\xbf\xf3\xb3\xe6 g\xea\x9cl\xb9 ja\x9f\xf1, prosz\xea si\xea nie \x9cmia\xe6')),
    [['Zażółć gęślą jaźń, proszę się nie śmiać', 1, 2]],
  ],
  [
    'UTF-16 without a mark',
    Buffer.from(one('Über den Fluss').replaceAll('\n', '\r\n'), 'utf16le'),
    [['Über den Fluss', 1, 2]],
  ],
  [
    'cues that a line of one space separates',
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n \n2\n00:00:03,000 --> 00:00:04,000\nTwo\n',
    [
      ['One', 1, 2],
      ['Two', 3, 4],
    ],
  ],
  [
    'text after an empty line of its cue',
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nmore of it\n\n2\n00:00:03,000 --> 00:00:04,000\n7\n',
    [
      ['One more of it', 1, 2],
      ['7', 3, 4],
    ],
  ],
  [
    'a cue of a video site, which begins with a line of one space',
    'WEBVTT\nKind: captions\n\n00:00:00.160 --> 00:00:02.429 align:start position:0%\n \nthe<00:00:00.960><c> red</c><00:00:01.520><c> boat</c>\n\n' +
      '00:00:02.429 --> 00:00:02.439 align:start position:0%\nthe red boat\n \n\n' +
      '00:00:02.439 --> 00:00:04.749 align:start position:0%\nthe red boat\ngoes<00:00:02.760><c> home</c>\n',
    [
      ['the red boat', 0.16, 2.439],
      ['goes home', 2.439, 4.749],
    ],
  ],
  [
    'WebVTT whose cues are separated by spaces, with identifiers',
    'WEBVTT\n\nfirst\n00:01.000 --> 00:02.000\nOne\n \nsecond\n00:03.000 --> 00:04.000\nTwo\n',
    [
      ['One', 1, 2],
      ['Two', 3, 4],
    ],
  ],
  [
    'a cue that begins before 0 and is seen after it',
    srt('-00:00:01,000 --> 00:00:01,000\nEarly'),
    [['Early', 0, 1]],
  ],
  [
    'line breaks and spaces as another format has them',
    one('{\\an8}Top line\\Nbreak\\hhere, C:\\New'),
    [['Top line break here, C:\\New', 1, 2]],
  ],
  [
    'short and escaped arrows',
    srt('00:00:01,000 -> 00:00:02,000\nOne -> two', '00:00:03,000 --&gt; 00:00:04,000\nTwo'),
    [
      ['One -> two', 1, 2],
      ['Two', 3, 4],
    ],
  ],
  [
    'times of few digits',
    '1\n00:00:1,500 --> 00:00:2,50\nOne\n\n2\n00:00:03 --> 00:00:04\nTwo\n\n3\n0:0:5,5 --> 0:0:6,5\nThree\n',
    [
      ['One', 1.5, 2.5],
      ['Two', 3, 4],
      ['Three', 5.5, 6.5],
    ],
  ],
  [
    'coordinates, override blocks and tags',
    srt(
      '00:00:01,000 --> 00:00:02,000  X1:100 X2:200 Y1:10 Y2:20\n{\\an8}<font color="#ffff00">Top</font> line\\Nbreak',
      '00:00:03,000 --> 00:00:04,000\n{\\pos(10,20)\\fs12}<i>Two</i> < three & four &amp; five<BR>six<br/>seven',
    ),
    [
      ['Top line break', 1, 2],
      ['Two < three & four & five six seven', 3, 4],
    ],
  ],
  [
    'line ends of an old Mac',
    srt('00:00:01,000 --> 00:00:02,000\nOne', '00:00:03,000 --> 00:00:04,000\nTwo').replaceAll('\n', '\r'),
    [
      ['One', 1, 2],
      ['Two', 3, 4],
    ],
  ],
  [
    'styles, regions, notes and voices',
    'WEBVTT - title\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\nSTYLE\n::cue(b) {\n  color: peachpuff;\n}\n\nREGION\nid:fred\n\n' +
      'NOTE a --> b\n\nintro\n00:01.000 --> 00:02.000 region:fred align:left\n<v.loud Mary Smith>Hello <b>you</b> &lt;3&nbsp;x\n',
    [['Hello you <3 x', 1, 2]],
  ],
  [
    'WebVTT in UTF-16 with a mark, times with commas',
    Buffer.from(`\ufeff${vtt('Über').replaceAll('.', ',')}`, 'utf16le').swap16(),
    [['Über', 1, 2]],
  ],
  ['WebVTT with a mark of UTF-8', `\ufeff${vtt('Über')}`, [['Über', 1, 2]]],
  [
    'WebVTT in Russian of Windows, shorter than Hebrew',
    bytes(
      vtt(
        '\xcf\xf0\xe8\xe2\xb3\xf2, \xff\xea \xf1\xef\xf0\xe0\xe2\xe8? \xd5\xee\xe4\xb3\xec\xee \xe4\xee\xe4\xee\xec\xf3',
      ),
    ),
    [['Привіт, як справи? Ходімо додому', 1, 2]],
  ],
  [
    'Greek of Windows, whose capital alpha is a quotation mark elsewhere',
    bytes(
      one('\xa2\xed\xed\xe1, \xf0\xef\xfd \xe5\xdf\xf3\xe1\xe9; \xa2\xf3\xe5 \xec\xe5 \xde\xf3\xf5\xf7\xe7'),
    ),
    [['Άννα, πού είσαι; Άσε με ήσυχη', 1, 2]],
  ],
  [
    'Shift-JIS',
    bytes(
      one(
        '\x89\xef\x8bc\x82\xcd\x8c\x8e\x97j\x93\xfa\x82\xcc\x8b\xe3\x8e\x9e\x82\xc9\x8en\x82\xdc\x82\xe8\x82\xdc\x82\xb7\x81B',
      ),
    ),
    [['会議は月曜日の九時に始まります。', 1, 2]],
  ],
  ['times with spaces inside', srt('00: 00: 01, 000 --> 00: 00: 02, 500\nOne'), [['One', 1, 2.5]]],
];

describe('a subtitle file of another program', () => {
  it.each(read)('%s', async (_, file, lines) => {
    const job = await understood(file);
    expect(linesOf(job)).toEqual(lines);
    expect(saidOf(job)).not.toMatch(/skipped/);
  });

  it('whose encoding is nowhere said: what it was taken for is said', async () => {
    expect(saidOf(await understood(bytes(one('Voil\xe0 l\x92\xe9t\xe9'))))).toContain(
      'was read as windows-1252',
    );
    expect(saidOf(await understood(one('Voilà')))).toBe('sidecar');
  });

  it('is found by its words, at its second, from the command line', async () => {
    const cues = srt(
      '00:00:01,000 --> 00:00:02,000\n\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0? \xd1\xe5\xe3\xee\xe4\xed\xff \xf5\xee\xf0\xee\xf8\xe0\xff \xef\xee\xe3\xee\xe4\xe0',
      '00:00:04,250 --> 00:00:05,500\n\xca\xee\xf0\xe0\xe1\xeb\xfc \xf3\xf5\xee\xe4\xe8\xf2',
    );
    await writeFile(at('talk.srt'), bytes(cues));
    await writeFile(at('talk.wav'), silence);
    const env = { ...service.home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token };
    const run = (...line: string[]) =>
      vau(['-o', 'json', ...line, '--collection', 'Talks'], { env, cwd: dir });
    const sent = await run('file', 'upload', 'talk.wav', '--subtitles', 'talk.srt', '--create', '--wait');
    expect(sent.status, sent.stderr).toBe(0);
    const { results } = JSON.parse((await run('search', 'run', 'корабль')).stdout);
    expect(results).toMatchObject([{ context: 'Корабль уходит', start_time: 4.25, end_time: 5.5 }]);
  });

  it('has the cues counted that cannot be read', async () => {
    const job = await understood(
      srt(
        '00:00:02,000 --> 00:00:01,000\nInverted',
        '-00:00:03,000 --> -00:00:02,000\nBefore',
        '00:00:03,000 --> 00:00:03,000\nZero',
        '00:00:04,000 --> 00:00:05,000\nGood',
        '00:00:07,000 --> 00:00:14,000\nAcross the end',
        '100:01:00,000 --> 100:01:02,000\nAfter it',
      ),
    );
    expect(linesOf(job)).toEqual([
      ['Good', 4, 5],
      ['Across the end', 7, expect.closeTo(8, 2)],
    ]);
    expect(saidOf(job)).toMatch(/1 line starts after the end of the media.*it is left out/);
    expect(saidOf(job)).toContain('3 cues of the subtitle file were invalid and were skipped.');
  });

  it('is refused if its encoding is not known', async () => {
    const noise = Buffer.concat([
      Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'),
      Buffer.from(Array.from({ length: 64 }, (_, at) => 0x80 + ((at * 37) % 128))),
    ]);
    const job = await understood(noise);
    expect(JSON.stringify(job)).toContain(
      'The encoding of the subtitle file is not known: save it as UTF-8.',
    );
  });

  it.each([
    [
      'SubStation Alpha',
      '[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,One\n',
    ],
    [
      'TTML',
      '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="1s" end="2s">One</p></body></tt>',
    ],
    ['MicroDVD', '{1}{1}25.000\n{25}{50}One|two lines\n'],
  ])('is refused if it is %s', async (_, file) => {
    const { status, error } = await understood(file);
    expect([status, error]).toEqual([
      'failed',
      expect.stringContaining('has no valid cue; SRT and WebVTT are supported'),
    ]);
  });
});

describe('subtitles inside of media', () => {
  it.each([
    ['text.mp4', 'mov_text'],
    ['styled.mkv', 'ass'],
    ['plain.mkv', 'srt'],
    ['web.webm', 'webvtt'],
  ])('%s: each line at its second', async (name, codec) => {
    const cues = srt(
      '00:00:01,000 --> 00:00:02,500\nOne, <i>with</i> comma\nÜber',
      '00:00:03,250 --> 00:00:04,000\nTwo',
    );
    await writeFile(at('in.srt'), cues);
    const media = name.endsWith('webm')
      ? ['-c:v', 'libvpx', '-c:a', 'libopus']
      : ['-c:v', 'mpeg4', '-c:a', 'aac'];
    await make(
      ...picture(5, '5', '64x48'),
      ...tone(5),
      '-i',
      at('in.srt'),
      ...media,
      '-c:s',
      codec,
      at(name),
    );
    const job = await transcribed(await readFile(at(name)), name);
    // Picture and lines are shifted together where the sound begins before 0.
    expect(linesOf(job)).toEqual([
      ['One, with comma Über', expect.closeTo(1, 1), expect.closeTo(2.5, 1)],
      ['Two', expect.closeTo(3.25, 1), expect.closeTo(4, 1)],
    ]);
    expect(JSON.stringify(linesOf(job))).not.toMatch(/\.\d{4}/);
  });
});
