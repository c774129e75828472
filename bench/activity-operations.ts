import { z } from 'zod';
import { StreamItem, SummaryEntry } from '../src/areas/activity/schemas.ts';
import { plainText } from '../src/http/plain-text.ts';
import { type AssignmentRow, assignment, COLUMNS } from './assignments.ts';
import { type CourseRow, courseColumns, courses } from './courses.ts';
import { BASE_URL, floor, type Operation, jsonTime as time } from './floors.ts';
import { type SubmissionRow, submission, submissionColumns } from './submissions.ts';

/** Everything of the store is of a course, in which the student $1 is, and to be seen: topics and messages are of all there, the rest is the student's. */
const COURSES = `(select distinct e.course_id from enrollments e where e.user_id = $1 and e.state = 'active')`;
const OF_ALL = `(i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') or i.audience is not null)
        and (i.audience is null or $1 = any(i.audience))`;
const own = (newest: string) => `(
    (select x.stream_item_id, x.type, x.category, x.course_id, null::int as topic_id, x.updated_at from stream_item_instances x
      where x.user_id = $1 and x.course_id in ${COURSES} and x.topic_id is null order by x.updated_at desc, x.stream_item_id desc ${newest})
    union all select i.* from ${COURSES} c cross join lateral (
      select i.id, i.type, (select n.category from notifications n where n.id = i.notification_id) as category, i.course_id, i.topic_id, i.updated_at from stream_items i where i.course_id = c.course_id and ${OF_ALL}
      order by i.updated_at desc, i.id desc ${newest}) i)`;

type Json<Row> = Omit<Row, 'selector' | 'secret'>;

interface Row extends Pick<CourseRow, 'selector' | 'secret'> {
  id: number;
  type: StreamItem['type'];
  read: boolean;
  course_id: number;
  created_at: string;
  updated_at: string;
  topic: {
    id: number;
    title: string;
    message: string;
    count: number;
    entries: { user_id: number; user_name: string; message: string }[];
  } | null;
  message: { id: number; category: NonNullable<StreamItem['notification_category']>; subject: string; body: string; path: string } | null;
  submission: SubmissionRow | null;
  assignment: (AssignmentRow & { due_at: string | null }) | null;
  course: Json<CourseRow> | null;
}

/** The overrides of the store are of sections or of the student. */
const DUE = `coalesce((select max(o.due_at) from assignment_overrides o where o.assignment_id = a.id and (
    o.course_section_id in (select e.course_section_id from enrollments e where e.course_id = a.course_id and e.user_id = $1)
    or exists (select 1 from assignment_override_students t where t.assignment_id = a.id and t.user_id = $1 and t.override_id = o.id))), a.due_at)`;

const PAGE = `select x.stream_item_id as id, x.type, coalesce(p.read, x.topic_id is null) as read, x.course_id, i.created_at, x.updated_at,
    case when t.id is not null then json_build_object('id', t.id, 'title', t.title, 'message', t.message,
      'count', (select count(*) from discussion_entries e where e.topic_id = t.id and e.root_entry_id is null and not e.deleted),
      'entries', (select json_agg(json_build_object('user_id', e.user_id, 'user_name', u.short_name, 'message', e.message) order by e.id desc)
        from (select * from discussion_entries e where e.topic_id = t.id and e.root_entry_id is null and not e.deleted order by e.id desc limit 3) e
          join users u on u.id = e.user_id)) end as topic,
    case when n.id is not null then json_build_object('id', n.id, 'category', n.category, 'subject', n.subject, 'body', n.body, 'path', n.path) end as message,
    case when i.assignment_id is not null then (select to_json(q) from (select ${submissionColumns(DUE)}) q) end as submission,
    case when i.assignment_id is not null then (select to_json(q) from (select ${COLUMNS}, ${DUE} as due_at) q) end as assignment,
    case when i.assignment_id is not null then (select to_json(q) from (select ${courseColumns('null')}
      from enrollments e where e.course_id = c.id and e.user_id = $1 and e.state = 'active') q) end as course,
    f.selector, f.secret
  from (select x.* from ${own('limit 10')} x order by x.updated_at desc, x.stream_item_id desc limit 10) x join stream_items i on i.id = x.stream_item_id
    left join discussion_topics t on t.id = i.topic_id left join discussion_participants p on p.topic_id = x.topic_id and p.user_id = $1
    left join notifications n on n.id = i.notification_id left join submissions s on s.assignment_id = i.assignment_id and s.user_id = i.student_id
    left join assignments a on a.id = i.assignment_id left join courses c on c.id = a.course_id left join feed_codes f on f.user_id = $1
  order by x.updated_at desc, x.stream_item_id desc`;

