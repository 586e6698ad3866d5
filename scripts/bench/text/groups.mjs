/** The groups of pictures with text: each draws a page of HTML from a seed, and says which words are on it. */
import { photograph, TEXTURES, texture } from './ground.mjs';

const ENGLISH =
  `harbour office opens seven boats leave this pier every morning weather report for northern coast please keep
  your gangway clear tickets are sold in yellow house water energy climate music history science quick river bridge over
  mountain valley question answer knowledge summer town Quarterly Review Budget Summary Total Chapter January February London
  Director Research University million people would have platform engine garden window teacher market silver planet number
  between company journey kitchen letter program picture season travel village worker 1984 350 2026 42 75 12`.split(
    /\s+/,
  );
const GERMAN =
  `Öffnungszeiten Größe Übung schön Straße für über möglich Tür Äpfel Österreich Mädchen Brötchen Schlüssel Gemüse
  früher Höhe Führung heißt größer Bücher Prüfung Zürich Köln München Städte Käse Wörter gehört können müssen spät Frühstück
  Ausgang Bahnhof Montag Fahrplan Abfahrt Richtung Zentrum täglich geöffnet Anschluss Bäckerei Fußgänger`.split(
    /\s+/,
  );
const NAMES = [
  'Northern Lions',
  'River United',
  'Harbour City',
  'Mountain Eagles',
  'Valley Rovers',
  'Silver Wolves',
];
const SIGNS =
  `EXIT PARKING HARBOUR STATION BAKERY LIBRARY MUSEUM HOTEL MARKET PHARMACY CINEMA TICKETS ENTRANCE PLATFORM
  CAFE GARDEN BRIDGE AIRPORT TOILETS RECEPTION`.split(/\s+/);
const FONTS = [
  'Roboto',
  'DejaVu Sans',
  'DejaVu Serif',
  'Roboto Condensed',
  'DejaVu Sans Condensed',
  'NanumGothic',
];
const PLAIN = [
  ['#102030', '#ffffff'],
  ['#ffffff', '#202020'],
  ['#f4ecd8', '#3a2a1a'],
  ['#203060', '#ffe9a0'],
  ['#e8eef4', '#123a6a'],
];
/** Text and ground of nearly the same brightness, and strong colours. */
const COLOURS = [
  ['#3a8048', '#d04040'],
  ['#707020', '#9048c8'],
  ['#5098d8', '#d87828'],
  ['#804820', '#2848d8'],
  ['#c03028', '#ffe040'],
  ['#1a7a8a', '#ff9ad0'],
];

/** Numbers and choices derived from a seed. */
function chance(seed) {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  next();
  const between = (low, high) => low + (high - low) * next();
  const pick = (all) => all[Math.floor(next() * all.length)];
  const words = (count, of = ENGLISH) => Array.from({ length: count }, () => pick(of)).join(' ');
  return { between, pick, words, whole: (low, high) => Math.floor(between(low, high + 1)) };
}

const ground = ({ pick, whole }, seed) =>
  whole(0, 2) === 0 ? photograph(whole(1, 6)) : texture(pick(TEXTURES), seed);

const box = (style, text) => `<div style="position:absolute;white-space:nowrap;${style}">${text}</div>`;

/** Lines below each other. */
const lines = (all, { left, top, pitch, style }) =>
  all.map((line, row) => box(`left:${left}px;top:${top + row * pitch}px;${style}`, line)).join('');

const page = (background, font, inside) =>
  `<body style="background:${background};font-family:'${font}'">${inside}`;

function slide(of, words = ENGLISH) {
  const [paper, ink] = of.pick(PLAIN);
  const title = of.words(3, words);
  const points = Array.from({ length: of.whole(3, 6) }, () => of.words(of.whole(3, 6), words));
  const size = of.whole(24, 36);
  const inside =
    box(`left:70px;top:50px;font-size:${size + 20}px;font-weight:bold;color:${ink}`, title) +
    lines(points, { left: 100, top: 180, pitch: 80, style: `font-size:${size}px;color:${ink}` });
  return { html: page(paper, of.pick(FONTS), inside), text: [title, ...points] };
}

