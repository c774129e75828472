import { override } from '../../helpers/assignments.ts';
import { ahead } from '../../helpers/calendar.ts';
import { enroll, type Person, person, type Server, school } from '../../helpers/school.ts';
import { ownSection, task } from '../../helpers/submissions.ts';

/** A course in which two students are more, too, in or of a section whose work is due at other dates than theirs. */
export interface StudentsAndMore {
  here: { id: number };
  teacher: Person;
  /** A student of the section alone. */
  member: Person;
  /** A student of the course, and teaching assistant of the section. */
  assisting: Person;
  /** A student of the course, and observer of the section's member. */
  observing: Person;
  /** Due yesterday; to the section in five days. */
  past: number;
  /** Due in four days; to the section two days ago. */
  later: number;
}

export async function studentsAndMore(server: Server): Promise<StudentsAndMore> {
  const { course: here, teacher } = await school(server);
  const { section, member } = await ownSection(server, here.id);
  const [assisting, observing] = [await person(server), await person(server)];
  for (const who of [assisting, observing]) await enroll(server, here.id, who.id, 'StudentEnrollment');
  await enroll(server, here.id, assisting.id, 'TaEnrollment', { course_section_id: section, limit_privileges_to_course_section: true });
  await enroll(server, here.id, observing.id, 'ObserverEnrollment', { associated_user_id: member.id });
  const past = await task(server, here.id, { due_at: ahead(-1) });
  const later = await task(server, here.id, { due_at: ahead(4) });
  await override(server, here.id, past, { course_section_id: section, due_at: ahead(5) });
  await override(server, here.id, later, { course_section_id: section, due_at: ahead(-2) });
  return { here, teacher, member, assisting, observing, past, later };
}
