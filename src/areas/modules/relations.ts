import type { ViewerKind } from '../../access/viewer.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { identifier, join, none, type Piece, quoted, type Sql, sql } from '../../store/sql/sql.ts';
import { type ParametersOf, statement } from '../../store/sql/statement.ts';
import { array, boolean, int, timestamptz } from '../../store/sql/types.ts';
import { isMuted, isPublished } from '../assignments/relations.ts';
import { isPosted, isTopic } from '../discussions/relations.ts';
import { FILE_CONCEALED } from '../files/relations.ts';
import { isPage, isPublishedPage } from '../pages/relations.ts';
import { isFinished } from '../quizzes/relations.ts';
import { hasGivenGrade, isTurnedIn, wasGraded } from '../submissions/relations.ts';

/** What modules mean in SQL: what an item is of, how far students are, and what is held back from them. */

/**
 * The kinds of items, which is the one place where another is added: the rows that an item `i` has as its content, of which there is one.
 * `assignment_id` is that of what is one thing with an assignment, `slug` what the address of a page has in place of its id. A course is always `c`.
 * Each asks for its kind first, which spares PostgreSQL all others: for a course of 900 items that is two thirds of the time.
 */
const CONTENT_OF = {
  Assignment: sql`select x.id, x.name, not x.deleted, ${isPublished('x')}, x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
    from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id`,
  Quiz: sql`select x.id, x.title, not x.deleted, ${isPublished('x')}, x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
    from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id`,
  Discussion: sql`select x.id, x.title, ${isTopic('x')}, ${isPosted('x')}, x.assignment_id, null, null, null, x.lock_at, null
    from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id`,
  File: sql`select f.id, f.display_name, not f.deleted, not ${FILE_CONCEALED}, null, null, null, null, null, null
    from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id`,
  Page: sql`select x.id, x.title, ${isPage('x')}, ${isPublishedPage('x')}, null, null, null, null, null, x.url
    from wiki_pages x where i.kind = 'Page' and x.id = i.page_id`,
  // What stands by itself is published by itself.
  SubHeader: sql`select null, i.title, true, ${isPublished('i')}, null, null, null, null, null, null where i.kind = 'SubHeader'`,
  ExternalUrl: sql`select null, i.title, true, ${isPublished('i')}, null, null, null, null, null, null where i.kind = 'ExternalUrl'`,
};

/** The columns of each of these, in their order. */
const COLUMNS = sql`content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug`;

/** What an item `i` is of; no row where its content is gone, and the item with it (modules#21). */
const CONTENT_ROW = sql`(select * from (${join(Object.values(CONTENT_OF), ' union all ')}) one(${COLUMNS}) where one.is_there)`;
/** It, as `content`. */
export const CONTENT = sql`cross join lateral ${CONTENT_ROW} content`;

/** Item `i` has content, and the viewer sees it: asked in half the time that the row of it takes. */
export const hasContent = (viewer: ViewerKind): Sql => {
  const seen = viewer === 'staff' ? sql`one.is_there` : sql`one.is_there and one.is_shown`;
  const kinds = Object.entries(CONTENT_OF).map(
    ([name, rows]) => sql`when ${quoted(name)} then (select ${seen} from (${rows}) one(${COLUMNS}))`,
  );
  return sql`case i.kind ${join(kinds, ' ')} end`;
};

/** What an item `i` is of: of what is one thing with an assignment the assignment, else its content. Null of what stands by itself. */
const OF = sql`case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
          coalesce(content.assignment_id, content.content_id) as of_id`;

/** A module is published, or counts as that. */
export const isOut = (m: string): Sql => isPublished(m);

const progressOf = (student: Piece, column: Sql): Sql =>
  sql`(select v.${column} from module_item_progress v where v.item_id = i.id and v.user_id = ${student})`;