type Shown = Pick<StreamItem, 'title' | 'message' | 'html_url'>;

const shared = (row: Row, { title, message, html_url }: Shown) => ({
  id: row.id,
  html_url,
  created_at: row.created_at,
  updated_at: row.updated_at,
  title,
  message,
  type: row.type,
  read_state: row.read,
  context_type: 'course' as const,
  course_id: row.course_id,
  group_id: null,
});

function topicItem(row: Row, topic: NonNullable<Row['topic']>): StreamItem {
  const html_url = `${BASE_URL}/courses/${row.course_id}/discussion_topics/${topic.id}`;
  const id = row.type === 'Announcement' ? { announcement_id: topic.id } : { discussion_topic_id: topic.id };
  return {
    ...shared(row, { title: topic.title, message: plainText(topic.message), html_url }),
    ...id,
    total_root_discussion_entries: topic.count,
    require_initial_post: false,
    user_has_posted: null,
    root_discussion_entries: topic.entries.map(({ message, ...user }) => ({ user, message: plainText(message) })),
  };
}

function submissionItem(row: Row, userId: number): StreamItem {
  const { submission: sent, assignment: of, course, selector, secret } = row;
  if (!sent || !of || !course) throw new Error('an item of the store is of nothing');
  const { user_id, assignment_id, attempt, body, url, submission_type, submitted_at, graded_at, grader_id, ...rest } = submission(sent);
  const { grade_matches_current_submission, late, missing, seconds_late, late_policy_status, workflow_state, html_url, preview_url } = rest;
  const { grade, score, entered_grade, entered_score, points_deducted } = rest;
  const before = { user_id, assignment_id, attempt, body, url, submission_type, submitted_at: time(submitted_at) };
  const graded = {
    grade,
    score,
    graded_at: time(graded_at),
    grader_id,
    grade_matches_current_submission,
    late,
    missing,
    seconds_late,
    late_policy_status,
    entered_grade,
    entered_score,
    points_deducted,
    workflow_state,
    preview_url,
  };
  const times = { start_at: time(course.start_at), end_at: time(course.end_at), created_at: time(course.created_at) };
  const row2 = { ...course, selector, secret, ...times };
  return {
    ...shared(row, { title: of.name, message: '', html_url }),
    ...before,
    ...graded,
    submission_comments: [],
    assignment: assignment({ ...of, due_at: time(of.due_at), lock_at: time(of.lock_at), unlock_at: time(of.unlock_at) }),
    course: courses([row2], userId)[0],
  };
}

function item(row: Row, userId: number): StreamItem {
  const { topic, message } = row;
  if (topic) return topicItem(row, topic);
  if (!message) return submissionItem(row, userId);
  const { id, category, subject: title, body, path } = message;
  return { ...shared(row, { title, message: body, html_url: `${BASE_URL}${path}` }), message_id: id, notification_category: category };
}

export const activityOperations: readonly Operation[] = [
  {
    name: 'GET /users/self/activity_stream',
    as: 'busyStudent',
    path: () => '/users/self/activity_stream',
    answer: z.array(StreamItem),
    floor: floor<Row>({
      id: (store) => store.busyStudentId,
      text: PAGE,
      present: (rows, store) => rows.map((row) => item(row, store.busyStudentId)),
    }),
  },
  {
    name: 'GET /users/self/activity_stream/summary',
    as: 'busyStudent',
    path: () => '/users/self/activity_stream/summary',
    answer: z.array(SummaryEntry),
    floor: floor({
      id: (store) => store.busyStudentId,
      text: `select x.type, count(*) filter (where not x.read)::int as unread_count, count(*)::int as count, x.category as notification_category
        from (select x.type, x.category, coalesce(p.read, x.topic_id is null) as read
          from ${own('')} x left join discussion_participants p on p.topic_id = x.topic_id and p.user_id = $1) x
        group by x.type, x.category order by x.type, x.category::text`,
    }),
  },
];
