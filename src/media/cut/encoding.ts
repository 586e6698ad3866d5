/** How clips and reels are encoded. */

/** H.264 that shows no loss to the eye, and that every editor and browser reads. */
export const H264 = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-maxrate', '24M', '-bufsize', '48M'],
  ...['-pix_fmt', 'yuv420p', '-profile:v', 'high'],
];

/** Samples a second of encoded sound. */
export const SAMPLES = 48_000;

/** AAC in stereo. */
export const SOUND = ['-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-ar', String(SAMPLES)];

/** The filter that gives each sample its own time at that rate; silence where there is none. */
export const encodedRate = `aresample=${SAMPLES}:async=1:first_pts=0`;
