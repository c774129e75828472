import { z } from 'zod';
import { Page, Revision } from '../src/areas/pages/schemas.ts';
import { sortKeySql } from '../src/store/sort-key.ts';
import { sql } from '../src/store/sql/sql.ts';
import type { Filled } from './filled.ts';
import { BASE_URL, floor, type Operation } from './floors.ts';
import type { OverriddenCourse } from './overridden-course.ts';
import { PICTURED, type ShownRow, shownUser } from './people.ts';
import { analyze, type Size, type Step } from './sizes.ts';

/** The page that has been changed often, and so often. */
const CHANGED_PAGE = 1;
const REVISIONS = 200;

const TITLE = `'Page ' || to_char(n * 7919 % 10000, 'FM0000')`;
const BODY = `'<p>' || repeat('Read the chapter and say what it leaves out. ', 20 + n % 30) || '</p>'`;
const AT = `timestamptz '2025-09-01 06:00:00+00' + n * interval '1 hour'`;

/** Pages of the overridden course, numbered from 1 on; one in eight is a draft. */
export const pageSteps = ({ courseId, teacherId }: OverriddenCourse, { pages }: Size): Step[] => [
  {
    text: `insert into wiki_pages (course_id, title, sort_key, url, body, editing_roles, published, front_page, revision, editor_id, created_at, updated_at)
      select $1, title, ${sortKeySql(sql`title`).text}, lower(replace(title, ' ', '-')), ${BODY}, 'teachers', n % 8 <> 5, n = 2,
        case n when ${CHANGED_PAGE} then ${REVISIONS} else 1 end, $2, ${AT}, ${AT}
      from generate_series(1, $3::int) n cross join lateral (select ${TITLE} as title) t order by n`,
    values: [courseId, teacherId, pages],
  },
  analyze('wiki_pages'),
  {
    text: `insert into wiki_page_revisions (page_id, number, title, url, body, editor_id, created_at)
      select p.id, number, p.title, p.url, p.body, p.editor_id, p.created_at + number * interval '1 minute'
      from wiki_pages p cross join lateral generate_series(1, p.revision) number`,
  },
];

interface PageRow extends ShownRow {
  id: number;
  url: string;
  title: string;
  created_at: string;
  updated_at: string;
  editing_roles: string;
  published: boolean;
  publish_at: string | null;
  front_page: boolean;
}
interface RevisionRow extends ShownRow {
  number: number;
  created_at: string;
  latest: boolean;
}

const EDITOR = `u.id as user_id, u.short_name as user_name, ${PICTURED}`;

const pageJson = (row: PageRow, courseId: number): Page => ({
  page_id: row.id,
  url: row.url,
  title: row.title,
  created_at: row.created_at,
  updated_at: row.updated_at,
  hide_from_students: !row.published,
  editing_roles: row.editing_roles,
  last_edited_by: shownUser(row, courseId),
  published: row.published,
  publish_at: row.publish_at,
  front_page: row.front_page,
  locked_for_user: false,
  html_url: `${BASE_URL}/courses/${courseId}/pages/${row.url}`,
});

const revision = (row: RevisionRow, courseId: number): Revision => ({
  revision_id: row.number,
  updated_at: row.created_at,
  latest: row.latest,
  edited_by: shownUser(row, courseId),
});

const path = (store: Filled): string => `/courses/${store.overriddenCourseId}/pages`;

export const pageOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/pages',
    as: 'overriddenStudent',
    path,
    answer: z.array(Page),
    floor: floor<PageRow>({
      id: (store) => store.overriddenCourseId,
      text: `select p.id, p.url, p.title, p.created_at, p.updated_at, p.editing_roles, p.published, p.publish_at, p.front_page, ${EDITOR}
        from (select * from wiki_pages p where p.course_id = $1 and not p.deleted and p.published order by p.sort_key, p.id limit 10) p
          join users u on u.id = p.editor_id order by p.sort_key, p.id`,
      present: (rows, store) => rows.map((row) => pageJson(row, store.overriddenCourseId)),
    }),
  },
  {
    name: 'GET /courses/:id/pages/:url/revisions',
    as: 'teacher',
    path: (store) => `${path(store)}/page_id:${CHANGED_PAGE}/revisions`,
    answer: z.array(Revision),
    floor: floor<RevisionRow>({
      id: () => CHANGED_PAGE,
      text: `select r.number, r.created_at, r.number = p.revision as latest, ${EDITOR}
        from (select * from wiki_page_revisions r where r.page_id = $1 order by r.number desc limit 10) r
          join wiki_pages p on p.id = r.page_id join users u on u.id = r.editor_id order by r.number desc`,
      present: (rows, store) => rows.map((row) => revision(row, store.overriddenCourseId)),
    }),
  },
];
