/** What the recogniser keeps of clips before its lines are judged: heard once, judged again and again. */
import path from 'node:path';
import { openResults } from './results.mjs';

/** Sources of the hearing that what is kept here does not depend on. */
const BESIDES = /trust|report|heard|words\.mjs|fit\.mjs|results|right|evidence/;

/**
 * @param clips of one half
 * @param how `{dataDir, folder, seconds, until}`
 * @returns the clips that there was time for, each with its `lines` and, where they are known, the words `said`
 */
export async function evidenceOf(modules, clips, { dataDir, folder, seconds, until }) {
  const results = await openResults(seconds, `vau-hearing-features-${clips[0]?.half}`, BESIDES);
  const file = path.join(folder, 'clip.wav');
  for (const clip of clips) {
    if (results.has(clip)) continue;
    if (Date.now() > until) break;
    const said = clip.make(file, seconds);
    await results.put(clip, {
      lines: await heardIn(modules, dataDir, file),
      ...(Array.isArray(said) && { said }),
    });
  }
  const heard = clips.filter(results.has).map((clip) => ({ ...clip, ...results.get(clip) }));
  if (heard.length < clips.length)
    console.log(`${clips.length - heard.length} of ${clips.length} clips are missing: run it again to go on`);
  return heard;
}

async function heardIn(modules, dataDir, file) {
  const lines = [];
  const kept = { get: async () => undefined, put: async (_, own) => lines.push(...own) };
  const input = { mediaPath: file, ffmpeg: await modules.locateFfmpeg({}) };
  const plan = await modules.moonshineSpeech(dataDir, {}).plan(input);
  await plan.run(new AbortController().signal, kept);
  return modules.joinedLines(lines.sort((a, b) => a.start - b.start));
}
