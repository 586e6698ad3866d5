/** Subtitle files as they come from other programs: each line and second as written, or counted, or refused with the reason. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { TranscribeJob } from '../../../../src/contract/index.ts';
import { makeAudio } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';

const it = needs('ffmpeg');

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ speech: { providers: ['sidecar'] } });
});
afterAll(() => service.close());

let seconds = 8;
/** What the service makes of media with this subtitle file. */
async function understood(file: Buffer | string): Promise<TranscribeJob> {
  seconds += 0.01;
  const subtitles = new Blob([Buffer.from(file)]);
  const { uri } = (await service.upload(await makeAudio(seconds), `${seconds}.wav`, { subtitles })).body;
  const sent = await service.call('POST', '/transcribe', { url: uri, enable_summary: false });
  await service.drain();
  const { body } = await service.call('GET', `/transcribe/${sent.body.job_id}`);
  return body as unknown as TranscribeJob;
}
const linesOf = ({ data }: TranscribeJob) =>
  (data?.speech ?? []).map(({ text, start_time, end_time }) => [text, start_time, end_time]);
const saidOf = ({ data }: TranscribeJob) => data?.providers?.speech;

const srt = (...cues: string[]) => cues.map((cue, at) => `${at + 1}\n${cue}\n`).join('\n');
const one = (text: string) => srt(`00:00:01,000 --> 00:00:02,000\n${text}`);
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

  it('has the cues counted that cannot be read', async () => {
    const job = await understood(
      srt(
        '00:00:02,000 --> 00:00:01,000\nInverted',
        '-00:00:03,000 --> -00:00:02,000\nBefore',
        '00:00:04,000 --> 00:00:05,000\nGood',
      ),
    );
    expect(linesOf(job)).toEqual([['Good', 4, 5]]);
    expect(saidOf(job)).toContain('2 cues of the subtitle file were invalid and were skipped.');
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
});
