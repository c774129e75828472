import { Asker } from '../../trials/term/invariants/asking.ts';
import { placeKey, workKey } from '../../trials/term/ledger.ts';
import { type Course, staying } from '../../trials/term/school.ts';
import type { Term } from '../../trials/term/term.ts';

/** Nothing has such an id, and nobody has written such a word. */
const NOTHING = 2_000_000_000;
const WORD = 'm999x999z';
const SURE = { from: 1e12, to: 1e12 + 1, sure: true };

function some<T>(list: Iterable<T>, what: string): T {
  for (const one of list) return one;
  throw new Error(`the term has no ${what}`);
}

function breakWork({ ledger }: Term, course: Course): void {
  const [student] = staying(course);
  const text = course.works.find(({ takes, criteria }) => takes === 'text' && criteria.length === 0);
  if (!student || !text) throw new Error('the course has nobody or nothing');
  const turnedIn = some(ledger.attempts.keys(), 'attempt');
  ledger.attempts.add(turnedIn, { ...SURE, mark: WORD });
  const commented = some(
    ledger.comments.keys().filter((key) => key !== turnedIn),
    'comment',
  );
  ledger.comments.add(commented, { ...SURE, mark: WORD });
  // Of each student something is there in time; of an assignment that nobody knows there is nothing.
  course.works.push({ ...text, id: NOTHING });
  ledger.attempts.add(workKey(NOTHING, student.id), { ...SURE, mark: WORD });
  for (const key of ledger.assessed.keys()) ledger.assessed.write(key, NOTHING, SURE);
}

function breakDiscussions({ ledger }: Term): void {
  const entries = ledger.entries.all().filter(({ id, mark }) => id !== null && !ledger.deleted.couldBe(mark));
  const [gone, said, deleted] = entries;
  if (!gone || !said || !deleted) throw new Error('the term has too few entries');
  gone.id = NOTHING;
  ledger.words.write(said.mark, WORD, SURE);
  ledger.deleted.write(deleted.mark, true, SURE);
}

function breakQuizzes({ ledger }: Term): void {
  const [unknown, uncompleted] = [...ledger.quizzes.values()].filter(({ completed }) => completed?.sure);
  if (!unknown || !uncompleted) throw new Error('the term has too few attempts at quizzes');
  ledger.quizzes.delete(unknown.id);
  ledger.quizzes.set(NOTHING, { ...unknown, id: NOTHING });
  uncompleted.completed = null;
}

/** Has the ledger say what never happened, of each kind of thing one. */
export function breakLedger(term: Term): void {
  const { ledger, school } = term;
  const course = some(school.courses, 'course');
  const [first, second] = staying(course);
  const [page] = course.pages;
  if (!first || !second || page === undefined) throw new Error('the course has too little in it');
  breakWork(term, course);
  breakDiscussions(term);
  breakQuizzes(term);
  ledger.messages.splice(0, 1);
  ledger.messages.push({ ...SURE, mark: WORD, author: second.id, recipients: [first.id], perhaps: [] });
  for (const what of ['assignment', 'topic', 'announcement', 'module'] as const) ledger.made.add(course.id, { ...SURE, what, id: NOTHING });
  const work = some(course.works, 'work');
  ledger.overrides.add(work.id, { ...SURE, id: NOTHING, userId: first.id });
  ledger.pages.write(`${course.id}/${page}`, WORD, SURE);
  ledger.enrolled.write(placeKey(course.id, first.id), false, SURE);
  ledger.done.write(`${some(course.items, 'item').id}/${first.id}`, true, SURE);
  ledger.notes.add(first.id, { ...SURE, mark: WORD });
}

const one = (from: string, where: string) => `(select min(id) from ${from} where ${where})`;

/** The history of a quiz is that of its attempts, and is not looked at. */
const OF_WORK = `assignment_id in (select id from assignments where not 'online_quiz' = any(submission_types::text[]))`;

