import { describe, expect, it } from 'vitest';
import {
  addAndNormalise,
  attend,
  bend,
} from '../../../../src/service/understanding/models/embeddings/sentence/arithmetic.ts';

const [WIDTH, HEADS, COUNT] = [16, 2, 5];
const PART = WIDTH / HEADS;
const at = (rows: ArrayLike<number>, place: number) => rows[place] ?? Number.NaN;

describe('the arithmetic of the text encoder', () => {
  it('bends as the Gaussian error linear unit does, at every value', () => {
    const given = Array.from({ length: 20_001 }, (_, step) => (step - 10_000) / 1_000);
    const values = Float32Array.from(given);
    bend(values);
    for (const [place, value] of given.entries()) {
      const wanted = (value / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (value + 0.044715 * value ** 3)));
      expect(Math.abs(at(values, place) - wanted)).toBeLessThan(1e-6);
    }
  });

  it('normalises sums of rows to the mean and spread that the layer has learnt', () => {
    const rows = Float32Array.from({ length: 2 * WIDTH }, (_, place) => Math.sin(place));
    const more = Float32Array.from(rows, (_, place) => Math.cos(3 * place));
    addAndNormalise(
      rows,
      { scale: new Float32Array(WIDTH).fill(2), shift: new Float32Array(WIDTH).fill(5) },
      more,
    );
    for (const row of [rows.subarray(0, WIDTH), rows.subarray(WIDTH)]) {
      const mean = row.reduce((sum, value) => sum + value, 0) / WIDTH;
      expect(mean).toBeCloseTo(5, 5);
      expect(Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / WIDTH)).toBeCloseTo(2, 5);
    }
  });

  it('attends to all rows, by the softmax of the products of each head', () => {
    const asked = Float32Array.from({ length: COUNT * 3 * WIDTH }, (_, place) => Math.sin(7 * place));
    const mixed = attend(asked, WIDTH, HEADS);
    const query = (row: number, column: number) => at(asked, row * 3 * WIDTH + column);
    for (let row = 0; row < COUNT; row += 1)
      for (let column = 0; column < WIDTH; column += 1) {
        const from = Math.floor(column / PART) * PART;
        const scores = Array.from({ length: COUNT }, (_, other) => {
          const columns = Array.from({ length: PART }, (__, step) => from + step);
          const product = columns.reduce((sum, one) => sum + query(row, one) * query(other, WIDTH + one), 0);
          return Math.exp(product / Math.sqrt(PART));
        });
        const all = scores.reduce((sum, score) => sum + score, 0);
        const wanted = scores.reduce(
          (sum, score, other) => sum + (score / all) * query(other, 2 * WIDTH + column),
          0,
        );
        expect(at(mixed, row * WIDTH + column)).toBeCloseTo(wanted, 5);
      }
  });
});
