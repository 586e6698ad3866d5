import type * as z from 'zod';
import { limits } from './limits.ts';
import { formatPath, type Problem } from './problem.ts';
import { isRecord } from './record.ts';

type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: readonly z.core.$ZodType[];
  discriminator?: string;
};

/**
 * The first list that is longer than its schema allows; `limits.listItems` limits all lists together. It only
 * checks lengths and runs before the real check, which validates each item: a million invalid items would
 * block everyone else.
 */
export function overlongList(schema: z.core.$ZodType, value: unknown): Problem | undefined {
  let left: number = limits.listItems;
  const look = (node: z.core.$ZodType, part: unknown, path: PropertyKey[]): Problem | undefined => {
    const def = node._zod.def as Def;
    const inner = def.innerType ?? def.in;
    if (inner) return look(inner, part, path);
    if (def.options) return first(optionsFor(def, part).map((option) => () => look(option, part, path)));
    if (def.shape && isRecord(part)) {
      const fields = Object.entries(def.shape).filter(([name]) => Object.hasOwn(part, name));
      return first(
        fields.map(
          ([name, field]) =>
            () =>
              look(field, part[name], [...path, name]),
        ),
      );
    }
    const { element } = def;
    if (!element || !Array.isArray(part)) return undefined;
    const most = mostItems(def);
    left -= part.length;
    if (part.length > most) return tooMany(path, `must have at most ${most} items (got ${part.length})`);
    if (left < 0)
      return tooMany(
        path,
        `is one list too many: all lists together may have at most ${limits.listItems} items`,
      );
    return first(part.map((item, at) => () => look(element, item, [...path, at])));
  };
  return look(schema, value, []);
}

/** The maximum set by `.max()`, at most `limits.listItems`. */
function mostItems({ checks = [] }: Def): number {
  const bounds = checks.map(({ _zod: { def } }) =>
    'maximum' in def ? Number(def.maximum) : Number.POSITIVE_INFINITY,
  );
  return Math.min(...bounds, limits.listItems);
}

/** For a union with a discriminator, the option that it names; for any other union, all options. */
function optionsFor({ options = [], discriminator }: Def, value: unknown): readonly z.core.$ZodType[] {
  if (discriminator === undefined || !isRecord(value)) return options;
  const named = value[discriminator] as z.core.util.Primitive;
  return options.filter((option) => option._zod.propValues?.[discriminator]?.has(named));
}

function first(looks: readonly (() => Problem | undefined)[]): Problem | undefined {
  for (const look of looks) {
    const problem = look();
    if (problem) return problem;
  }
  return undefined;
}

function tooMany(path: readonly PropertyKey[], message: string): Problem {
  return { path: formatPath(path), message };
}
