import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFrames, frameImages, packageHls, probe } from '../../src/media/index.ts';
import { ffmpeg, H264, make, picture, tempFolder, ways } from './support.ts';

const { at, drop } = await tempFolder();

/** Files that refer to another one, under names that a stranger could choose. */
const attacks: Record<string, string> = {
  'list.m3u8': '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.ts\n#EXT-X-ENDLIST\n',
  'list.mp4': '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.ts\n#EXT-X-ENDLIST\n',
  'script.ffconcat': "ffconcat version 1.0\nfile 'secret.mp4'\n",
  'script.png': "ffconcat version 1.0\nfile 'secret.mp4'\n",
  'session.sdp':
    'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n',
  'show.mpd':
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>secret.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>',
  'drawing.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="secret.png" width="9" height="9"/></svg>',
  'page%03d.png': 'no picture: the pattern in the name stands for others\n',
  'cards*.jpg': 'no picture: the pattern in the name stands for others\n',
};

beforeAll(async () => {
  await make(...picture(1), ...H264, at('secret.mp4'));
  await make('-i', at('secret.mp4'), '-c', 'copy', at('secret.ts'));
  await make(...picture(0.04, '25', '64x48'), '-frames:v', '1', at('secret.png'));
  await copyFile(at('secret.png'), at('page001.png'));
  await make('-i', at('secret.png'), at('cards1.jpg'));
  for (const [name, text] of Object.entries(attacks)) await writeFile(at(name), text);
});
afterAll(drop);

describe('a file that refers to another one', () => {
  it('would be read by ffmpeg with a protocol list alone: the attack is real', async () => {
    const open = ['-protocol_whitelist', 'file', '-i'];
    await make(...open, at('list.m3u8'), '-f', 'null', '-');
    await make(...open, at('script.ffconcat'), '-f', 'null', '-');
    await make(...open, at('page%03d.png'), '-f', 'null', '-');
  });

  it.each(Object.keys(attacks))('%s is refused, whatever its name', async (name) => {
    for (const [, program] of ways) {
      await expect(probe(at(name), { ffmpeg: program })).rejects.toMatchObject({ code: 'unreadable' });
    }
    await expect(frameImages(at(name), [0], { ffmpeg })).rejects.toMatchObject({ code: 'unreadable' });
    await expect(packageHls(at(name), at('out'), { ffmpeg })).rejects.toMatchObject({ code: 'unreadable' });
    const frames = decodeFrames(at(name), { ffmpeg, width: 8, height: 8 });
    await expect(frames.next()).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('limits', () => {
  it('a name with a number pattern means the file of that name', async () => {
    await make(...picture(0.04, '25', '96x32'), '-frames:v', '1', at('plain.png'));
    await copyFile(at('plain.png'), at('page%03d.png'));
    const found = await probe(at('page%03d.png'), { ffmpeg });
    expect(found.streams[0]).toMatchObject({ width: 96, height: 32 });
  });

  it.each(ways)('a picture that claims to be huge is refused %s', async (_way, program) => {
    const bytes = await readFile(at('secret.png'));
    bytes.writeUInt32BE(16_000, 16);
    bytes.writeUInt32BE(16_000, 20);
    await writeFile(at('bomb.png'), bytes);
    await expect(probe(at('bomb.png'), { ffmpeg: program })).rejects.toThrow(/bomb\.png: /);
    await expect(frameImages(at('bomb.png'), [0], { ffmpeg: program })).rejects.toThrow(
      /larger than allowed/,
    );
  });

  it('a film whose pictures are huge is refused', async () => {
    const large = ['-f', 'lavfi', '-i', 'color=s=8000x5200', '-frames:v', '1', '-c:v', 'png'];
    await make(...large, at('large.mkv'));
    await expect(frameImages(at('large.mkv'), [0], { ffmpeg })).rejects.toThrow(/larger than allowed/);
  });
});
