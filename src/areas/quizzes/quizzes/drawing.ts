import type { VersionQuestion } from '../../../store/stored/quizzes.ts';

type InGroup = VersionQuestion & Required<Pick<VersionQuestion, 'group'>>;
const isInGroup = (question: VersionQuestion): question is InGroup => question.group !== undefined;

/**
 * Of a version's questions those that an attempt has, numbered by their order: where a group stands, what was drawn of it, as it was
 * drawn (quizzes#102).
 */
export function takenOf(questions: readonly VersionQuestion[], drawn: readonly number[]): readonly VersionQuestion[] {
  if (!questions.some(isInGroup)) return questions;
  const inGroups = new Map(questions.filter(isInGroup).map((question) => [question.id, question]));
  const byGroup = Map.groupBy(
    drawn.flatMap((id) => inGroups.get(id) ?? []),
    (question) => question.group.id,
  );
  const taken: VersionQuestion[] = [];
  for (const question of questions) {
    if (!isInGroup(question)) taken.push(question);
    else {
      taken.push(...(byGroup.get(question.group.id) ?? []));
      byGroup.delete(question.group.id);
    }
  }
  return taken.map((question, i) => ({ ...question, position: i + 1 }));
}

/** The points of an attempt at these questions of a version, whatever it draws: each of a group is worth the same. */
export function pointsOfAttempt(questions: readonly VersionQuestion[]): number {
  const counted = new Map<number, number>();
  let points = 0;
  for (const question of questions) {
    if (isInGroup(question)) {
      const before = counted.get(question.group.id) ?? 0;
      if (before >= question.group.picks) continue;
      counted.set(question.group.id, before + 1);
    }
    points += question.pointsPossible;
  }
  return points;
}
