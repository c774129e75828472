import type { Ctx } from '../../access/context.ts';
import { iso } from '../../http/timestamps.ts';
import { type ItemRow, isAssignment, isEvent, isMarked, isTold } from './item-rows.ts';
import { type NoteRow, noteJson } from './notes.ts';
import { overrideJson } from './overrides.ts';
import type { PlannerItem, PlannerOverride } from './schemas.ts';
import { pathOf } from './things.ts';

type Own = Pick<PlannerItem, 'course_id' | 'group_id' | 'user_id' | 'plannable' | 'html_url' | 'submissions'>;

const NOTHING_YET = { submitted: false, graded: false, late: false, needsGrading: false, heard: false };

/** Of who is no student of the course there is nothing to tell (planner#13). */
function workJson(row: ItemRow): PlannerItem['submissions'] {
  if (!isAssignment(row) || !row.studies) return false;
  const { submitted, graded, late, needsGrading, heard } = isTold(row) ? row : NOTHING_YET;
  return {
    submitted,
    excused: false,
    graded,
    late,
    missing: row.missing,
    needs_grading: needsGrading,
    has_feedback: heard,
    redo_request: false,
  };
}

function assignmentItem(ctx: Ctx, row: ItemRow): Own | undefined {
  if (!isAssignment(row)) return undefined;
  const type = row.thingType === 'quiz' || row.thingType === 'discussion_topic' ? row.thingType : 'assignment';
  return {
    course_id: row.assignmentCourseId,
    group_id: null,
    user_id: null,
    plannable: {
      id: row.thingId,
      title: row.name,
      due_at: iso(row.date),
      points_possible: row.pointsPossible,
      assignment_id: row.id,
      created_at: iso(row.assignmentCreatedAt),
      updated_at: iso(row.assignmentUpdatedAt),
    },
    html_url: `${ctx.webUrl}/${pathOf(row.assignmentCourseId, type, row.thingId)}`,
    submissions: workJson(row),
  };
}

function eventItem(ctx: Ctx, row: ItemRow): Own | undefined {
  if (!isEvent(row)) return undefined;
  const personal = row.eventCourseId === null && row.eventGroupId === null;
  return {
    course_id: row.eventCourseId,
    group_id: row.eventGroupId,
    user_id: personal ? ctx.caller.userId : null,
    plannable: {
      id: row.id,
      title: row.eventTitle,
      start_at: iso(row.date),
      end_at: iso(row.endAt),
      all_day: row.allDay,
      description: row.description,
      location_name: row.locationName,
      location_address: row.locationAddress,
      created_at: iso(row.eventCreatedAt),
      updated_at: iso(row.eventUpdatedAt),
    },
    html_url: `${ctx.webUrl}/calendar?event_id=${row.id}`,
    submissions: false,
  };
}

function noteItem(ctx: Ctx, note: NoteRow): Own {
  const { id, title, details, todo_date, course_id, user_id, created_at, updated_at, ...json } = noteJson(ctx, note);
  const { linked_object_type, linked_object_id, linked_object_html_url, linked_object_url } = json;
  const linked = { linked_object_type, linked_object_id, linked_object_html_url, linked_object_url };
  return {
    course_id,
    group_id: null,
    user_id: course_id === null ? user_id : null,
    plannable: { id, title, details, todo_date, course_id, user_id, created_at, updated_at, ...linked },
    html_url: linked_object_html_url,
    submissions: false,
  };
}

const overrideOf = (ctx: Ctx, row: ItemRow): PlannerOverride | null =>
  isMarked(row)
    ? overrideJson({
        id: row.markId,
        userId: ctx.caller.userId,
        plannableType: row.thingType,
        plannableId: row.thingId,
        markedComplete: row.markedComplete,
        dismissed: row.dismissed,
        deleted: false,
        createdAt: row.markCreatedAt,
        updatedAt: row.markUpdatedAt,
      })
    : null;

/** planner#11. */
export function itemJson(ctx: Ctx, row: ItemRow, note: NoteRow | undefined): PlannerItem {
  const own = note ? noteItem(ctx, note) : (assignmentItem(ctx, row) ?? eventItem(ctx, row));
  if (!own) throw new Error(`item ${row.id} of the planner is of no kind`);
  const { plannable, submissions, html_url, ...context } = own;
  return {
    context_type: context.course_id !== null ? 'Course' : context.group_id !== null ? 'Group' : 'User',
    context_name: row.contextName,
    ...context,
    plannable_id: row.thingId,
    plannable_type: row.thingType,
    plannable_date: iso(row.date),
    plannable,
    planner_override: overrideOf(ctx, row),
    submissions,
    new_activity: row.news ?? false,
    html_url,
  };
}
