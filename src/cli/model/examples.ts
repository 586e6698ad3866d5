/** The examples of a command: at least two, because help begins with two. */

/** One example: what it does, and the command line without the leading `vau`. */
export interface Example {
  readonly does: string;
  readonly line: string;
}

/**
 * The examples of a command. One that has a single example gets a second from what it can do: every page, the request
 * alone, or the other format. @param able names of its flags in the model
 */
export function examplesOf(
  examples: readonly [Example, ...Example[]],
  able: readonly string[],
): readonly [Example, ...Example[]] {
  return examples.length > 1 ? examples : [examples[0], second(examples[0].line, able)];
}

function second(line: string, able: readonly string[]): Example {
  const bare = line.replace(/ (--wait|--yes|--(limit|offset) \d+|(-o|--output) json)(?= |$)/g, '');
  if (able.includes('limit') && able.includes('all'))
    return { does: 'Every page, one line of JSON per item', line: `${bare} --all -o ndjson` };
  if (able.includes('dryRun'))
    return { does: 'Show the request without sending it', line: `${bare} --dry-run` };
  return bare === line
    ? { does: 'As JSON, for programs', line: `${line} -o json` }
    : { does: 'As a table, for people', line: bare };
}
