/** Parses a JSON or YAML text. */
import { readJson } from '../../client/json.ts';
import { repeatedKey } from '../../client/json-text.ts';
import { UsageError } from '../errors/errors.ts';

const hint = 'Give a file with JSON or YAML, or - for standard input.';

/**
 * The value of a document: JSON or YAML by the file name, else by its first character. @param where the file
 * that it comes from @param name the flag, for messages @throws UsageError when it is invalid, contains
 * several documents, or an object repeats a key
 */
export async function readDocument(source: string, where: string, name: string): Promise<unknown> {
  const isJson = /\.json$/i.test(where) || (!/\.ya?ml$/i.test(where) && /^\s*[{[]/.test(source));
  if (!isJson) return readYaml(source, where, name);
  let value: unknown;
  try {
    value = readJson(source);
  } catch (error) {
    throw new UsageError(`${name}: ${where} is not JSON: ${(error as Error).message}`, { hint });
  }
  const found = repeatedKey(source);
  if (found) throw repeated(JSON.stringify(found.key), found.line, where, name);
  return value;
}

const repeated = (key: string, line: number | undefined, where: string, name: string): UsageError =>
  new UsageError(`${name}: ${where} repeats the key ${key}${line ? ` (again on line ${line})` : ''}`, {
    hint: 'Remove one of them: only one would count.',
  });

async function readYaml(source: string, where: string, name: string): Promise<unknown> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    return parse(source, { maxAliasCount: 50, logLevel: 'error' });
  } catch (error) {
    if (error instanceof YAMLParseError && error.code === 'MULTIPLE_DOCS')
      throw new UsageError(`${name}: ${where} contains several YAML documents; only one is allowed`, {
        hint: 'Put each into its own file, without the --- lines between them.',
      });
    if (error instanceof YAMLParseError && error.code === 'DUPLICATE_KEY')
      throw repeated(keyAt(source, error.pos[0]), error.linePos?.[0].line, where, name);
    const [what = ''] = (error as Error).message.split('\n');
    throw new UsageError(`${name}: ${where} is not YAML: ${what.replace(/:$/, '')}`, { hint });
  }
}

/** The key of a YAML map at a position, as written. */
const keyAt = (source: string, begin: number): string =>
  /^(?:"[^"\n]*"|'[^'\n]*'|[^:\n]+)/.exec(source.slice(begin))?.[0].trim() ?? '';
