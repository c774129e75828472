import type { Ledger } from '../ledger.ts';
import type { Course, School } from '../school.ts';
import { each } from '../setting-up.ts';
import type { Site } from '../site.ts';
import { Asker } from './asking.ts';
import { checkConversations } from './conversations.ts';
import { checkCourseWork, type OfStudent, workOf } from './course-work.ts';
import { checkDatabase } from './database.ts';
import { checkDiscussions } from './discussions.ts';
import { checkFiles } from './files.ts';
import { checkGrades } from './grades.ts';
import { checkMade } from './made.ts';
import { checkQuizzes } from './quizzes.ts';
import { checkTodo } from './todo.ts';

/** What is checked, by what, and what differs. */
export interface Checking {
  ask: Asker;
  school: School;
  ledger: Ledger;
  /** What students of a course have turned in, read once. */
  work: (course: Course) => Promise<OfStudent[]>;
  /** Says what differs, with the ids of what it is about. */
  differs: (says: string) => void;
}

interface Checked {
  site: Pick<Site, 'urls' | 'query'>;
  school: School;
  ledger: Ledger;
  tell: (line: string) => void;
}

type OfCourse = (checking: Checking, course: Course) => Promise<void>;
const OF_COURSES: Readonly<Record<string, OfCourse>> = {
  'course work': checkCourseWork,
  files: checkFiles,
  grades: checkGrades,
  quizzes: checkQuizzes,
  discussions: checkDiscussions,
  'to do': checkTodo,
  made: checkMade,
};

const AT_ONCE = 12;

/** What is not as it should be, a line each. */
export async function check({ site, school, ledger, tell }: Checked, ask = new Asker(site)): Promise<string[]> {
  const found: string[] = [];
  const read = new Map<Course, Promise<OfStudent[]>>();
  const work = (course: Course) => {
    const one = read.get(course) ?? workOf(ask, course);
    read.set(course, one);
    return one;
  };
  const checkingOf = (name: string): Checking => ({ ask, school, ledger, work, differs: (says) => void found.push(`${name}: ${says}`) });
  try {
    for (const [name, look] of Object.entries(OF_COURSES)) {
      const checking = checkingOf(name);
      const failed = (course: Course) => (error: unknown) => checking.differs(`course ${course.id} cannot be checked: ${String(error)}`);
      await each(school.courses, (course) => look(checking, course).catch(failed(course)), AT_ONCE);
      tell(`checked ${name}`);
    }
    await checkConversations(checkingOf('conversations'));
    tell('checked conversations');
    found.push(...(await checkDatabase(site, ledger)));
  } finally {
    ask.end();
  }
  return found;
}
