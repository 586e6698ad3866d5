import type { Grey } from '../../../../../media/index.ts';

/** Connected pixels lighter than their threshold. Right and bottom are exclusive. */
export interface Blob {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Pixels. */
  area: number;
  /** Number of horizontal runs. */
  runs: number;
  /** Sums over the runs: the level in their middle, and two pixels outside them. */
  inside: number;
  outside: number;
  /** Run ends that contrast with the pixel two away; `near`: one or two away. */
  clear: number;
  near: number;
}

/** The blobs of a picture at one threshold, and their runs, row by row. */
export interface Layer {
  readonly blobs: readonly Blob[];
  /** Each run's first column, the column after it, its row and its blob. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly row: Int32Array;
  readonly blob: Int32Array;
}

/** Level difference that counts as contrast. */
const CLEAR = 20;

/** Finds the connected pixels above the threshold, which has a level per pixel; corners connect too. */
export function findBlobs(grey: Grey, threshold: Uint8Array): Layer {
  const { from, to, row, count } = findRuns(grey, threshold);
  const root = join(from, to, row, count);
  const blob = new Int32Array(count);
  const blobs: Blob[] = [];
  for (let run = 0; run < count; run += 1) {
    const first = root[run] ?? 0;
    blob[run] = first === run ? blobs.length : (blob[first] ?? 0);
    const [left, right, top] = [from[run] ?? 0, to[run] ?? 0, row[run] ?? 0];
    let known = blobs[blob[run] ?? 0];
    if (!known) {
      known = { left, top, right, bottom: top, area: 0, runs: 0, inside: 0, outside: 0, clear: 0, near: 0 };
      blobs.push(known);
    }
    add(known, grey, left, right, top);
  }
  return { blobs, from, to, row, blob };
}

function findRuns({ width, height, data }: Grey, threshold: Uint8Array) {
  const most = Math.ceil(width / 2) * height;
  const [from, to, row] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    const end = start + width;
    for (let at = start; at < end; at += 1) {
      if ((data[at] ?? 0) <= (threshold[at] ?? 0)) continue;
      from[count] = at - start;
      while (at < end && (data[at] ?? 0) > (threshold[at] ?? 0)) at += 1;
      to[count] = at - start;
      row[count] = y;
      count += 1;
    }
  }
  return { from: from.slice(0, count), to: to.slice(0, count), row: row.slice(0, count), count };
}

/** The first run of the blob of each run. */
function join(from: Int32Array, to: Int32Array, row: Int32Array, count: number): Int32Array {
  const parent = Int32Array.from({ length: count }, (_, run) => run);
  const find = (run: number): number => {
    let at = run;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = parent[at] ?? at;
    }
    return at;
  };
  for (let run = 0, above = 0; run < count; run += 1) {
    const [y, left, right] = [row[run] ?? 0, from[run] ?? 0, to[run] ?? 0];
    const isBefore = (other: number) =>
      (row[other] ?? 0) < y - 1 || ((row[other] ?? 0) === y - 1 && (to[other] ?? 0) < left);
    while (above < run && isBefore(above)) above += 1;
    for (let other = above; row[other] === y - 1 && (from[other] ?? 0) <= right; other += 1) {
      const [one, two] = [find(other), find(run)];
      parent[Math.max(one, two)] = Math.min(one, two);
    }
  }
  return parent.map((_, run) => find(run));
}

function add(blob: Blob, { width, data }: Grey, left: number, right: number, y: number): void {
  const at = (x: number) => data[y * width + Math.min(width - 1, Math.max(0, x))] ?? 0;
  const level = at((left + right - 1) >> 1);
  const [before, behind] = [at(left - 2), at(right + 1)];
  blob.left = Math.min(blob.left, left);
  blob.right = Math.max(blob.right, right);
  blob.bottom = y + 1;
  blob.area += right - left;
  blob.runs += 1;
  blob.inside += level;
  blob.outside += (before + behind) / 2;
  blob.clear += Number(level - before >= CLEAR) + Number(level - behind >= CLEAR);
  blob.near +=
    Number(level - Math.min(before, at(left - 1)) >= CLEAR) +
    Number(level - Math.min(behind, at(right)) >= CLEAR);
}