/** Since when a student meets the requirement of an item `i` with its `content`; null: not yet, or there is none (modules#31). */
const metAt = (student: Piece): Sql => sql`case i.requirement
    when 'must_view' then ${progressOf(student, sql`viewed_at`)}
    when 'must_mark_done' then ${progressOf(student, sql`done_at`)}
    when 'must_contribute' then coalesce(
      (select min(e.created_at) from discussion_topics x join discussion_entries e on e.topic_id = x.id
        where (x.id = i.topic_id or x.root_topic_id = i.topic_id) and e.user_id = ${student} and not e.deleted),
      (select min(r.created_at) from wiki_page_revisions r where r.page_id = i.page_id and r.editor_id = ${student}))
    when 'must_submit' then coalesce(
      (select case when ${isTurnedIn('s')} then s.submitted_at when ${hasGivenGrade('s')} and not ${isMuted('x')} then s.graded_at end
        from submissions s join assignments x on x.id = s.assignment_id where s.assignment_id = content.assignment_id and s.user_id = ${student}),
      (select min(t.finished_at) from quiz_attempts t where t.quiz_id = i.quiz_id and t.user_id = ${student} and ${isFinished('t')}))
    when 'min_score' then coalesce(
      (select s.graded_at from submissions s join assignments x on x.id = s.assignment_id
        where s.assignment_id = content.assignment_id and s.user_id = ${student} and s.score >= i.min_score and ${wasGraded('s')} and not ${isMuted('x')}),
      (select min(t.finished_at) from quiz_attempts t
        where t.quiz_id = i.quiz_id and content.assignment_id is null and t.user_id = ${student} and t.score >= i.min_score and ${isFinished('t')}))
    end`;

interface Where {
  /** Rows with the columns `course_id` and `students`, an `int[]`: the courses, and whose progress counts in each. */
  places: Sql;
  now: Piece;
  /** Of modules `m`: those that are to be told of, with all that they wait for. Left out: all. */
  only?: Sql;
}

const stepOf = (student: Piece): Sql => sql`i.id as item_id, i.position, i.requirement is not null as asked, ${metAt(student)} as met_at`;

/**
 * The steps of a student in a module `m`. Content is looked up of items that ask for something, and of no others: whether these are
 * shown says whoever lists them.
 */
const steps = (student: Piece): Sql => sql`select ${stepOf(student)}
  from module_items i left join lateral (select own.* from ${CONTENT_ROW} own where i.requirement is not null ${ONE_BY_ONE}) content on true
  where i.module_id = m.id and not i.deleted and (i.requirement is null or content.is_shown) ${ONE_BY_ONE}`;

/** The steps that are shown to the student, with what each is of, as `OF` says it. */
const stepsWithContent = (student: Piece): Sql => sql`select ${stepOf(student)}, ${OF}
  from module_items i ${CONTENT} where i.module_id = m.id and not i.deleted and content.is_shown ${ONE_BY_ONE}`;

/** The tables of `progressIn`, of some items of a module for a student. */
const progressBy = (own: (student: Piece) => Sql, { places, now, only }: Where): Sql => sql`steps as materialized (
    select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
      learner.id as student, own.*
    from (${places}) place join course_modules m on m.course_id = place.course_id and not m.deleted ${only === undefined ? none : sql`and ${only}`}
      join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
      left join lateral (${own(sql`learner.id`)}) own on true
    where ${isOut('m')}),
  counted as materialized (
    select module_id, student, waits_for, coalesce(unlock_at > ${now}, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
      count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
    from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
    select o.*, not o.early and not exists (select 1 from counted r
      where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
    from counted o),
  paths as (
    select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
        over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
    from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null)`;

/**
 * Tables of a statement that say how far students are in courses (modules#30). A course without modules costs them one look into an index.
 *
 * `steps`: each item, for each student, of those that ask for something if it is shown; a module without any has one row without `item_id`.
 * `stages`: each module that is published, for each student: whether it is `open`, and `done`.
 * `paths`: the steps again, with whether each is `held` back.
 */
export const progressIn = (where: Where): Sql => progressBy(steps, where);

/** Content by what it is, as `OF` names it. */
export const CONTENT_TAKES = { assignments: array(int), quizzes: array(int), topics: array(int), files: array(int), pages: array(int) };
type Contents = ParametersOf<typeof CONTENT_TAKES>;

const named = (column: string, ids: Piece): Sql => sql`select i.* from module_items i where i.${identifier(column)} = any(${ids}::int[])`;
/** The items `i` of some content, each found in an index. */
export const itemsOf = (p: Contents): Sql =>
  sql`(${join(
    [
      named('assignment_id', p.assignments),
      sql`select i.* from quizzes x join module_items i on i.quiz_id = x.id where x.assignment_id = any(${p.assignments}::int[])`,
      sql`select i.* from discussion_topics x join module_items i on i.topic_id = x.id where x.assignment_id = any(${p.assignments}::int[])`,
      named('quiz_id', p.quizzes),
      named('topic_id', p.topics),
      named('file_id', p.files),
      named('page_id', p.pages),
    ],
    ' union all ',
  )})`;
/** The modules that decide of some items: those that they are in, and all that these wait for. */
const decidingOf = (items: Sql): Sql => sql`concerned as materialized (select m.id, m.waits_for from course_modules m
      where not m.deleted and m.id in (select i.module_id from ${items} i where not i.deleted))`;
