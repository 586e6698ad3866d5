import { AAC, make } from '../../../support/film.ts';
import { locate } from '../../../support/programs.ts';

/** Three subjects, one after another, a sentence every five seconds. */
const SUBJECTS = [
  `The hive wakes when the morning sun warms the wooden boxes. Worker bees leave the hive and look for flowers.
Each bee carries pollen on her legs and nectar in her stomach. The beekeeper lifts a frame and checks the honeycomb.
A healthy queen lays a thousand eggs on the frame every day. Nurse bees feed the young larvae with royal jelly.
When flowers are near, the honey fills the comb quickly. The beekeeper wears a veil because an angry hive can sting.
Smoke calms the bees while the honeycomb is taken out. The frames go into a drum that spins the honey from the comb.
Fresh honey tastes of the flowers that the bees have visited. Bees dance to tell the hive where nectar can be found.
In autumn the queen lays fewer eggs and the hive grows small. The beekeeper leaves enough honey for the winter.
Bees keep the queen warm in a tight cluster of workers. In spring the workers clean the honeycomb and fly to flowers.`,
  `Deep under the mountain, magma gathers in a hot chamber. Pressure grows until the crater of the volcano breaks open.
Lava runs down the slope and burns everything in its way. Geologists measure small earthquakes around the volcano.
An eruption throws ash many kilometres into the air. The ash covers villages on the slope and darkens the sky.
Gas in the magma decides how violent an eruption becomes. Thick lava blocks the crater and raises the pressure.
Thin lava flows far before it cools into black rock. Geologists climb to the crater and collect samples of gas.
New rock from the eruption slowly becomes fertile soil. Earthquakes often warn the villages before the volcano erupts.
A sleeping volcano can wake after hundreds of years. The chamber fills with magma again and the slope swells.
Instruments record how the rock bends under the pressure. When the lava stops, the mountain has a new crater.`,
  `The crew hoists the sails and the boat leaves the harbour. Wind from the west pushes the boat through the waves.
The skipper holds the rudder and watches the compass. A sailor pulls the rope until the sail is tight.
When the wind turns, the crew moves to the other deck. The keel keeps the boat upright in a strong wind.
Waves break over the bow and wash along the deck. The skipper reads the chart and looks for the lighthouse.
A race around the island takes the boat two days. At night a sailor watches the compass and steers by stars.
The crew lowers a sail before the storm arrives. Ropes are coiled on the deck so that no sailor trips.
The anchor holds the boat in a quiet bay of the island. After the storm the sails dry in a gentle wind.
The race ends when the boat passes the lighthouse. The crew ties the ropes and the harbour is quiet.`,
];

/** Seconds per sentence, including its pause. */
const STEP = 5;
/** The sentences, and the start of each subject. */
export const SENTENCES = SUBJECTS.map((text) => text.replaceAll('\n', ' ').split(/(?<=\.) /));
export const SUBJECT_SECONDS = (SENTENCES[0]?.length ?? 0) * STEP;
export const SECONDS = SUBJECT_SECONDS * SUBJECTS.length;

/** The narration as a subtitle file; `tones` leaves out the words. */
export function subtitles(): Blob {
  const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');
  const lines = SENTENCES.flat().map((text, at) => {
    const [start, end] = [at * STEP + 0.2, at * STEP + 4.6];
    return `${at + 1}\n${clock(start)} --> ${clock(end)}\n${text}\n`;
  });
  return new Blob([lines.join('\n')]);
}

/**
 * A film of plain, moving colours with a cut at each of the given times, and a tone.
 * @param chapters start times of the media's own chapters
 */
export function narratedFilm(cuts: readonly number[], chapters: readonly number[] = []): Promise<Buffer> {
  const edges = [0, ...cuts, SECONDS];
  const shots = edges.slice(1).flatMap((end, at) => {
    const colour = COLOURS[at % COLOURS.length];
    const seconds = end - (edges[at] ?? 0);
    return ['-f', 'lavfi', '-i', `color=${colour}:s=160x90:r=2:d=${seconds},noise=alls=8:allf=t`];
  });
  const pictures = edges.slice(1).map((_, at) => `[${at}:v]`);
  const tone = ['-f', 'lavfi', '-i', `sine=d=${SECONDS}:sample_rate=16000`];
  const joined = `${pictures.join('')}concat=n=${pictures.length}:v=1[v]`;
  // A chapter file passed on the command line.
  const marks = ['-f', 'ffmetadata', '-i', `data:text/plain;base64,${btoa(chaptersAt(chapters))}`];
  const streams = ['-map', '[v]', '-map', `${pictures.length}:a`, '-map_metadata', `${pictures.length + 1}`];
  // Key frames every ten seconds: a picture is found without decoding a minute before it.
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20', '-pix_fmt', 'yuv420p', ...AAC];
  return make([...shots, ...tone, ...marks, '-filter_complex', joined, ...streams, ...codecs], 'mp4');
}

/** A minute without audio whose picture shows one text after another, 20 seconds each. */
export function slides(texts: readonly [string, string, string]): Promise<Buffer> {
  const drawn = texts.map((text, at) => {
    const style = `fontfile=${locate('fonts')}:fontcolor=white:fontsize=40:x=60:y=150`;
    return `drawtext=${style}:text='${text}':enable='gte(t,${20 * at})*lt(t,${20 * at + 20})'`;
  });
  const picture = ['-f', 'lavfi', '-i', 'color=c=navy:s=640x360:r=2:d=60', '-vf', drawn.join(',')];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  return make([...picture, ...codecs], 'mp4');
}

/** A tone as long as the narration. */
export function narratedSound(): Promise<Buffer> {
  return make(['-f', 'lavfi', '-i', `sine=d=${SECONDS}:sample_rate=16000`, '-b:a', '32k'], 'mp3');
}

const COLOURS = ['0x204080', '0xb03020', '0x30a040', '0xd0c040', '0x602080', '0x808080'];

/** Chapters that start at these times, in ffmpeg's format. */
function chaptersAt(starts: readonly number[]): string {
  const chapters = starts.map((start, at) => {
    const end = starts[at + 1] ?? SECONDS;
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start * 1000}\nEND=${end * 1000}\ntitle=Part ${at + 1}\n`;
  });
  return [';FFMETADATA1\n', ...chapters].join('');
}
