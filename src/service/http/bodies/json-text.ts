/**
 * JSON text from the store, in a place where an answer has a value. It goes into the response as it is: parsing it only
 * to write it again would take a third of the time of a small answer.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Its value, for JSON.stringify, which cannot take a text as it is. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** An answer as JSON, with every JsonText at its top, or at the top of the items of a list, taken as it is. */
export function answerText(answer: unknown): string {
  return isPlain(answer) ? objectText(answer, listText) : JSON.stringify(answer);
}

type Plain = Readonly<Record<string, unknown>>;

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function listText(list: readonly unknown[]): string {
  const items = list.map((item) => (isPlain(item) ? objectText(item, JSON.stringify) : JSON.stringify(item)));
  return `[${items.map((item) => item ?? 'null').join(',')}]`;
}

/**
 * All members between two texts are written by one call: a call for each would take several times as long.
 * @param writeList how a list in the object is written
 */
function objectText(object: Plain, writeList: (list: readonly unknown[]) => string): string {
  let text = '';
  let members: Record<string, unknown> | undefined;
  for (const name of Object.keys(object)) {
    const value = object[name];
    const written = writtenAlone(value, writeList);
    if (written === undefined) {
      members ??= {};
      members[name] = value;
    } else {
      text += `${membersText(members)},${JSON.stringify(name)}:${written}`;
      members = undefined;
    }
  }
  return `{${(text + membersText(members)).slice(1)}}`;
}

function writtenAlone(value: unknown, writeList: (list: readonly unknown[]) => string): string | undefined {
  if (value instanceof JsonText) return value.text;
  return Array.isArray(value) ? writeList(value) : undefined;
}

/** The members of an object as JSON, each after a comma. Leaves out what JSON cannot have. */
function membersText(members: Plain | undefined): string {
  const text = members ? JSON.stringify(members) : '{}';
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
}
