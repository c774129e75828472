import type { Ctx } from '../../access/context.ts';
import { STAFF } from '../../access/permissions.ts';
import { MAX_SIZE } from '../../kernel/pages.ts';
import { ROLE_OF, TYPE_OF } from '../enrollments/relations.ts';
import { listCoursesOf } from './courses.ts';
import type { Course, DashboardCard } from './schemas.ts';

const EDITING: ReadonlySet<string> = new Set(['teacher', 'admin']);
const WORKING: ReadonlySet<string> = new Set(STAFF);

/** What counts of several enrollments is the first of these (courses#28). */
const FIRST = [TYPE_OF.teacher, TYPE_OF.ta, TYPE_OF.designer, TYPE_OF.student, TYPE_OF.observer] as const;

function cardJson({ enrollments, ...course }: Course): DashboardCard {
  const active = enrollments.filter((one) => one.enrollment_state === 'active');
  const type = FIRST.find((one) => active.some((own) => own.type === one)) ?? null;
  const role = type === null ? '' : ROLE_OF[type];
  return {
    id: course.id,
    shortName: course.name,
    originalName: course.name,
    longName: `${course.name} - ${course.course_code}`,
    courseCode: course.course_code,
    assetString: `course_${course.id}`,
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
    color: null,
    position: null,
    links: [],
  };
}

/** courses#28: a card of each course that is going on and in which the caller is active. */
export async function listCards(ctx: Ctx): Promise<DashboardCard[]> {
  const first = { limit: MAX_SIZE, offset: 0, bookmark: null };
  const { rows } = await listCoursesOf(ctx, ctx.caller.userId, first, { enrollment_state: 'active', include: new Set(['favorites']) });
  return rows.map(cardJson);
}
