/**
 * The voices of the adventure that Debian's package beneath-a-steel-sky carries: 26 roles that actors play, with their
 * lines as text. sky.dnr is a table of the files in sky.dsk: 8 bytes each, number, offset and size. A line of speech is a
 * file of unsigned 8-bit samples at 11,025 Hz, packed, after 22 bytes. Texts are in blocks of 32, coded by a tree of
 * frequent letters.
 */
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { unpacked } from './rnc.mjs';
import { RATE, samplesOf } from './sound.mjs';

export const STEEL_SKY = '/usr/share/scummvm/beneath-a-steel-sky';
const HEADER = 22;
const OWN_RATE = 11_025;
/** The first file of speech of each section of texts: texts 4096 n and on. */
const SPEECH = [50_000, 50_600, 51_100, 52_430, 53_380, 54_530];
const TEXTS = 60_600;

/** Lines of each role, as numbers of texts; those in dialect, with coined words or without words were left out. */
export const ROLES = {
  boy: [17022, 16596, 16989, 16491, 16477, 16736, 16740, 17046],
  gardener: [16479, 16480, 17066, 16498, 17428, 17367, 16493, 16485, 16486],
  guard: [17191, 17193, 17207, 16761],
  gambler: [17230, 17217, 17227, 17266, 17270, 17272, 17282, 17393, 17287, 17292, 17294, 17297, 17048, 17113],
  judge: [16545, 17350, 17505, 17508, 17459, 17188, 17360, 17454, 17482],
  neighbour: [176, 17, 19, 24, 26, 4135, 4138, 4440, 103, 4571, 4256, 4402],
  robot: [216, 217, 481, 4497, 4364, 4366, 4461],
  inspector: [8581, 8582, 8589, 8591, 8617, 8241],
  engineer: [8718, 8342, 8669, 8698, 8340, 8333, 8326, 8329, 8332],
  overseer: [234, 8425, 9374, 8274, 8275, 8283, 519, 520, 521, 524, 8322],
  foreman: [9300, 9313, 9324, 9329, 9341, 8495, 8504, 9089, 8420, 8472, 8294, 9416],
  worker: [95, 8654, 8943, 8572, 8573, 8578, 8684, 8688, 8547, 8565],
  officer: [8818, 8882, 8665, 8599, 8484, 8528, 8529, 8449, 8450, 8451, 8530, 8454],
  sergeant: [8846, 8888, 8833, 8426, 9492, 8262, 8932, 8901, 8401, 8843, 9124],
  father: [9040, 9101, 9100, 9052, 8991, 8999, 9011],
  surgeon: [12545, 12546, 12540, 12541, 12543, 12360, 12467, 12469, 13171, 13143, 13144],
  agent: [12396, 12398, 12399, 12403, 12404, 12444, 12447, 12602, 12852, 12854],
  biker: [13126, 12553, 12688, 12500, 12508, 13021, 12484, 13011, 13019],
  projection: [12638, 13052, 13054, 12648, 12907, 12903, 12905, 12908, 12637, 12892, 13116, 13207],
  lady: [17100, 17103, 17109, 17111, 17093, 17095, 17098, 17405, 17406, 16836, 16399, 16400],
  doorman: [16981, 16800, 16533, 16793, 16876, 16805, 16823, 16884, 16913],
  jukebox: [17309, 17311, 17312, 16670, 16724],
  android: [20727, 20728, 20729, 20730, 20721, 20723, 20722, 20732, 20733, 20719],
  medic: [21006, 20749, 20751, 20768, 20772, 20774, 20780, 20748, 20750, 20752, 20677],
  assistant: [20863, 20858, 20859, 20850, 20841, 20842, 20856, 20843, 20844, 20845, 20846, 20882],
  professor: [20934, 20943, 20944, 20945, 20946, 20948, 20951, 20952, 20953, 20954, 20959],
};

