import { describe, expect, it } from 'vitest';
import { contrast, LEAST_CONTRAST } from '../../../../src/service/search/pictures/add.ts';

describe('contrast', () => {
  it('is a half where a neutral text fits as well, and more where the query fits better than all of them', () => {
    expect(contrast(0.25, [0.2, 0.25, 0.1])).toBe(LEAST_CONTRAST);
    expect(contrast(0.28, [0.2, 0.25, 0.1])).toBeCloseTo(0.953, 3);
    expect(contrast(0.22, [0.2, 0.25, 0.1])).toBeCloseTo(0.047, 3);
  });
});
