import { expect } from 'vitest';
import { z } from 'zod';
import type { Fields } from './form.ts';
import { course, enroll, made, type Person, person, unique } from './school.ts';
import type { Client, TestServer } from './server.ts';

type Server = Pick<TestServer, 'admin' | 'as' | 'database' | 'now'>;

const Made = z.object({ id: z.int() });

/** What a list of assignments says of one. */
export const Shown = z.looseObject({
  id: z.int(),
  name: z.string(),
  position: z.int(),
  assignment_group_id: z.int(),
  due_at: z.string().nullable(),
  unlock_at: z.string().nullable(),
  lock_at: z.string().nullable(),
});

export async function assignment(server: Server, courseId: number, fields: Fields = {}, by: Client = server.admin) {
  return made(by.post(`/courses/${courseId}/assignments`, { assignment: { name: unique('Assignment'), ...fields } }), Shown);
}

/** A rubric of one criterion, by which the assignment is graded. */
export const graded = (server: Server, courseId: number, assignmentId: number) =>
  server.admin
    .post(`/courses/${courseId}/rubrics`, {
      rubric: { title: 'Rubric', criteria: { 1: { description: 'Clarity', points: 5, ratings: [{ description: 'Clear', points: 5 }] } } },
      rubric_association: { association_id: assignmentId, association_type: 'Assignment', use_for_grading: true },
    })
    .expect(200);

export async function override(server: Server, courseId: number, assignmentId: number, fields: Fields, by: Client = server.admin) {
  const path = `/courses/${courseId}/assignments/${assignmentId}/overrides`;
  return made(by.post(path, { assignment_override: fields }), z.looseObject({ id: z.int() }));
}

export interface Class {
  id: number;
  teacher: Person;
  students: Person[];
  /** One section for each student. */
  sections: number[];
}

/** A course with a teacher, and each of n students in a section of their own. */
export async function sectioned(server: Server, n: number, extra: Fields = {}): Promise<Class> {
  const { id } = await course(server, { extra });
  const teacher = await person(server);
  await enroll(server, id, teacher.id, 'TeacherEnrollment');
  const students: Person[] = [];
  const sections: number[] = [];
  for (let i = 0; i < n; i++) {
    const student = await person(server);
    const section = await made(server.admin.post(`/courses/${id}/sections`, { course_section: { name: unique('Section') } }), Made);
    await enroll(server, id, student.id, 'StudentEnrollment', { course_section_id: section.id });
    students.push(student);
    sections.push(section.id);
  }
  return { id, teacher, students, sections };
}

/** A group set with one group for each list of members. */
export async function groupSet(server: Server, courseId: number, members: readonly (readonly number[])[]) {
  const { id } = await made(server.admin.post(`/courses/${courseId}/group_categories`, { name: unique('Set') }), Made);
  const groups: { id: number; name: string }[] = [];
  for (const userIds of members) {
    const name = unique('Group');
    const group = await made(server.admin.post(`/group_categories/${id}/groups`, { name }), Made);
    for (const userId of userIds) await made(server.admin.post(`/groups/${group.id}/memberships`, { user_id: userId }), Made);
    groups.push({ id: group.id, name });
  }
  return { id, groups };
}

/** Noon UTC of a day far ahead. */
export const day = (n: number): string => `2040-05-${String(n).padStart(2, '0')}T12:00:00Z`;

export const NONE = 999_999_999;

/** A refusal of one field. */
export const blamed = (...fields: string[]) => ({
  status: 400,
  body: {
    errors: Object.fromEntries(
      fields.map((field) => [field, [{ attribute: field, type: expect.any(String), message: expect.any(String) }]]),
    ),
  },
});
