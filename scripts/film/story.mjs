/**
 * What the film says and shows, as data without times: the length of the speech decides the length of a shot
 * (see timing.mjs). On-screen text never repeats the narration, so that each can be tested alone.
 */

/** The speakers and their flite voices. */
export const speakers = { Narrator: 'slt', Keeper: 'rms' };

export const title = 'The Harbour Light';

/**
 * Each shot: its chapter, its picture (a scene of scenes.mjs, or a lavfi source), the spoken sentences and
 * the on-screen text. `tail` is the silence after the last sentence, in seconds; `from` is when the text
 * appears, in seconds since the start of the shot.
 */
export const shots = [
  {
    chapter: 'Nightfall',
    scene: 'night',
    lines: [
      ['Narrator', 'This is the story of one night in a small harbour, and of the light that keeps it safe.'],
    ],
    text: [
      { show: 'THE HARBOUR LIGHT', size: 46, y: 84, from: 0.4 },
      { show: 'a film in nine pictures', size: 24, y: 152, from: 1.2 },
    ],
    tail: 1,
  },
  {
    chapter: 'The lamp',
    scene: 'lighthouse',
    lines: [
      ['Keeper', 'At dusk I climb ninety two steps and light the lamp.'],
      ['Keeper', 'It turns once in ten seconds, and sailors know the harbour by that rhythm.'],
    ],
    text: [
      { show: 'BUILT IN 1862', size: 31, x: 290, y: 238, from: 0.4 },
      { show: 'TOWER 31 METRES', size: 31, x: 290, y: 294, from: 0.4 },
    ],
    tail: 0.6,
  },
  {
    chapter: 'The tide',
    scene: 'tide',
    lines: [
      ['Narrator', 'Twice a day the tide fills the basin.'],
      ['Narrator', 'Then the gates close, and the boats inside stay afloat.'],
    ],
    text: [
      { show: 'HIGH WATER 04:20', size: 34, x: 40, y: 26, from: 0.2 },
      { show: 'LOW WATER 10:35', size: 34, x: 40, y: 296, from: 0.2 },
    ],
    tail: 0.6,
  },
  {
    chapter: 'Fog',
    scene: 'radar',
    lines: [
      ['Keeper', 'When fog comes in, a radar on the hill watches for ships.'],
      ['Keeper', 'If one is too close, the horn sounds three times.'],
    ],
    text: [
      { show: 'RANGE', size: 30, x: 400, y: 96, from: 0.2 },
      { show: '12 MILES', size: 40, x: 400, y: 138, from: 0.2 },
      { show: 'SHIPS SEEN 7', size: 28, x: 400, y: 226, from: 0.2 },
    ],
    horns: 3,
    tail: 0.4,
  },
  {
    chapter: 'Glowing water',
    lavfi:
      'life=s=160x90:r=8:mold=12:ratio=0.16:seed=1862:life_color=#9ff6ff:mold_color=#0b4a86:death_color=#02101f,' +
      'scale=640:360:flags=bilinear,gblur=sigma=3,fps=25',
    lines: [['Narrator', 'In late summer, tiny plankton glow blue in the water below the pier.']],
    text: [{ show: 'WATER 14 DEGREES', size: 36, y: 290, from: 0.3 }],
    tail: 0.7,
  },
  {
    chapter: 'The coast',
    lavfi:
      'mandelbrot=s=640x360:r=25:maxiter=200:start_x=-0.743643887:start_y=-0.131825904:start_scale=0.6:end_scale=0.02:end_pts=170,' +
      'gblur=sigma=1,colorchannelmixer=rr=0.55:rg=0.25:rb=0:gr=0.3:gg=0.6:gb=0.1:br=0.2:bg=0.3:bb=0.7',
    lines: [
      ['Keeper', 'Seen from the air, the coast is never smooth.'],
      ['Keeper', 'The closer you look, the longer it becomes.'],
    ],
    text: [{ show: 'COASTLINE 214 KM', size: 36, y: 28, from: 0.3 }],
    tail: 0.7,
  },
  {
    chapter: 'Shells',
    lavfi:
      'cellauto=s=128x72:r=10:rule=30:full=1:seed=1862:ratio=0.4,format=gray,scale=640:360:flags=neighbor,fps=25,format=gbrp,' +
      'lutrgb=r=92+val*0.6:g=52+val*0.66:b=34+val*0.6,gblur=sigma=1.2',
    lines: [['Narrator', 'Some shells on the beach grow their pattern one row at a time.']],
    text: [{ show: 'CONE SHELL, 9 CM', size: 36, y: 290, from: 0.3 }],
    tail: 0.7,
  },
  {
    chapter: 'The market',
    scene: 'market',
    lines: [
      ['Keeper', 'At six in the morning the fish market opens, and the catch is sold before breakfast.'],
    ],
    text: [
      { show: 'PRICE PER KILO', size: 30, x: 70, y: 40, from: 0.2 },
      { show: 'HERRING 3.40', size: 36, x: 70, y: 100, from: 0.2 },
      { show: 'CRAB 9.80', size: 36, x: 70, y: 160, from: 0.2 },
      { show: 'MUSSELS 2.10', size: 36, x: 70, y: 220, from: 0.2 },
    ],
    tail: 1,
  },
  {
    chapter: 'Morning',
    scene: 'dawn',
    fadeIn: 1,
    lines: [
      ['Narrator', 'Then the sun comes up, and the keeper puts out the lamp.'],
      ['Keeper', 'I write one line in the log.'],
      ['Keeper', 'Every boat came home.'],
    ],
    text: [
      { show: 'LOG ENTRY 2914', size: 36, y: 28, from: 1.2 },
      { show: 'WIND SOUTH WEST, CALM SEA', size: 28, y: 300, from: 1.2 },
    ],
    tail: 1.6,
  },
];
