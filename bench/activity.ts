import { analyze, type Size, type Step } from './sizes.ts';

/** The last one today, the others back through the year. */
const spread = (count: string): string => `now() - interval '1 hour' - (b.c + (n - 1) * 8) * interval '365 days' / (8 * ${count} + 8)`;
const TEXT = `'<p>' || repeat('What I read of it says so too. ', 3 + n % 9) || n || '</p>'`;

/** Half of them announcements, each with two entries, two thirds of them read. */
const topics = (count: number, studentId: number, teacherId: number): Step[] => [
  {
    text: `create temp table talks on commit drop as
      select (select max(id) from discussion_topics) + row_number() over (order by n desc, b.c)::int as id, b.course_id, n, ${spread('$1::int')} as at
      from busy b cross join generate_series(1, $1::int) n`,
    values: [count],
  },
  {
    text: `insert into discussion_topics (id, course_id, user_id, title, message, is_announcement, state, position, posted_at, entry_count, created_at, updated_at)
      overriding system value
      select id, course_id, $1, 'Topic ' || n, ${TEXT}, n % 2 = 0, 'active', -id::bigint * 1024, at, 2, at, at from talks order by id`,
    values: [teacherId],
  },
  analyze('discussion_topics'),
  {
    text: `insert into discussion_entries (topic_id, user_id, message, version, created_at, updated_at)
      select id, $1, '<p>So it is, ' || e || '.</p>', e, at, at from talks cross join generate_series(1, 2) e order by id, e`,
    values: [teacherId],
  },
  {
    text: `insert into discussion_participants (topic_id, user_id, read) select id, $1, true from talks where n % 3 > 0`,
    values: [studentId],
  },
  {
    text: `insert into stream_items (type, course_id, topic_id, created_at, updated_at)
      select case when n % 2 = 0 then 'Announcement' else 'DiscussionTopic' end::stream_type, course_id, id, at, at from talks order by id`,
  },
  analyze('stream_items'),
];

const submissions = (studentId: number, teacherId: number): Step[] => [
  {
    // The last one today, the others back through half a year.
    text: `update submissions s set state = 'graded', score = 8, grade = '8', grader_id = $2,
        graded_at = now() - interval '1 hour' - (n.rank - 1) * interval '180 days' / n.count
      from (select x.assignment_id, row_number() over (order by a.due_at desc, a.id) as rank, count(*) over () as count
        from submissions x join assignments a on a.id = x.assignment_id join busy b on b.course_id = a.course_id
        where x.user_id = $1 and a.position % 3 = 0) n
      where s.assignment_id = n.assignment_id and s.user_id = $1`,
    values: [studentId, teacherId],
  },
  {
    text: `with made as (
        insert into stream_items (type, course_id, assignment_id, student_id, created_at, updated_at)
        select 'Submission', s.course_id, s.assignment_id, s.user_id, s.graded_at, s.graded_at
        from submissions s join busy b on b.course_id = s.course_id where s.user_id = $1 and s.graded_at is not null order by s.graded_at, s.assignment_id
        returning id, course_id, updated_at)
      insert into stream_item_instances (user_id, stream_item_id, type, course_id, updated_at)
      select $1, id, 'Submission', course_id, updated_at from made`,
    values: [studentId],
  },
];

const messages = (count: number): Step[] => [
  {
    text: `insert into notifications (key, category, subject, body, path, course_id, created_at)
      select 'bench:' || b.c || ':' || n, case when n % 2 = 0 then 'Assignment Changed' else 'Due Date' end::notification_category, 'Work ' || n, '',
        '/courses/' || b.course_id, b.course_id, ${spread('$1::int')} from busy b cross join generate_series(1, $1::int) n order by n desc, b.c`,
    values: [count],
  },
  analyze('notifications'),
  {
    // To all who take part, as of an assignment that was changed or is due.
    text: `insert into stream_items (type, course_id, notification_id, created_at, updated_at, audience)
      select 'Message', n.course_id, n.id, n.created_at, n.created_at,
        array(select distinct e.user_id from enrollments e where e.course_id = n.course_id and e.state = 'active' order by e.user_id)
      from notifications n order by n.id`,
  },
];

/** A year of activity in the courses of the busy student (agenda.ts), whose table `busy` is there still. */
export const activitySteps = ({ activity }: Size, studentId: number, teacherId: number): Step[] => [
  ...topics(activity.topics, studentId, teacherId),
  ...submissions(studentId, teacherId),
  ...messages(activity.messages),
];