const IS_CONCERNED = sql`m.id = any(array(select id from concerned union select unnest(waits_for) from concerned))`;

/**
 * Tables of a statement besides those of `progressIn`, of the same courses and students.
 *
 * `every_place`: each item of content, for each student, and whether it is `held` back there; `early` says that its module waits for a date.
 * `standing`: content with a place in a module: whether it is `held` back from all of these students, and in which module first. It is
 * where each of its places is held back; one in a module that is not published always is (modules#35).
 */
const standingIn = (where: Where): Sql => sql`${progressBy(stepsWithContent, where)},
  every_place as (
    select student, of_kind, of_id, module_id, module_position, position, item_id, early, held from paths where of_id is not null
    union all select learner.id, ${OF}, m.id, m.position, i.position, i.id, false, true
    from (${where.places}) place join course_modules m on m.course_id = place.course_id and not m.deleted ${where.only === undefined ? none : sql`and ${where.only}`}
      join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
      join module_items i on i.module_id = m.id and not i.deleted ${CONTENT}
    where content.content_id is not null and not ${isOut('m')}),
  standing as (
    select of_kind, of_id, bool_and(held) as held, (array_agg(module_id order by module_position, position, item_id))[1] as module_id,
      (array_agg(early order by module_position, position, item_id))[1] as early
    from every_place group by of_kind, of_id)`;

/** What is held back of some content (`p`), and of all that a course has in modules: `standing` and what it needs. */
export const contentStandingIn = (p: Contents, where: Omit<Where, 'only'>): Sql =>
  sql`${decidingOf(itemsOf(p))}, ${standingIn({ ...where, only: IS_CONCERNED })}`;
export const wholeStandingIn = (where: Omit<Where, 'only'>): Sql => standingIn(where);

/** Whether a row of `standing`, or of `every_place` under that name, is of this content. */
export const isAmong = (p: Contents): Sql => sql`standing.of_id = any(case standing.of_kind when 'Assignment' then ${p.assignments}::int[]
    when 'Quiz' then ${p.quizzes}::int[] when 'Discussion' then ${p.topics}::int[] when 'File' then ${p.files}::int[] else ${p.pages}::int[] end)`;

/** Whether a row of `standing` is an assignment, or one thing with one, that is held back. */
export const IS_HELD_ASSIGNMENT = sql`standing.held and standing.of_kind = 'Assignment'`;

/** Whether modules of a course can hold anything back, or ask that it is viewed: without that nobody looks (modules#39). */
export const canGate = (course: Piece): Sql => sql`exists (select 1 from course_modules m where m.course_id = ${course} and not m.deleted
    and (not m.published or m.unlock_at is not null or m.require_sequential_progress or m.prerequisite_ids <> '{}'
      or exists (select 1 from module_items i where i.module_id = m.id and not i.deleted and i.requirement = 'must_view')))`;

/** Items `i` of content that ask a student to view them, who has not yet. */
const asking = (p: Contents & { courseId: Piece; studentId: Piece }): Sql => sql`select i.id, i.module_id, i.deleted
    from ${itemsOf(p)} i join course_modules m on m.id = i.module_id
    where m.course_id = ${p.courseId} and not m.deleted and not i.deleted and i.requirement = 'must_view'
      and not exists (select 1 from module_item_progress v where v.item_id = i.id and v.user_id = ${p.studentId} and v.viewed_at is not null)`;
const VIEW_TAKES = { courseId: int, studentId: int, ...CONTENT_TAKES };

/** Whether a student who looks at content does what a module asks for. */
export const CONTENT_TO_VIEW = statement({
  name: 'module_content_to_view',
  takes: VIEW_TAKES,
  gives: { asks: boolean },
  sql: (p) => sql`select exists (${asking(p)}) as asks`,
});

/** They have: the places that ask for it are viewed, but for those that are held back (modules#40). */
export const CONTENT_VIEWED = statement({
  name: 'module_content_viewed',
  takes: { ...VIEW_TAKES, now: timestamptz },
  sql: (p) => sql`with asking as materialized (${asking(p)}), ${decidingOf(sql`asking`)},
     ${progressIn({
       places: sql`select ${p.courseId}::int as course_id, array[${p.studentId}::int] as students`,
       now: sql`${p.now}::timestamptz`,
       only: IS_CONCERNED,
     })}
   insert into module_item_progress as v (item_id, user_id, viewed_at) select asking.id, ${p.studentId}::int, ${p.now}::timestamptz
   from paths join asking on asking.id = paths.item_id where not paths.held
   on conflict (item_id, user_id) do update set viewed_at = coalesce(v.viewed_at, excluded.viewed_at)`,
});