/** The tree of letters of this edition (0.0372): brackets are forks, zero bit first. Letters that no line above has are spaces. */
const TREE =
  "((( (ea))(((os)(tn))((.i)r)))(((((|E)u)(mA))(((lI)(dR))((NS)T)))(((((Oh)c)(Dg))(((LC)(pU))((!y)M)))(((((Pv)H)(?b))((('f),)(GB)))(((((Vk)F)(qw))(((K-)W)(J~)))((((zY)(j~))(((Q~)~)((Z~)~)))(((((~~)~)(~:))(((~~)~)((xX)~)))(((((~~)2)((0~)1))(((~~)~)(~~)))((((39)(~4))(((~8)~)(~~)))((((~~)(56))((~~)(~~)))((((~7)~)((~~)(~~)))((((~~)~)(~~))(((~~)~)((~~)(~(~!))))))))))))))))";

/** @returns `{samples, words}` of each line of a role */
export function linesOf(role, scratch) {
  const lines = ROLES[role].map((number) => ({
    bytes: unpacked(fileOf(SPEECH[number >> 12] + (number & 0xfff)).subarray(HEADER)),
    words: textOf(number)
      .split(/\s+/)
      .filter((word) => /\w/.test(word)),
  }));
  // One conversion for all: starting ffmpeg takes longer than a line.
  writeFileSync(scratch, Buffer.concat(lines.map(({ bytes }) => bytes)));
  const all = samplesOf(['-f', 'u8', '-ar', String(OWN_RATE), '-ac', '1', '-i', scratch]);
  let at = 0;
  return lines.map(({ bytes, words }) => {
    const from = at;
    at += (bytes.length * RATE) / OWN_RATE;
    return { samples: all.slice(Math.round(from), Math.round(at)), words };
  });
}

let table;
function fileOf(number) {
  if (!table) {
    const bytes = readFileSync(`${STEEL_SKY}/sky.dnr`);
    table = new Map();
    for (let at = 4; at + 8 <= bytes.length; at += 8) {
      const place = bytes.readUIntLE(at + 2, 3);
      // The highest bit says that the offset counts in units of 16 bytes.
      const offset = (place & 0x7fffff) * (place & 0x800000 ? 16 : 1);
      table.set(bytes.readUInt16LE(at), { offset, size: bytes.readUIntLE(at + 5, 3) & 0x3fffff });
    }
  }
  const { offset, size } = table.get(number);
  const bytes = Buffer.alloc(size);
  const disk = openSync(`${STEEL_SKY}/sky.dsk`, 'r');
  readSync(disk, bytes, 0, size, offset);
  closeSync(disk);
  return bytes;
}

/** Offsets of texts are in pairs of bits: of each block in a table of 16 bits, of each text within it in one of 8. */
function textOf(number) {
  const bytes = fileOf(TEXTS + (number >> 12));
  const block = (number & 0xfe0) >> 5;
  let pairs = 0;
  for (let at = 0; at < block; at++) pairs += bytes.readUInt16LE(4 + 2 * at);
  const lengths = 32 * block + bytes.readUInt16LE(0);
  for (let at = 0; at < (number & 31); at++) {
    const length = bytes[lengths + at];
    pairs += length & 0x80 ? (length & 0x7f) << 3 : length;
  }
  let bit = bytes.readUInt16LE(2) * 8 + pairs * 2;
  const next = () => (bytes[bit >> 3] >> (7 - (bit++ & 7))) & 1;
  let text = '';
  for (;;) {
    let at = 0;
    while (TREE[at] === '(') at = next() ? endOf(at + 1) : at + 1;
    if (TREE[at] === '|') return text;
    text += TREE[at];
  }
}

/** Where the branch that begins here ends. */
function endOf(from) {
  let depth = 0;
  for (let at = from; ; at++) {
    if (TREE[at] === '(') depth++;
    if (TREE[at] === ')') depth--;
    if (depth === 0) return at + 1;
  }
}