/** What Lectern counts as it is asked cannot be broken in its rows: so its answers are. */
const LIES: readonly [RegExp, string][] = [
  [/"unread_count":"\d+"/g, '"unread_count":"999"'],
  [/"current_score":[^,]+/g, '"current_score":-1'],
  [/"computed_current_score":[^,]+/g, '"computed_current_score":-1'],
  [/"needs_grading_count":\d+/g, '"needs_grading_count":999'],
  [/"workflow_state":"graded"/g, '"workflow_state":"submitted"'],
  [/"type":"submitting"/g, '"type":"forgotten"'],
  [/^What I found out/, 'What I lost'],
  [/"unread_entries":\[[^\]]*\]/g, '"unread_entries":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]'],
];

export class LyingAsker extends Asker {
  override async get(...asked: Parameters<Asker['get']>): ReturnType<Asker['get']> {
    const { text, next } = await super.get(...asked);
    return { text: LIES.reduce((said, [pattern, lie]) => said.replace(pattern, lie), text), next };
  }
}

/** What has to be found afterwards; each statement breaks a row. */
export const BREAKS: readonly string[] = [
  `update submissions set score = score + 1 where (assignment_id, user_id) in (select s.assignment_id, s.user_id from submissions s
     join assignments a on a.id = s.assignment_id where s.score is not null and not 'online_quiz' = any(a.submission_types::text[]) limit 1)`,
  `update quiz_attempts set score = score + 8 where finished_at is not null`,
  `update discussion_participants set read_count = read_count + 1 where (topic_id, user_id) in (select topic_id, user_id from discussion_participants limit 3)`,
  `insert into conversation_messages (conversation_id, author_id, body) select conversation_id, author_id, body from conversation_messages
     where id = ${one('conversation_messages', 'conversation_id is not null and not generated')}`,
  `update conversation_participants set state = 'read' where state = 'unread'`,
  `update discussion_topics set entry_count = entry_count + 1 where id = (select min(topic_id) from discussion_entries)`,
  `update enrollments set sort_key = '' where id = ${one('enrollments', 'true')}`,
  `insert into pending_jobs (task, payload) values ('nothing', '{}')`,
  `select graphile_worker.add_job('nothing')`,
  `update graphile_worker._private_jobs set last_error = 'it was broken', attempts = 1
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'nothing')`,
  `update progresses set state = 'failed' where id = ${one('progresses', 'true')}`,
  'insert into conversation_batches (user_id, message_id, recipient_count) select author_id, id, 1 from conversation_messages limit 1',
  `update uploads set state = 'received' where id = ${one('uploads', 'true')}`,
  `insert into notifications (key, category, subject, body, path, entry_id) select key || ' again', category, subject, body, path, entry_id
     from notifications where id = ${one('notifications', 'entry_id is not null')}`,
  `insert into stream_item_instances (user_id, stream_item_id, type, updated_at) values (${NOTHING}, ${NOTHING}, 'Message', now())`,
  `insert into notification_deliveries (notification_id, frequency, block, channel_ids) values (${NOTHING}, 'weekly', 1, array[${NOTHING}])`,
  `delete from stream_item_instances where stream_item_id = ${one('stream_items', `type = 'Message' and audience is null`)}`,
  `update submission_attempts set attempt = attempt + 1 where (assignment_id, user_id, attempt) in
     (select assignment_id, user_id, max(attempt) from submission_attempts where ${OF_WORK} group by assignment_id, user_id limit 1)`,
  `with moved as (update submission_attempts set attempt = attempt + 1 where (assignment_id, user_id) in (select assignment_id, user_id
       from submission_attempts where ${OF_WORK} group by assignment_id, user_id having count(*) = 1 and max(attempt) = 1 limit 1) returning assignment_id, user_id)
     update submissions s set attempt = attempt + 1 from moved m where m.assignment_id = s.assignment_id and m.user_id = s.user_id`,
  `with keyless as (select set_config('session_replication_role', 'replica', true))
     insert into conversation_batch_recipients (batch_id, user_id) select ${NOTHING}, ${NOTHING} from keyless`,
];

