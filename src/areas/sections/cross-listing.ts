import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess, SectionAccess } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { foundIn, notFound, refusal, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { moveEnrollments } from '../enrollments/moving.ts';
import { endCourseMemberships } from '../groups/leaving.ts';
import { refreshAccounts } from '../users/belonging.ts';
import { type SectionRow, sectionsJson } from './json.ts';
import type { Section } from './schemas.ts';
import { holdSection, keepCourse } from './sections.ts';

/** Both ways need administrators of both courses' accounts (sections#16); what one does not administer is refused before it is said. */
async function administered(ctx: Ctx, form: IdForm): Promise<CourseAccess> {
  const access = await accessElsewhere(ctx, 'course', form);
  if (!access.roles.has('admin')) throw unauthorized();
  return access;
}

/** Cross-listing moves the section with its enrollments; memberships in groups of the course it leaves end (sections#22). */
async function move(tx: TxCtx, section: SectionRow, courseId: number, nonxlistCourseId: number | null): Promise<void> {
  await keepCourse(tx, courseId);
  await tx.db.prisma.courseSection.updateMany({ where: { id: section.id }, data: { courseId, nonxlistCourseId, updatedAt: tx.now } });
  const userIds = await moveEnrollments(tx, section.id, { from: section.courseId, to: courseId });
  await endCourseMemberships(tx, section.courseId, userIds);
  await refreshAccounts(tx, userIds);
}

const present = (row: SectionRow): Section => {
  return foundIn(sectionsJson([row], { sis: true }));
};

export async function crossList(ctx: Ctx, at: SectionAccess, newCourse: IdForm): Promise<Section> {
  const target = await administered(ctx, newCourse);
  if (target.course.rootAccountId !== at.course.rootAccountId) throw notFound();
  return ctx.tx(async (tx) => {
    // Of two such moves at once the second finds the section where it wants it.
    const section = await holdSection(tx, at.sectionId, [at.course.id, target.course.id]);
    if (target.course.id === section.courseId) return present(section);
    const origin = section.nonxlistCourseId ?? section.courseId;
    // Moved on to where it came from, it is at home again.
    const nonxlistCourseId = origin === target.course.id ? null : origin;
    await move(tx, section, target.course.id, nonxlistCourseId);
    return present({ ...section, courseId: target.course.id, nonxlistCourseId });
  });
}

export async function deCrossList(ctx: Ctx, at: SectionAccess): Promise<Section> {
  return ctx.tx(async (tx) => {
    const section = await holdSection(tx, at.sectionId, [at.course.id]);
    const origin = section.nonxlistCourseId;
    if (origin === null) throw refusal('section is not cross-listed');
    await administered(tx, { by: 'id', id: origin });
    await move(tx, section, origin, null);
    return present({ ...section, courseId: origin, nonxlistCourseId: null });
  });
}
