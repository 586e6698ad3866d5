/** One benchmark run: finds the shots of a film, and prints them with the peak memory of this process. */
const [bundle, ffmpeg, file] = process.argv.slice(2);
const { detectShots, shotFrames, shotRate } = await import(bundle);
const rate = shotRate({ rational: '25/1', value: 25 });
const frames = shotFrames(file, { ffmpeg: JSON.parse(ffmpeg), rate });
const detector = process.env.BENCH_DETECTOR ?? 'adaptive';
const shots = [];
for await (const shot of detectShots(frames, { detector, fps: rate.value })) shots.push(shot);
process.stdout.write(JSON.stringify({ shots, peak: process.resourceUsage().maxRSS / 1024 }));