function code(of) {
  const dark = of.whole(0, 1) === 0;
  const name = () => of.pick(['window', 'river', 'number', 'total', 'market', 'season', 'letter']);
  const forms = [
    () => ['const', name(), '=', `${of.whole(10, 99)};`],
    () => ['return', name(), '+', `${name()};`],
    () => ['if', `(${name()}`, '>', `${of.whole(10, 99)})`, '{'],
    () => ['import', name(), 'from', `'${name()}';`],
    () => ['//', 'every', name(), 'of', 'this', name()],
  ];
  const rows = Array.from({ length: of.whole(8, 14) }, () => of.pick(forms)().join(' '));
  const size = of.whole(18, 26);
  const style = `font-size:${size}px;color:${dark ? '#d8dee9' : '#24292f'}`;
  const inside = lines(rows, { left: 60, top: 40, pitch: 44, style });
  return { html: page(dark ? '#1e2430' : '#fafbfc', 'DejaVu Sans Mono', inside), text: rows };
}

function coloured(of) {
  const [paper, ink] = of.pick(COLOURS);
  const rows = Array.from({ length: 4 }, () => of.words(4));
  const style = `font-size:${of.whole(30, 52)}px;color:${ink}`;
  return {
    html: page(paper, of.pick(FONTS), lines(rows, { left: 80, top: 100, pitch: 130, style })),
    text: rows,
  };
}

function outlined(of, seed) {
  const rows = Array.from({ length: 3 }, () => of.words(3));
  const ink = of.pick(['#ffffff', '#ffee55', '#ffffff']);
  const size = of.whole(38, 64);
  const stroke = `-webkit-text-stroke:${Math.round(size / 9)}px black;paint-order:stroke fill`;
  const style = `font-size:${size}px;font-weight:bold;color:${ink};${stroke}`;
  return {
    html: page(
      '#000',
      of.pick(FONTS),
      ground(of, seed) + lines(rows, { left: 90, top: 120, pitch: 180, style }),
    ),
    text: rows,
  };
}

function rotated(of, seed, angle) {
  const turn = of.whole(0, 1) === 0 ? angle : -angle;
  const rows = Array.from({ length: 2 }, () => of.words(angle === 90 ? 2 : 3));
  const plain = of.whole(0, 1) === 0;
  const [paper, ink] = plain ? of.pick(PLAIN) : ['#000', '#ffffff'];
  const back = plain ? '' : ground(of, seed);
  const plate = plain ? '' : 'background:#00000090;padding:6px 16px;';
  const style = (row) =>
    `left:640px;top:360px;font-size:${of.whole(34, 46)}px;color:${ink};${plate}` +
    `transform:translate(-50%,-50%) rotate(${turn}deg) translateY(${(row - 0.5) * 150}px)`;
  return {
    html: page(paper, of.pick(FONTS), back + rows.map((line, row) => box(style(row), line)).join('')),
    text: rows,
  };
}

function lowerThird(of, seed) {
  const [name, role] = [of.words(2), of.words(3)];
  const bar = of.pick(['#102a56e0', '#c02020e0', '#ffffffd8', '#000000a0']);
  const ink = bar.startsWith('#ffffff') ? '#15202b' : '#ffffff';
  const size = of.whole(28, 40);
  const inside =
    ground(of, seed) +
    `<div style="position:absolute;left:70px;bottom:60px;width:${of.whole(620, 900)}px;padding:14px 26px;background:${bar};color:${ink}">` +
    `<div style="font-size:${size}px;font-weight:bold">${name}</div><div style="font-size:${Math.round(size * 0.65)}px">${role}</div></div>`;
  return { html: page('#000', of.pick(FONTS), inside), text: [name, role] };
}

