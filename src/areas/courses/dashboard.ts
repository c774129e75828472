import type { Ctx } from '../../access/context.ts';
import { STAFF } from '../../access/permissions.ts';
import { codeOf } from '../../http/parameters/context-codes.ts';
import { MAX_SIZE } from '../../kernel/pages.ts';
import { ROLE_OF, TYPE_OF } from '../enrollments/relations.ts';
import { type PlacePreference, placesFor } from '../preferences/places.ts';
import { listCoursesOf } from './courses.ts';
import type { Course, DashboardCard } from './schemas.ts';

const EDITING: ReadonlySet<string> = new Set(['teacher', 'admin']);
const WORKING: ReadonlySet<string> = new Set(STAFF);

/** What counts of several enrollments is the first of these (courses#28). */
const FIRST = [TYPE_OF.teacher, TYPE_OF.ta, TYPE_OF.designer, TYPE_OF.student, TYPE_OF.observer] as const;

function cardJson({ enrollments, ...course }: Course, place: PlacePreference | undefined): DashboardCard {
  const name = course.original_name ?? course.name;
  const active = enrollments.filter((one) => one.enrollment_state === 'active');
  const type = FIRST.find((one) => active.some((own) => own.type === one)) ?? null;
  const role = type === null ? '' : ROLE_OF[type];
  return {
    id: course.id,
    shortName: course.name,
    originalName: name,
    longName: `${name} - ${course.course_code}`,
    courseCode: course.course_code,
    assetString: codeOf({ kind: 'course', id: course.id }),
    href: `/courses/${course.id}`,
    term: null,
    subtitle: type === null ? null : `enrolled as: ${role}`,
    enrollmentType: type,
    enrollmentState: 'active',
    observee: null,
    published: course.workflow_state !== 'unpublished',
    isFavorited: course.is_favorite ?? false,
    isHomeroom: false,
    isK5Subject: false,
    canManage: WORKING.has(role),
    canChangeCoursePublishStatus: EDITING.has(role),
    canReadAnnouncements: true,
    image: null,
    color: place?.color ?? null,
    position: place?.position ?? null,
    links: [],
  };
}

/** courses#28: a card of each course that is going on and in which the caller is active. */
export async function listCards(ctx: Ctx): Promise<DashboardCard[]> {
  const first = { limit: MAX_SIZE, offset: 0, bookmark: null };
  const { rows } = await listCoursesOf(ctx, ctx.caller.userId, first, { enrollment_state: 'active', include: new Set(['favorites']) });
  const places = rows.map(({ id }) => ({ kind: 'course', id }) as const);
  const preferences = await placesFor(ctx.db, ctx.caller.userId, places);
  return rows.map((course) => cardJson(course, preferences.get(codeOf({ kind: 'course', id: course.id }))));
}
