/** A JSON or YAML text as the value it holds. */
import { readJson } from '../../client/json.ts';
import { repeatedKey } from '../../client/json-text.ts';
import { UsageError } from '../errors/errors.ts';

const hint = 'Give a file that holds JSON or YAML, or - for standard input.';

/**
 * The value of a document: JSON or YAML by the ending of its name, else by how it begins.
 * @param where the file it comes from
 * @param name the flag, for messages
 * @throws UsageError when it is neither, holds several documents, or an object in it holds a key twice
 */
export async function readDocument(source: string, where: string, name: string): Promise<unknown> {
  const isJson = /\.json$/i.test(where) || (!/\.ya?ml$/i.test(where) && /^\s*[{[]/.test(source));
  if (!isJson) return readYaml(source, where, name);
  let value: unknown;
  try {
    value = readJson(source);
  } catch (error) {
    throw new UsageError(`${name}: ${where} is no JSON: ${(error as Error).message}`, { hint });
  }
  const found = repeatedKey(source);
  if (found) throw repeated(JSON.stringify(found.key), found.line, where, name);
  return value;
}

const repeated = (key: string, line: number | undefined, where: string, name: string): UsageError =>
  new UsageError(`${name}: ${where} holds the key ${key} twice${line ? ` (again on line ${line})` : ''}`, {
    hint: 'Only one of them would count: remove the other.',
  });

async function readYaml(source: string, where: string, name: string): Promise<unknown> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return parse(source, { maxAliasCount: 50, logLevel: 'error' });
  } catch (error) {
    if (error instanceof YAMLParseError && error.code === 'MULTIPLE_DOCS')
      throw new UsageError(`${name}: ${where} holds several YAML documents, and one is taken`, {
        hint: 'Give each a file of its own, without the lines of --- between them.',
      });
    if (error instanceof YAMLParseError && error.code === 'DUPLICATE_KEY')
      throw repeated(keyAt(source, error.pos[0]), error.linePos?.[0].line, where, name);
    const [what = ''] = (error as Error).message.split('\n');
    throw new UsageError(`${name}: ${where} is no YAML: ${what.replace(/:$/, '')}`, { hint });
  }
}

/** The key of a YAML map that begins at a place, as it is written. */
const keyAt = (source: string, begin: number): string =>
  /^(?:"[^"\n]*"|'[^'\n]*'|[^:\n]+)/.exec(source.slice(begin))?.[0].trim() ?? '';
