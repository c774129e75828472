import { z } from 'zod';
import { Collection } from '../src/areas/collections/schemas.ts';
import { Batch } from '../src/areas/conversations/schemas.ts';
import { CourseNickname } from '../src/areas/courses/schemas.ts';
import { DOWNLOAD, downloadAddress } from '../src/areas/files/json.ts';
import { CustomColors } from '../src/areas/preferences/schemas.ts';
import { AVATAR } from '../src/areas/profiles/avatar-options.ts';
import { AvatarOption } from '../src/areas/profiles/schemas.ts';
import { Token } from '../src/areas/users/schemas.ts';
import { sign, signedParameters } from '../src/http/signing.ts';
import type { Filled } from './filled.ts';
import { AVATAR_URL, BASE_URL, floor, type Operation, SECRET_KEY } from './floors.ts';
import type { QuizCourse } from './quizzes.ts';
import type { Step } from './sizes.ts';

/** Of everything that the student has for herself alone, which is more than a page holds. */
const MANY = 25;
const MADE = `timestamptz '2025-09-10 06:00:00+00' + n * interval '1 hour'`;

/** What one student has, whom no other row shows courses, colors or files of. */
export const ownListSteps = ({ studentId }: Pick<QuizCourse, 'studentId'>): Step[] => [
  {
    // Before her own one, so that its use changes nothing of the page.
    text: `insert into access_tokens (user_id, hash, hint, purpose, expires_at, last_used_at, created_at)
      select $1, sha256(convert_to('token ' || n, 'UTF8')), to_char(n, 'FM00000'), case when n % 2 = 0 then 'Calendar ' || n end,
        case when n % 3 = 0 then timestamptz '2099-01-01 00:00:00+00' end, case when n % 5 > 0 then ${MADE} end, ${MADE} from generate_series(1, ${MANY}) n order by n`,
    values: [studentId],
  },
  {
    // Courses that are over for her are still hers to name, and stand in no list of people.
    text: `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
      select c.id, (select min(s.id) from course_sections s where s.course_id = c.id), $1, c.root_account_id, 'StudentEnrollment', 'completed'
      from courses c where not exists (select from enrollments e where e.course_id = c.id and e.user_id = $1) order by c.id limit ${MANY}`,
    values: [studentId],
  },
  {
    text: `insert into course_nicknames (user_id, course_id, nickname) select $1, id, 'My ' || course_code from courses order by id limit ${MANY}`,
    values: [studentId],
  },
  {
    text: `insert into place_preferences (user_id, place, color, position)
      select $1, 'course_' || id, case when id % 5 > 0 then '#' || left(md5(id::text), 6) end, id % 10 from courses order by id limit ${MANY}`,
    values: [studentId],
  },
  {
    text: `insert into collections (user_id, name, visibility)
      select $1, 'Read ' || n, case when n % 2 = 0 then 'public' else 'private' end::collection_visibility from generate_series(1, ${MANY}) n order by n`,
    values: [studentId],
  },
  {
    text: `with root as (insert into folders (user_id, ancestors, name, sort_key) values ($1, '{}', 'my files', 'my files') returning id)
      insert into folders (user_id, parent_id, ancestors, name, sort_key) select $1, id, array[id], 'profile pictures', 'profile pictures' from root`,
    values: [studentId],
  },
  {
    text: `insert into attachments (uuid, user_id, folder_id, uploader_id, display_name, sort_key, filename, content_type, size, storage_key)
      select md5('picture ' || n)::uuid, $1, fo.id, $1, picture, picture, picture, 'image/png', 1000 + n, 'bench picture ' || n
      from folders fo cross join generate_series(1, ${MANY}) n cross join lateral (select 'me ' || n || '.png' as picture) t
      where fo.user_id = $1 and fo.parent_id is not null order by n`,
    values: [studentId],
  },
  {
    // All their recipients are taken already: a worker that comes upon them sends nothing.
    text: `with made as (insert into conversation_messages (author_id, body, created_at)
        select $1, 'Who has read chapter ' || n || '?', ${MADE} from generate_series(1, ${MANY}) n order by n returning id, author_id)
      insert into conversation_batches (user_id, message_id, subject, course_id, state, recipient_count, sent_count)
      select author_id, id, case when id % 2 = 0 then 'Chapter ' || id end, case when id % 3 = 0 then 1 end, 'sending', 200, 100 + id % 100 from made order by id`,
    values: [studentId],
  },
];

interface PictureRow {
  id: number;
  uuid: string;
  display_name: string;
  filename: string;
  content_type: string;
  size: number;
}

const DAY_S = 86_400;
const PAGE = 10;

