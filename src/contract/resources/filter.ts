import * as z from 'zod';

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

/** These read valueTextArray; the others read valueText. */
export const arrayOperators: readonly string[] = ['In', 'ContainsAny', 'ContainsAll'];

const condition = z.object({
  path: z.string().min(1),
  operator: z.enum(filterOperators),
  valueText: z.string().optional(),
  valueTextArray: z.array(z.string()).optional(),
});

const scoped = condition.extend({ scope: z.enum(['file', 'segment']).optional() });

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

/** Narrows a search to members that meet every condition of every array. */
export const filter = z
  .object({
    metadata: z.array(scoped.check(checkValue)),
    video_info: z.array(scoped.check(checkValue)),
    file: z.array(condition.check(checkValue)),
    source_metadata: z.array(condition.check(checkValue)),
  })
  .partial()
  .meta({ id: 'Filter' });

export type Filter = z.output<typeof filter>;
export type FilterCondition = Condition;
