import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pointsOfAttempt, takenOf } from '../../../../src/areas/quizzes/quizzes/drawing.ts';
import type { VersionQuestion } from '../../../../src/store/stored/quizzes.ts';

const blank = { position: 0, name: 'Question', text: null, type: 'essay_question', pointsPossible: 2, answers: [] } as const;
const alone = (id: number): VersionQuestion => ({ ...blank, answers: [], id, position: id });
const grouped = (id: number, group: number, picks: number): VersionQuestion => ({
  ...alone(id),
  pointsPossible: 5,
  group: { id: group, picks },
});
const idsOf = (questions: readonly VersionQuestion[]) => questions.map(({ id, position }) => [id, position]);

describe('what an attempt has of a version', () => {
  // quizzes#102
  test('is all of it without groups, as it stands', () => {
    const version = [alone(1), alone(2)];
    expect(takenOf(version, [])).toBe(version);
  });

  // quizzes#102
  test('is what stands alone and what was drawn, where its group stands, as it was drawn', () => {
    const version = [alone(1), grouped(2, 8, 2), grouped(3, 8, 2), grouped(4, 8, 2), alone(5), grouped(6, 9, 1), grouped(7, 9, 1)];
    expect(idsOf(takenOf(version, [4, 2, 7]))).toEqual([
      [1, 1],
      [4, 2],
      [2, 3],
      [5, 4],
      [7, 5],
    ]);
    expect(idsOf(takenOf(version, []))).toEqual([
      [1, 1],
      [5, 2],
    ]);
  });

  // quizzes#101
  test('is worth the same whatever is drawn', () => {
    const size = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(size, size, size, (singles, members, picks) => {
        const version = [
          ...Array.from({ length: singles }, (_, i) => alone(i + 1)),
          ...Array.from({ length: members }, (_, i) => grouped(10 + i, 8, picks)),
        ];
        const drawn = Array.from({ length: Math.min(picks, members) }, (_, i) => 10 + i);
        const taken = takenOf(version, drawn);
        expect(taken).toHaveLength(singles + drawn.length);
        expect(pointsOfAttempt(version)).toBe(taken.reduce((sum, one) => sum + one.pointsPossible, 0));
      }),
    );
  });
});