/** Gravatar is off, as where a school begins. */
function avatars(rows: readonly PictureRow[], user: number): AvatarOption[] {
  const until = Math.floor(Date.now() / 1000) + DAY_S;
  const token = (type: AvatarOption['type'], file: number | null) => sign(SECRET_KEY, AVATAR, { user, type, file, until });
  const pictures = rows.map((row): AvatarOption => {
    const signed = new URLSearchParams(signedParameters(SECRET_KEY, DOWNLOAD, [row.id, row.uuid], new Date(until * 1000)));
    return {
      type: 'attachment',
      url: `${downloadAddress(BASE_URL, row.id)}?${signed.toString()}`,
      token: token('attachment', row.id),
      display_name: row.display_name,
      id: row.id,
      'content-type': row.content_type,
      filename: row.filename,
      size: row.size,
    };
  });
  return [{ type: 'no_pic', url: AVATAR_URL, token: token('no_pic', null), display_name: 'no pic' }, ...pictures];
}

interface BatchRow {
  id: number;
  subject: string | null;
  state: Batch['workflow_state'];
  recipient_count: number;
  sent_count: number;
  course_id: number | null;
  message_id: number;
  created_at: string;
  body: string;
  author_id: number;
  generated: boolean;
}

const batches = (rows: readonly BatchRow[]): Batch[] =>
  rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    workflow_state: row.state,
    completion: row.sent_count / row.recipient_count,
    recipient_count: row.recipient_count,
    tags: row.course_id === null ? [] : [`course_${row.course_id}`],
    message: {
      id: row.message_id,
      created_at: row.created_at,
      body: row.body,
      author_id: row.author_id,
      generated: row.generated,
      media_comment: null,
      forwarded_messages: [],
      attachments: [],
    },
  }));

const as = 'quizStudent';
const id = (store: Filled): number => store.quizStudentId;

export const ownListOperations: readonly Operation[] = [
  {
    name: 'GET /users/self/tokens',
    as,
    path: () => '/users/self/tokens',
    answer: z.array(Token),
    floor: floor({
      id,
      text: `select t.id, t.purpose, t.user_id, t.expires_at, t.created_at, t.created_by_id as created_by, t.last_used_at, t.hint as token_hint
        from access_tokens t where t.user_id = $1 order by t.id limit ${PAGE}`,
    }),
  },
  {
    name: 'GET /users/self/course_nicknames',
    as,
    path: () => '/users/self/course_nicknames',
    answer: z.array(CourseNickname),
    floor: floor({
      id,
      text: `select n.course_id, c.name, n.nickname from course_nicknames n join courses c on c.id = n.course_id and c.state <> 'deleted'
        where n.user_id = $1 order by n.course_id limit ${PAGE}`,
    }),
  },
  {
    name: 'GET /users/:id/colors',
    as,
    path: () => '/users/self/colors',
    answer: CustomColors,
    floor: floor<{ place: string; color: string }>({
      id,
      text: `select p.place, p.color from place_preferences p where p.user_id = $1 and p.color is not null order by p.place`,
      present: (rows) => ({ custom_colors: Object.fromEntries(rows.map(({ place, color }) => [place, color])) }),
    }),
  },
  {
    name: 'GET /users/:id/avatars',
    as,
    path: () => '/users/self/avatars',
    answer: z.array(AvatarOption),
    moving: /\?expires=\d+&signature=[\w-]+|"token":"[\w.-]+"/g,
    floor: floor<PictureRow>({
      id,
      text: `select f.id, f.uuid, f.display_name, f.filename, f.content_type, f.size::int
        from folders root join folders fo on fo.parent_id = root.id and fo.name = 'profile pictures' and not fo.deleted join attachments f on f.folder_id = fo.id
        where root.user_id = $1 and root.parent_id is null and not f.deleted and f.content_type like 'image/%' order by f.id limit ${PAGE - 1}`,
      present: (rows, store) => avatars(rows, store.quizStudentId),
    }),
  },
  {
    name: 'GET /users/self/collections',
    as,
    path: () => '/users/self/collections',
    answer: z.array(Collection),
    floor: floor<Omit<Collection, 'url'>>({
      id,
      text: `select c.id, c.name, c.visibility, c.user_id, c.created_at from collections c where c.user_id = $1 and not c.deleted order by c.id limit ${PAGE}`,
      present: (rows) => rows.map((row): Collection => ({ ...row, url: `${BASE_URL}/api/v1/collections/${row.id}` })),
    }),
  },
  {
    name: 'GET /conversations/batches',
    as,
    path: () => '/conversations/batches',
    answer: z.array(Batch),
    floor: floor<BatchRow>({
      id,
      text: `select b.id, b.subject, b.state, b.recipient_count, b.sent_count, b.course_id, m.id as message_id, m.created_at, m.body, m.author_id, m.generated
        from conversation_batches b join conversation_messages m on m.id = b.message_id
        where b.user_id = $1 and b.state in ('created', 'sending') order by b.id limit ${PAGE}`,
      present: batches,
    }),
  },
];
