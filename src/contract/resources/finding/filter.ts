import * as z from 'zod';
import { tagTypes } from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { only } from '../../values/scalars.ts';

/** How a condition compares. */
export const filterOperators = [
  'Equal',
  'NotEqual',
  'LessThan',
  'GreaterThan',
  'Like',
  'In',
  'ContainsAny',
  'ContainsAll',
] as const;

/** Operators that use valueTextArray; the others use valueText. */
const arrayOperators: readonly string[] = ['In', 'ContainsAny', 'ContainsAll'];

const { conditions, values, pathCharacters, pathLevels, valueCharacters } = limits.filter;

const path = z
  .string()
  .min(1)
  .max(pathCharacters)
  .refine((text) => text.split('.').length <= pathLevels, `must have at most ${pathLevels} levels`);
const value = () => z.string().max(valueCharacters);

const conditionFields = {
  path,
  operator: open(z.enum(filterOperators)),
  valueText: value().optional(),
  valueTextArray: z.array(value()).max(values).optional(),
};

const condition = only(conditionFields).check(checkValue);
const scoped = only({ ...conditionFields, scope: open(z.enum(tagTypes)).optional() }).check(checkValue);

type Condition = z.output<typeof scoped>;

function checkValue(context: { value: Condition; issues: z.core.$ZodRawIssue[] }): void {
  const field = arrayOperators.includes(context.value.operator) ? 'valueTextArray' : 'valueText';
  if (context.value[field] === undefined)
    context.issues.push({
      code: 'custom',
      path: [field],
      message: `is required with operator ${context.value.operator}`,
      input: context.value,
    });
}

const parts = <Item extends z.ZodType>(item: Item) => z.array(item).max(conditions).optional();

/**
 * Restricts a search to files and segments that meet every condition of every part. Each candidate must be
 * checked, so its total size is limited: see `limits.filter`.
 */
export const filter = only({
  metadata: parts(scoped),
  video_info: parts(scoped),
  file: parts(condition),
  source_metadata: parts(condition),
})
  .check((context) => {
    const all: Condition[] = Object.values(context.value).flatMap((part) => part ?? []);
    const held = all.reduce((sum, { valueTextArray = [] }) => sum + valueTextArray.length, 0);
    for (const [what, count, most] of [
      ['conditions', all.length, conditions],
      ['values', held, values],
    ] as const)
      if (count > most)
        context.issues.push({
          code: 'custom',
          message: `must have at most ${most} ${what} in all (got ${count})`,
          input: context.value,
        });
  })
  .meta({ id: 'Filter' });

export type Filter = z.output<typeof filter>;
export type FilterCondition = Condition;
