/**
 * Reads pictures with one version of the sources, in a process of its own: node reader.mjs BUNDLE LIST. LIST is a file of JSON
 * with `file` and `language` of each picture. Prints the words of each, and the processor seconds that they took.
 */
import { readFile } from 'node:fs/promises';
import { processorSeconds } from '../tree.mjs';

const [bundle, list] = process.argv.slice(2);
const { readImage, stopRecogniser, greyImages, locateFfmpeg } = await import(bundle);
const { signal } = new AbortController();
const ffmpeg = await locateFfmpeg();
const pictures = JSON.parse(await readFile(list, 'utf8'));
const spent = () => processorSeconds(process.pid);

const read = async ({ file, language }) => {
  const [grey] = await greyImages([await readFile(file)], { ffmpeg, signal });
  const began = spent();
  const lines = await readImage(grey, signal, true, language);
  return { words: lines.flatMap(({ words }) => words.map(({ text }) => text)), seconds: spent() - began };
};

/** Loading is not what a picture takes: the first of each language is read twice. */
const first = pictures.filter(
  ({ language }, at) => pictures.findIndex((one) => one.language?.code === language?.code) === at,
);
const began = spent();
for (const one of first) await read(one);
const loading = spent() - began;
const answers = [];
for (const one of pictures) answers.push(await read(one));
const memory = Math.round(process.memoryUsage.rss() / 1e6);
process.stdout.write(JSON.stringify({ answers, loading, memory }));
await stopRecogniser();
