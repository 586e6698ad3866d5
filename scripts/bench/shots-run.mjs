/** One benchmark run: finds the shots of a film, and prints them with the peak memory of this process. */
const [bundle, ffmpeg, file] = process.argv.slice(2);
const { allShots, shotFrames, shotRate } = await import(bundle);
const rate = shotRate({ rational: '25/1', value: 25 });
const shots = await allShots(shotFrames(file, { ffmpeg: JSON.parse(ffmpeg), rate }), {
  detector: process.env.BENCH_DETECTOR ?? 'adaptive',
  fps: rate.value,
});
process.stdout.write(JSON.stringify({ shots, peak: process.resourceUsage().maxRSS / 1024 }));
