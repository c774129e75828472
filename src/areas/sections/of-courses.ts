import type { CourseSections } from '../courses/sections.ts';

/** What happens to sections with their course. */
export const courseSections: CourseSections = {
  async create(tx, { id, rootAccountId, name }) {
    await tx.db.prisma.courseSection.create({ data: { courseId: id, rootAccountId, name } });
  },
  async removeAll(tx, courseId) {
    const data = { deleted: true, sisSectionId: null, updatedAt: tx.now };
    await tx.db.prisma.courseSection.updateMany({ where: { courseId }, data });
  },
};
