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

function listText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const items = value.map((item) =>
    isPlain(item) ? objectText(item, JSON.stringify) : JSON.stringify(item),
  );
  return `[${items.map((item) => item ?? 'null').join(',')}]`;
}

/** Leaves out what JSON cannot have, as JSON.stringify does. */
function objectText(object: Plain, write: (value: unknown) => string | undefined): string {
  let text = '';
  for (const name of Object.keys(object)) {
    const value = object[name];
    const written =
      typeof value === 'string'
        ? JSON.stringify(value)
        : value instanceof JsonText
          ? value.text
          : write(value);
    if (written !== undefined) text += `${text === '' ? '' : ','}${quoted(name)}:${written}`;
  }
  return `{${text}}`;
}

/** Names seldom need more than quotes, and finding that out costs a third of writing them in full. */
function quoted(name: string): string {
  return /^\w+$/.test(name) ? `"${name}"` : JSON.stringify(name);
}
