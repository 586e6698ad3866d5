import { builtinModules } from 'node:module';
import {
  type Identifier,
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isMetaProperty,
  isNewExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  isTypeNode,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API, type Checker, SymbolFlags } from 'typescript/unstable/sync';

/** The globals that give the same answer every time. A pure file uses no other. */
const pureGlobals = new Set(
  `Array ArrayBuffer BigInt Boolean DataView Error Float32Array Float64Array Infinity Int16Array Int32Array Int8Array
  JSON Map NaN Number Object Promise RangeError ReadableStream RegExp Response Set String Symbol SyntaxError TextDecoder
  TextEncoder TypeError URL URLSearchParams Uint16Array Uint32Array Uint8Array WeakMap WeakSet decodeURIComponent
  encodeURIComponent isNaN parseFloat parseInt structuredClone undefined AbortSignal AbortController DOMException`.split(
    /\s+/,
  ),
);

/** Members of otherwise pure globals; any other use of Math, Date and Intl, as in `const clock = Date`, is refused. */
const pureMembers: Record<string, (member: string) => boolean> = {
  Math: (member) => member !== 'random',
  Date: (member) => member === 'parse' || member === 'UTC',
  Intl: (member) => member === 'Segmenter',
};

const moduleGlobals = ['require', 'module', 'exports', '__dirname', '__filename'];
const globals = new Set([...Object.getOwnPropertyNames(globalThis), ...moduleGlobals]);

/** A use of the outside world in a pure file. */
export interface Impurity {
  readonly file: string;
  readonly line: number;
  readonly uses: string;
}

/**
 * Parses files with TypeScript and finds every use of a clock, a process, a file system, chance or any other global
 * that `pureGlobals` does not list, and every import of one of Node's modules.
 * @param files text by path
 */
export function impuritiesIn(files: Readonly<Record<string, string>>): Impurity[] {
  const compilerOptions = { noLib: true, noResolve: true, types: [], module: 'esnext', target: 'esnext' };
  const config = { compilerOptions, files: Object.keys(files) };
  const rooted = Object.entries(files).map(([file, text]) => [`/${file}`, text]);
  const fs = createVirtualFileSystem({
    '/tsconfig.json': JSON.stringify(config),
    ...Object.fromEntries(rooted),
  });
  const api = new API({ cwd: '/', fs });
  try {
    const project = api.updateSnapshot({ openProjects: ['/tsconfig.json'] }).getProject('/tsconfig.json');
    if (!project) throw new Error('TypeScript opened no project');
    return Object.keys(files).flatMap((file) => {
      const source = project.program.getSourceFile(`/${file}`);
      if (!source) throw new Error(`TypeScript did not parse ${file}`);
      return impureNodes(source, project.checker).map(({ node, uses }) => ({
        file,
        line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
        uses,
      }));
    });
  } finally {
    api.close();
  }
}

function impureNodes(source: SourceFile, checker: Checker): { node: Node; uses: string }[] {
  const found: { node: Node; uses: string }[] = [];
  const walk = (node: Node): void => {
    const uses = impureModule(node) ?? impureGlobal(node, checker);
    if (uses !== undefined) found.push({ node, uses });
    node.forEachChild(walk);
  };
  walk(source);
  return found;
}

/** The module of Node's that an import, export or dynamic import loads. Imports of types load none. */
function impureModule(node: Node): string | undefined {
  const specifier = specifierOf(node);
  if (!specifier) return undefined;
  if (!isStringLiteral(specifier)) return 'an import of a computed name';
  const isNodes = specifier.text.startsWith('node:') || builtinModules.includes(specifier.text);
  return isNodes ? specifier.text : undefined;
}

function specifierOf(node: Node): Node | undefined {
  if (isImportDeclaration(node))
    return node.importClause?.phaseModifier === SyntaxKind.TypeKeyword ? undefined : node.moduleSpecifier;
  if (isExportDeclaration(node)) return node.isTypeOnly ? undefined : node.moduleSpecifier;
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}

function impureGlobal(node: Node, checker: Checker): string | undefined {
  if (isMetaProperty(node)) return node.keywordToken === SyntaxKind.ImportKeyword ? 'import.meta' : undefined;
  if (!isIdentifier(node) || !globals.has(node.text) || pureGlobals.has(node.text)) return undefined;
  if (!isReference(node) || isDeclared(node, checker)) return undefined;
  return node.text in pureMembers ? impureMember(node) : node.text;
}

/** Whether the file itself declares what an identifier names. TypeScript always declares globalThis. */
function isDeclared(node: Identifier, checker: Checker): boolean {
  return node.text !== 'globalThis' && !!checker.resolveName(node.text, SymbolFlags.Value, node);
}

function impureMember(node: Identifier): string | undefined {
  const { parent, text } = node;
  if (isPropertyAccessExpression(parent))
    return pureMembers[text]?.(parent.name.text) ? undefined : `${text}.${parent.name.text}`;
  if (isNewExpression(parent) && text === 'Date')
    return (parent.arguments?.length ?? 0) > 0 ? undefined : 'new Date()';
  return text;
}

/** Whether an identifier stands for a value, and is not the name of a property or part of a type. */
function isReference(node: Identifier): boolean {
  const parent: Node & { name?: Node; propertyName?: Node } = node.parent;
  const isShorthand = parent.kind === SyntaxKind.ShorthandPropertyAssignment;
  if (parent.propertyName?.pos === node.pos || (parent.name?.pos === node.pos && !isShorthand)) return false;
  return !isTypeNode(parent) && parent.kind !== SyntaxKind.QualifiedName;
}