function sign(of, seed) {
  const rows = [of.words(1, SIGNS), of.words(2, SIGNS)];
  const [paper, ink] = of.pick([
    ['#0a5a2a', '#ffffff'],
    ['#f5d020', '#151515'],
    ['#ffffff', '#b01818'],
    ['#173a8a', '#ffffff'],
  ]);
  const turn = `rotateY(${of.whole(15, 38) * of.pick([1, -1])}deg) rotateX(${of.whole(-10, 10)}deg) rotateZ(${of.whole(-8, 8)}deg)`;
  const size = of.whole(44, 70);
  const inside =
    ground(of, seed) +
    `<div style="position:absolute;left:${of.whole(200, 420)}px;top:${of.whole(120, 280)}px;padding:22px 40px;background:${paper};color:${ink};
      border:5px solid ${ink};text-align:center;transform:perspective(900px) ${turn};font-weight:bold;white-space:nowrap">
      <div style="font-size:${size}px">${rows[0]}</div><div style="font-size:${Math.round(size * 0.7)}px">${rows[1]}</div></div>`;
  return { html: page('#000', of.pick(FONTS), inside), text: rows };
}

function scoreboard(of, seed) {
  const [one, other] = [of.pick(NAMES.slice(0, 3)), of.pick(NAMES.slice(3))];
  const score = `${of.whole(0, 9)}-${of.whole(0, 9)}`;
  const clock = `${of.whole(10, 89)}:${of.whole(10, 59)}`;
  const inside =
    ground(of, seed) +
    `<div style="position:absolute;left:60px;top:44px;display:flex;font-size:${of.whole(24, 32)}px;font-weight:bold;color:#fff">
      <div style="background:#0d2c54;padding:8px 18px">${one}</div><div style="background:#111;padding:8px 18px">${score}</div>
      <div style="background:#7a1020;padding:8px 18px">${other}</div><div style="background:#e8e8e8;color:#111;padding:8px 18px">${clock}</div></div>`;
  return { html: page('#000', of.pick(FONTS), inside), text: [one, score, other, clock] };
}

function smallPrint(of) {
  const [paper, ink] = of.pick(PLAIN);
  const rows = Array.from({ length: 12 }, () => of.words(of.whole(7, 10)));
  const size = of.whole(13, 17);
  const style = `font-size:${size}px;color:${ink}`;
  return {
    html: page(paper, of.pick(FONTS), lines(rows, { left: 60, top: 40, pitch: 52, style })),
    text: rows,
  };
}

/** Photographs and drawn textures alone; plain pictures too. */
function empty(of, seed) {
  const plain = `<div class="ground" style="background:linear-gradient(${seed * 40}deg,#234,#a86)"></div>`;
  const grounds = [photograph(1 + (seed % 6)), texture(TEXTURES[seed % TEXTURES.length], seed), plain];
  return { html: page('#000', of.pick(FONTS), grounds[Math.floor(seed / 2) % 3]), text: [] };
}

/** By name. `reads`: recall must reach the budget for text that is hard to find. */
export const GROUPS = {
  slides: { draw: (of) => slide(of) },
  code: { draw: code },
  coloured: { draw: coloured },
  outlined: { draw: outlined, reads: true },
  'rotated 15': { draw: (of, seed) => rotated(of, seed, 15), reads: true },
  'rotated 30': { draw: (of, seed) => rotated(of, seed, 30), reads: true },
  'rotated 45': { draw: (of, seed) => rotated(of, seed, 45), reads: true },
  'rotated 90': { draw: (of, seed) => rotated(of, seed, 90), reads: true },
  'lower third': { draw: lowerThird, reads: true },
  signs: { draw: sign, reads: true },
  scoreboard: { draw: scoreboard },
  german: { draw: (of) => slide(of, GERMAN), language: 'deu' },
  'small print': { draw: smallPrint },
  empty: { draw: empty },
};

/** A picture of a group: its HTML, and the words on it. */
export function pictureOf(name, seed) {
  const { html, text } = GROUPS[name].draw(chance(seed * 101 + Object.keys(GROUPS).indexOf(name) + 1), seed);
  return { html, words: text.join(' ').split(/\s+/).filter(Boolean) };
}