export const FOUND: readonly RegExp[] = [
  /^grades: .* the grades of enrollment \d+ are -1 and .*, counted are /,
  /^grades: .* the totals of the gradebook are -1 and .*, counted are /,
  /^to do: assignment \d+: needs_grading_count is 999, and \d+ wait$/,
  /^to do: assignment \d+: 999 are to do, and \d+ wait$/,
  /^to do: course \d+: \d+ are to be graded, and \d+ wait$/,
  /^to do: course \d+, student \d+: assignments {2}are to do, and [\d ]+ are open$/,
  /^conversations: user \d+: unread_count is 999, and \d+ are unread$/,
  /^discussions: .* the view has 30 unread entries and not \d+$/,
  /^course work: course \d+, assignment \d+, student \d+: the history has /,
  /^course work: .* the attempts have the numbers /,
  /^course work: .* the comment m999x999z is there 0 times$/,
  /^course work: .* the score is [\d.]+ and not /,
  /^course work: .* criterion \S+ has \d+ points and not 2000000000$/,
  /^course work: .* there is no submission$/,
  /^files: course \d+: the file \S+ has the bytes What I lost: /,
  /^quizzes: .* has the score \d+, and its answers are worth \d/,
  /^quizzes: .* is finished, and nobody took it$/,
  /^quizzes: .* is finished and was not completed$/,
  /^quizzes: .* attempt 2000000000 is gone$/,
  /^quizzes: .* the submission has the score \d+ and not \d+$/,
  /^discussions: topic \d+: entry 2000000000 \(m\d+x\d+[yz]\) is gone$/,
  /^discussions: .* nobody sent it, or it is there twice$/,
  /^discussions: .* says m\d+x\d+[yz] and not m999x999z$/,
  /^discussions: .* is not deleted$/,
  /^discussions: .* unread_count is \d+ and not \d+/,
  /^discussions: .* discussion_subentry_count is \d+ and not \d+$/,
  /^made: course \d+: assignment 2000000000 is not there once$/,
  /^made: course \d+: topic 2000000000 is not there once$/,
  /^made: course \d+: announcement 2000000000 is not there once$/,
  /^made: course \d+: module 2000000000 is not there once$/,
  /^made: assignment \d+: override 2000000000 of student \d+ is gone$/,
  /^made: course \d+, page \S+: says .* and not m999x999z$/,
  /^made: course \d+, student \d+: is enrolled$/,
  /^made: item \d+, student \d+: is not done$/,
  /^made: .* the outcome result is \d+ and not 2000000000$/,
  /^conversations: user \d+: message m999x999z did not come$/,
  /^conversations: user \d+: message m\d+x\d+[yz] was not sent to them$/,
  /^conversations: user \d+: message m\d+x\d+[yz] came 2 times$/,
  /^conversations: .* message_count is \d+ and not \d+$/,
  /^conversations: .* is read, and nobody has opened it$/,
  /^conversations: user \d+: note m999x999z is there 0 times$/,
  /^rows without a parent: 1 of conversation_batch_recipients by /,
  /^jobs left failed: nothing \(1 times\): it was broken$/,
  /^jobs on their way: nothing \d+$/,
  /^work that has not ended: \S+ \d+ is failed/,
  /^messages to many that have not ended: batch \d+ is created$/,
  /^messages doubled: conversation \d+ has 2 times /,
  /^uploads left: upload \d+ of user \d+ is received$/,
  /^notifications doubled: Discussion Entry of entry \d+: 2$/,
  /^stream items without a stream: Message \d+$/,
  /^stream items of nobody or nothing: item 2000000000 of user 2000000000$/,
  /^deliveries of nothing or to nobody: notification 2000000000 by channel 2000000000$/,
  /^attempts with gaps: assignment \d+, student \d+: /,
  /^submissions behind their attempts: /,
  /^enrollments out of order: enrollment \d+ of user \d+$/,
  /^entries miscounted: topic \d+ has \d+ and not \d+$/,
  /^messages miscounted: conversation \d+, user \d+ has \d+ and not \d+$/,
];
