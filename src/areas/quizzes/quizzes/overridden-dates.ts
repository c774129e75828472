import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { isGrader, isStaff } from '../../../access/permissions.ts';
import type { WrappedPage } from '../../../http/operation.ts';
import { lastOf } from '../../../http/parameters/nesting.ts';
import { isEmpty, isParameterMap, list, positiveInteger, type Reader, Refused } from '../../../http/parameters/types.ts';
import { isoOrNull } from '../../../http/timestamps.ts';
import type { PageRequest } from '../../../kernel/pages.ts';
import { hasDrafts } from '../../accounts/accounts.ts';
import { allDates } from '../../assignments/including.ts';
import { overridesOf } from '../../overrides/overrides.ts';
import type { QuizOverrideSets } from '../schemas.ts';
import { readQuizzes } from './rows.ts';

const ids = list(positiveInteger());
const member: Reader<number[]> = {
  schema: { type: 'object', properties: { quiz_ids: ids.schema } },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of maps with quiz_ids');
    return isEmpty(lastOf(sent['quiz_ids'])) ? [] : ids.read(sent['quiz_ids']);
  },
};
/** `quiz_assignment_overrides[][quiz_ids][]`. */
export const quizChoice = list(member);

/** quizzes#107: one statement for the quizzes, and as many for their overrides however many there are. */
export async function listOverriddenDates(
  ctx: Ctx,
  at: CourseAccess,
  sent: readonly (readonly number[])[] | undefined,
  page: PageRequest,
): Promise<WrappedPage<QuizOverrideSets>> {
  const drafts = await hasDrafts(ctx.db, at.course);
  const chosen = sent?.flat();
  const found = await readQuizzes(ctx, at, { drafts, ids: chosen?.length ? chosen : undefined }, page);
  const seesAll = isStaff(at) || isGrader(at);
  const assignmentIds = seesAll ? found.rows.flatMap((row) => row.assignmentId ?? []) : [];
  const overrides = await overridesOf(ctx, at, assignmentIds);
  return {
    ...found,
    body: {
      quiz_assignment_overrides: found.rows.map((row) => {
        const own = { due_at: isoOrNull(row.dueAt), unlock_at: isoOrNull(row.unlockAt), lock_at: isoOrNull(row.lockAt) };
        if (!seesAll) return { quiz_id: row.id, due_dates: [own] };
        const dates = allDates(row, (row.assignmentId === null ? undefined : overrides.get(row.assignmentId)) ?? []);
        return { quiz_id: row.id, due_dates: dates, all_dates: dates };
      }),
    },
  };
}
