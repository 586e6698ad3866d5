import { ADDRESS, and, type Code, get, integer, load, loopModule, or, set, store, xor } from './assembly.ts';
import {
  ADDED,
  COLUMNS,
  DOUBLE,
  FLIPS,
  PLANES,
  type Scan,
  type Scanner,
  STRIDE,
  SUMS,
  WORDS,
} from './layout.ts';

const BYTES = 4;
const PAGE = 65_536;

/** What is used of it: the types of Node name it, but not what it has. */
declare const WebAssembly:
  | {
      validate(code: Uint8Array): boolean;
      readonly Module: new (code: Uint8Array) => object;
      readonly Instance: new (module: object) => { readonly exports: Exports };
    }
  | undefined;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly scan: Scan;
}

/** The first local variable of a body: before it are the address and the end. */
const FIRST = 2;

/** @returns a scanner in WebAssembly, 128 entries at a time; undefined where WebAssembly has no SIMD */
export function simdScanner(): Scanner | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const code = scanModule();
  if (!WebAssembly.validate(code)) return undefined;
  const { memory, scan } = new WebAssembly.Instance(new WebAssembly.Module(code)).exports;
  return {
    memory: new Int32Array(memory.buffer, 0, WORDS),
    scan: (from, end) => scan(from * BYTES, end * BYTES),
  };
}

function scanModule() {
  const { code, locals } = adding();
  return loopModule(Math.ceil((WORDS * BYTES) / PAGE), locals, code);
}

/**
 * Adds up the columns without a loop. Of each plane, two vectors wait at most: a third makes of them one that stays and
 * a carry to the next plane, by a full adder, which is five instructions for 128 entries (the carry-save adders of "Faster
 * Population Counts Using AVX2 Instructions", Muła, Kurz and Lemire, 2016).
 */
function adding(): { code: Code; locals: number } {
  const code: number[] = [];
  let locals = 0;
  const kept = (value: Code): Code => {
    const local = FIRST + locals;
    locals += 1;
    code.push(...set(local, value));
    return get(local);
  };
  const waiting: Code[][] = Array.from({ length: PLANES }, () => []);
  const put = (plane: number, bits: Code): void => {
    const there = waiting[plane];
    const [one, other] = there ?? [];
    if (!there) return;
    if (!one || !other) {
      there.push(bits);
      return;
    }
    const either = kept(xor(one, other));
    waiting[plane] = [kept(xor(either, bits))];
    put(plane + 1, kept(or(and(one, other), and(either, bits))));
  };
  for (let plane = 0; plane < PLANES; plane += 1) put(plane, kept(constant(ADDED + plane * 4)));
  for (let column = 0; column < COLUMNS; column += 1) {
    const bits = load(get(ADDRESS), column * STRIDE * BYTES);
    put(column < DOUBLE ? 1 : 0, kept(xor(bits, constant(FLIPS + column * 4))));
  }
  for (let plane = 0; plane < PLANES; plane += 1) {
    const [one, other] = waiting[plane] ?? [];
    const whole = one && other ? kept(xor(one, other)) : (one ?? []);
    if (one && other) put(plane + 1, kept(and(one, other)));
    code.push(...store(get(ADDRESS), (SUMS + plane * STRIDE) * BYTES, whole));
  }
  return { code, locals };
}

function constant(word: number): Code {
  return load(integer(0), word * BYTES);
}
