/**
 * A disk as POSIX promises it, and no better: what a file holds is on it once the file was synced, and what a folder lists
 * once the folder was. Everything else is there, gone or torn after a power cut. Only that a renamed file is never in neither place
 * is what journals promise: POSIX has no other way to move one.
 */
import { chance } from './clock.ts';

export interface FileNode {
  readonly kind: 'file';
  readonly number: number;
  data: Buffer;
  /** What a power cut leaves for certain. */
  synced: Buffer;
  changedAt: number;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly number: number;
  names: Map<string, Node>;
  synced: Map<string, Node>;
  changedAt: number;
}

export type Node = FileNode | FolderNode;

let numbers = 1;
let root: FolderNode = folder();

function folder(): FolderNode {
  return { kind: 'folder', number: numbers++, names: new Map(), synced: new Map(), changedAt: Date.now() };
}

const EMPTY = Buffer.alloc(0);

export function fileNode(): FileNode {
  return { kind: 'file', number: numbers++, data: EMPTY, synced: EMPTY, changedAt: Date.now() };
}

export const folderNode = folder;

export function fault(code: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '');

export function find(path: string): Node | undefined {
  let node: Node = root;
  for (const part of partsOf(path)) {
    const next: Node | undefined = node.kind === 'folder' ? node.names.get(part) : undefined;
    if (!next) return undefined;
    node = next;
  }
  return node;
}

export function need(path: string): Node {
  const node = find(path);
  if (!node) throw fault('ENOENT', path);
  return node;
}

/** The folder that a path is in, and its name there. */
export function placeOf(path: string): { folder: FolderNode; name: string } {
  const parts = partsOf(path);
  const name = parts.pop() ?? '';
  const found = need(parts.join('/'));
  if (found.kind !== 'folder') throw fault('ENOTDIR', path);
  return { folder: found, name };
}

export function put(path: string, node: Node): void {
  const place = placeOf(path);
  place.folder.names.set(place.name, node);
  place.folder.changedAt = Date.now();
}

export function drop(path: string): void {
  const place = placeOf(path);
  place.folder.names.delete(place.name);
  place.folder.changedAt = Date.now();
}

interface Move {
  readonly node: Node;
  readonly from: ReturnType<typeof placeOf>;
  readonly to: ReturnType<typeof placeOf>;
}

/** Renames that are not on the disk yet, in their order. */
let moves: Move[] = [];

export function move(from: string, to: string): void {
  const one = { node: need(from), from: placeOf(from), to: placeOf(to) };
  moves.push(one);
  drop(from);
  put(to, one.node);
}

/** A rename is on the disk: both names are. */
function keepMove({ node, from, to }: Move): void {
  if (from.folder.synced.get(from.name) === node) from.folder.synced.delete(from.name);
  to.folder.synced.set(to.name, node);
}

/** What was renamed has its names from before, if nothing else has them meanwhile. */
function undoMove({ node, from, to }: Move): void {
  if (to.folder.names.get(to.name) === node) {
    const before = to.folder.synced.get(to.name);
    if (before) to.folder.names.set(to.name, before);
    else to.folder.names.delete(to.name);
  }
  if (!from.folder.names.has(from.name)) from.folder.names.set(from.name, node);
}

/** Each rename has happened or not, and none after one that has not. */
function endMoves(): void {
  const lost = new Set<Node>();
  const undone = moves.filter((one) => {
    if (!lost.has(one.node) && chance(2) === 0) {
      keepMove(one);
      return false;
    }
    lost.add(one.node);
    return true;
  });
  moves = [];
  for (const one of undone.toReversed()) undoMove(one);
}

export function write(file: FileNode, data: Buffer): void {
  file.data = data;
  file.changedAt = Date.now();
}

/** fsync of a file or a folder. */
export function sync(node: Node): void {
  if (node.kind === 'file') node.synced = node.data;
  else {
    const isHere = ({ from, to }: Move) => from.folder === node || to.folder === node;
    for (const one of moves.filter(isHere)) keepMove(one);
    moves = moves.filter((one) => !isHere(one));
    node.synced = new Map(node.names);
  }
}

/** After a power cut each name that was not synced is there or not, and each file has a part of what was not synced. */
export function cutPower(): void {
  endMoves();
  root = (afterCut(root, new Map()) as FolderNode | undefined) ?? root;
}

function afterCut(node: Node, seen: Map<Node, Node>): Node {
  const known = seen.get(node);
  if (known) return known;
  seen.set(node, node);
  if (node.kind === 'file') {
    node.data = torn(node);
    node.synced = node.data;
    return node;
  }
  const names = new Map<string, Node>();
  for (const name of new Set([...node.synced.keys(), ...node.names.keys()])) {
    const [before, now] = [node.synced.get(name), node.names.get(name)];
    const left = before === now || chance(2) === 0 ? before : now;
    if (left) names.set(name, afterCut(left, seen));
  }
  node.names = names;
  node.synced = new Map(names);
  return node;
}

/** All of it, what was synced, or that and a piece of the rest with the wrong bytes at its end. */
function torn({ data, synced }: FileNode): Buffer {
  if (data === synced) return data;
  const how = chance(4);
  if (how === 0) return data;
  if (how === 1 || data.length <= synced.length) return synced;
  const length = synced.length + chance(data.length - synced.length + 1);
  const left = Buffer.from(data.subarray(0, length));
  // Files that grow have zeros where nothing was written yet.
  if (how === 2 && length > synced.length) left.fill(0, synced.length + chance(length - synced.length));
  return left;
}

/** A copy of the whole disk. */
export function copyDisk(): FolderNode {
  return copyOf(root) as FolderNode;
}

/** Puts a copy of a disk in place of this one. Everything on it is synced. */
export function useDisk(disk: FolderNode): void {
  moves = [];
  root = copyOf(disk) as FolderNode;
}

export function emptyDisk(): void {
  moves = [];
  root = folder();
}

function copyOf(node: Node): Node {
  if (node.kind === 'file') return { ...node, synced: node.data };
  const names = new Map([...node.names].map(([name, child]) => [name, copyOf(child)]));
  return { ...node, names, synced: new Map(names) };
}

/** Every file below a folder, as a path from there. */
export function filesBelow(path: string): string[] {
  const node = find(path);
  if (node?.kind !== 'folder') return [];
  return [...node.names].flatMap(([name, child]) =>
    child.kind === 'file' ? [name] : filesBelow(`${path}/${name}`).map((below) => `${name}/${below}`),
  );
}
