import type { Filled } from './filled.ts';
import type { Sent, Servers } from './measure.ts';
import { ask, headersOf, type Write } from './write.ts';

type Sending = Omit<Sent, 'path'>;

/** The assignment and the student of a request, which is about the next submission each time. */
interface Place {
  assignmentId: number;
  userId: number;
}

/** All assignments of one student, then those of the next. */
const byStudent = (n: number, store: Filled): Place => ({
  assignmentId: 1 + (n % store.assignments),
  userId: store.gradedStudentId + (Math.floor(n / store.assignments) % store.gradedStudents),
});

/** All students of one assignment, then those of the next: clients at once are hardly ever about one person. */
const byAssignment = (n: number, store: Filled): Place => ({
  assignmentId: 1 + (Math.floor(n / store.gradedStudents) % store.assignments),
  userId: store.gradedStudentId + (n % store.gradedStudents),
});

/** In both alike. */
function inTurn(store: Filled, order: typeof byStudent, path: (place: Place) => string, sent: (n: number) => Sending): () => Sent {
  let n = -1;
  return () => {
    n++;
    return { ...sent(n), path: path(order(n, store)) };
  };
}

const pathOf = (store: Filled, { assignmentId, userId }: Place): string =>
  `/api/v1/courses/${store.gradedCourseId}/assignments/${assignmentId}/submissions/${userId}`;

function grade(store: Filled, { lectern, floor }: Servers): Write {
  const sent = (n: number): Sending => ({ method: 'PUT', body: JSON.stringify({ submission: { posted_grade: String(n % 10) } }) });
  return {
    name: 'PUT submissions/:user_id (a grade)',
    moving: [],
    lectern: {
      url: lectern.url,
      headers: headersOf(store.tokens.teacher),
      next: inTurn(store, byStudent, (place) => pathOf(store, place), sent),
    },
    floor: {
      url: floor.url,
      headers: headersOf(),
      next: inTurn(store, byStudent, ({ assignmentId, userId }) => `/grade/${assignmentId}/${userId}`, sent),
    },
  };
}

function turnIn(store: Filled, { lectern, floor }: Servers): Write {
  const body = JSON.stringify({
    submission: { submission_type: 'online_text_entry', body: '<p>The chapter leaves out what came before it.</p>' },
  });
  const sent = (): Sending => ({ method: 'POST', body });
  const path = ({ assignmentId }: Place) => `/api/v1/courses/${store.gradedCourseId}/assignments/${assignmentId}/submissions`;
  return {
    name: 'POST submissions (a turn-in)',
    moving: [[/"attempt":\d+/g, '"attempt":1']],
    lectern: { url: lectern.url, headers: headersOf(store.tokens.gradedStudent), next: inTurn(store, byStudent, path, sent) },
    floor: {
      url: floor.url,
      headers: headersOf(),
      next: inTurn(store, byStudent, ({ assignmentId }) => `/turn-in/${assignmentId}`, sent),
    },
  };
}

/** By the teacher. It goes into the conversation of the two as well, which is there: the first comment on each student's work made it. */
export function commenting(store: Filled, { lectern, floor }: Servers): Write {
  const body = JSON.stringify({ comment: { text_comment: 'This is what the chapter says of it, too.' } });
  const sent = (): Sending => ({ method: 'PUT', body });
  const asTeacher = { url: lectern.url, headers: headersOf(store.tokens.teacher) };
  const next = () => inTurn(store, byAssignment, (place) => pathOf(store, place), sent);
  return {
    name: 'PUT submissions/:user_id (a comment)',
    // All comments are answered, and one side's are there when the other is compared: the newest of them is.
    moving: [[/("submission_comments":\[).*\{"id":\d+(,"author_id")/g, '$1{"id":1$2']],
    prepare: () => ask({ ...asTeacher, next: next() }, store.gradedStudents),
    lectern: { ...asTeacher, next: next() },
    floor: {
      url: floor.url,
      headers: headersOf(),
      next: inTurn(store, byAssignment, ({ assignmentId, userId }) => `/comment/${assignmentId}/${userId}`, sent),
    },
  };
}

export const gradingWrites = (store: Filled, servers: Servers): Write[] => [grade(store, servers), turnIn(store, servers)];
