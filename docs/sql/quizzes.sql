-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- answer_questions (src/areas/quizzes/attempts/answering.ts)
-- takes $1 id int4, $2 attempt int4, $3 token text, $4 now timestamptz, $5 questionIds int4[], $6 given jsonb[]
-- gives id int4
with held as (select t.id from quiz_attempts t
  where t.id = $1 and t.number = $2 and t.validation_token = $3 and t.finished_at is null
  and (t.end_at is null or t.end_at + interval '60000 milliseconds' >= $4::timestamptz) for key share)
  insert into quiz_answers (attempt_id, question_id, answer, updated_at)
  select held.id, unnest($5::int[]), unnest($6::jsonb[]), $4::timestamptz from held
  on conflict (attempt_id, question_id) do update set answer = excluded.answer, updated_at = excluded.updated_at
  returning question_id as id;

-- attempt_to_answer (src/areas/quizzes/attempts/answering.ts)
-- takes $1 id int4
-- gives number int4, token text, finishedAt timestamptz?
select number, validation_token as token, finished_at as "finishedAt" from quiz_attempts where id = $1;

-- hold_attempt_in_turn (src/areas/quizzes/attempts/answering.ts)
-- takes $1 id int4
-- gives id int4
select id from quiz_attempts where id = $1 for update;

-- questions_answered (src/areas/quizzes/attempts/answering.ts)
-- takes $1 id int4
-- gives ids int4[]
select array(select question_id from quiz_answers where attempt_id = $1) as ids;

-- attempt_to_complete (src/areas/quizzes/attempts/completing.ts)
-- takes $1 courseId int4, $2 quizId int4, $3 id int4, $4 userId int4
-- gives number int4, version int4, drawn int4[], token text, finished bool
select t.number, t.version, t.drawn, t.validation_token as token, t.finished_at is not null as finished
  from quiz_attempts t join quizzes q on q.id = t.quiz_id
  where t.id = $3 and q.id = $2 and q.course_id = $1 and t.user_id = $4 and not q.deleted;

-- finish_attempt (src/areas/quizzes/attempts/finishing.ts)
-- takes $1 id int4, $2 at timestamptz, $3 score float8, $4 pending bool
update quiz_attempts set finished_at = $2, score = $3, pending = $4 where id = $1;

-- flag_question (src/areas/quizzes/attempts/flagging.ts)
-- takes $1 id int4, $2 attempt int4, $3 token text, $4 now timestamptz, $5 questionId int4
-- gives answer jsonb?
with held as (select t.id from quiz_attempts t
  where t.id = $1 and t.number = $2 and t.validation_token = $3 and t.finished_at is null
  and (t.end_at is null or t.end_at + interval '60000 milliseconds' >= $4::timestamptz) for key share),
  n as (insert into quiz_flags (attempt_id, question_id) select held.id, $5::int from held on conflict do nothing)
  select nullif(x.answer, 'null') as answer from held left join quiz_answers x on x.attempt_id = held.id and x.question_id = $5::int;

-- unflag_question (src/areas/quizzes/attempts/flagging.ts)
-- takes $1 id int4, $2 attempt int4, $3 token text, $4 now timestamptz, $5 questionId int4
-- gives answer jsonb?
with held as (select t.id from quiz_attempts t
  where t.id = $1 and t.number = $2 and t.validation_token = $3 and t.finished_at is null
  and (t.end_at is null or t.end_at + interval '60000 milliseconds' >= $4::timestamptz) for key share),
  n as (delete from quiz_flags y using held where y.attempt_id = held.id and y.question_id = $5::int)
  select nullif(x.answer, 'null') as answer from held left join quiz_answers x on x.attempt_id = held.id and x.question_id = $5::int;

-- given_answers (src/areas/quizzes/attempts/given.ts)
-- takes $1 id int4, $2 reach int4[]?
-- gives graded bool, finished bool, muted bool, manual jsonb, answers jsonb, flagged int4[], hideResults hide_results?, allowedAttempts int4, begun int4, unfinished bool
select exists (select 1 from enrollments e where e.course_id = q.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and ($2::int[] is null or ($2::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = q.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])) offset 0))) as graded, t.finished_at is not null as finished, t.manual_scores as manual,
  q.hide_results as "hideResults", case when q.allowed_attempts = -1 then -1 else q.allowed_attempts
  + coalesce((select x.extra_attempts from quiz_extensions x where x.quiz_id = q.id and x.user_id = t.user_id), 0) end as "allowedAttempts",
  coalesce((select a.muted from assignments a where a.id = q.assignment_id), false) as muted,
  own.begun, own.unfinished,
  coalesce((select json_agg(json_build_object('id', x.question_id, 'answer', x.answer)) from quiz_answers x where x.attempt_id = t.id), '[]') as answers,
  array(select y.question_id from quiz_flags y where y.attempt_id = t.id) as flagged
  from quiz_attempts t join quizzes q on q.id = t.quiz_id and not q.deleted
  cross join lateral (select count(*) as begun, coalesce(bool_or(k.finished_at is null), false) as unfinished
  from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) own
  where t.id = $1;

-- attempt_by_number (src/areas/quizzes/attempts/grading.ts)
-- takes $1 quizId int4, $2 userId int4, $3 number int4
-- gives id int4, version int4, drawn int4[]
select id, version, drawn from quiz_attempts where quiz_id = $1 and user_id = $2 and number = $3;

-- held_attempts (src/areas/quizzes/attempts/holding.ts)
-- takes $1 quizId int4, $2 userId int4, $3 attemptId int4?
-- gives quizType quiz_type, answers jsonb, attempts jsonb, courseId int4, assignmentId int4?, scoringPolicy scoring_policy, turnedIn bool
select q.type as "quizType", q.scoring_policy as "scoringPolicy", q.course_id as "courseId",
  case when not q.deleted then q.assignment_id end as "assignmentId",
  exists (select from submissions s where s.assignment_id = q.assignment_id and s.user_id = $2 and s.submitted_at is not null) as "turnedIn",
  coalesce((select json_agg(json_build_object('id', x.question_id, 'answer', x.answer)) from quiz_answers x where x.attempt_id = $3), '[]') as answers,
  coalesce((select json_agg(json_build_object('id', t.id, 'number', t.number, 'endAt', t.end_at, 'finishedAt', t.finished_at, 'score', t.score,
  'pending', t.pending, 'fudgePoints', t.fudge_points, 'manualScores', t.manual_scores) order by t.number)
  from quiz_attempts t where t.quiz_id = $1 and t.user_id = $2), '[]') as attempts
  from quizzes q where q.id = $1;

-- hold_attempts (src/areas/quizzes/attempts/holding.ts)
-- takes $1 quizId int4, $2 userId int4
select from quiz_attempts where quiz_id = $1 and user_id = $2 order by id for update;

-- attempts_to_close (src/areas/quizzes/attempts/jobs.ts)
-- takes $1 after int4
-- gives id int4, quizId int4, userId int4, version int4, drawn int4[], now timestamptz
select t.id, t.quiz_id as "quizId", t.user_id as "userId", t.version, t.drawn, now() as now from quiz_attempts t
  where t.finished_at is null and t.end_at < now() - interval '60000 milliseconds' and t.id > $1 order by t.id limit 500;

-- next_attempt_to_close (src/areas/quizzes/attempts/jobs.ts)
-- gives at timestamptz?
select min(t.end_at) + interval '60000 milliseconds' as at from quiz_attempts t where t.finished_at is null and t.end_at < now() + interval '1 minute' - interval '60000 milliseconds';

-- finished_attempts_of_student (src/areas/quizzes/attempts/keeping.ts)
-- takes $1 quizId int4, $2 userId int4
-- gives number int4, version int4, drawn int4[], answers jsonb
select t.number, t.version, t.drawn,
  coalesce((select json_agg(json_build_object('id', x.question_id, 'answer', x.answer)) from quiz_answers x where x.attempt_id = t.id), '[]') as answers
  from quiz_attempts t where t.quiz_id = $1 and t.user_id = $2 and t.finished_at is not null order by t.number;

-- students_with_results (src/areas/quizzes/attempts/keeping.ts)
-- takes $1 quizId int4
-- gives userId int4
select distinct t.user_id as "userId" from quiz_attempts t where t.quiz_id = $1 and t.finished_at is not null order by t.user_id;

-- attempts_of_quiz_after_11 (src/areas/quizzes/attempts/rows.ts)
-- takes $1 quizId int4, $2 userIds int4[], $3 reach int4[]?, $4 key 1 int4, $5 key 2 int4
-- gives id int4, quizId int4, userId int4, number int4, validationToken text, startedAt timestamptz, endAt timestamptz?, finishedAt timestamptz?, score float8?, pending bool, fudgePoints float8, keptScore float8?, muted bool, graded bool, hideResults hide_results?, allowedAttempts int4, begun int4, unfinished bool
select t.id, t.quiz_id as "quizId", t.user_id as "userId", t.number, t.validation_token as "validationToken", t.started_at as "startedAt",
  t.end_at as "endAt", t.finished_at as "finishedAt", t.score, t.pending, t.fudge_points as "fudgePoints", case when q.allowed_attempts = -1 then -1 else q.allowed_attempts
  + coalesce((select x.extra_attempts from quiz_extensions x where x.quiz_id = q.id and x.user_id = t.user_id), 0) end as "allowedAttempts",
  q.hide_results as "hideResults", coalesce((select a.muted from assignments a where a.id = q.assignment_id), false) as muted,
  (select case q.scoring_policy when 'keep_latest'
  then (array_agg(k.score order by k.number desc) filter (where k.finished_at is not null))[1]
  else max(k.score) end from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as "keptScore",
  (select max(k.number) from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as begun,
  exists (select 1 from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id and k.finished_at is null) as unfinished, t.graded from (select t.*, case when t.user_id = any($2::int[]) then ($3::int[] is null or ($3::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = (select course_id from quizzes where id = $1) and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0))) else true end as graded
  from quiz_attempts t where t.quiz_id = $1 and exists (select 1 from enrollments e where e.course_id = (select course_id from quizzes where id = $1) and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)
  and (($3::int[] is null or ($3::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = (select course_id from quizzes where id = $1) and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0))) or t.user_id = any($2::int[]))  and (t.user_id, t.number) > ($4::int, $5::int) order by t.user_id asc, t.number asc limit 11 ) t join quizzes q on q.id = t.quiz_id order by t.user_id asc, t.number asc;

-- attempts_of_students_after_11 (src/areas/quizzes/attempts/rows.ts)
-- takes $1 quizId int4, $2 userIds int4[], $3 key 1 int4, $4 key 2 int4
-- gives id int4, quizId int4, userId int4, number int4, validationToken text, startedAt timestamptz, endAt timestamptz?, finishedAt timestamptz?, score float8?, pending bool, fudgePoints float8, keptScore float8?, muted bool, graded bool, hideResults hide_results?, allowedAttempts int4, begun int4, unfinished bool
select t.id, t.quiz_id as "quizId", t.user_id as "userId", t.number, t.validation_token as "validationToken", t.started_at as "startedAt",
  t.end_at as "endAt", t.finished_at as "finishedAt", t.score, t.pending, t.fudge_points as "fudgePoints", case when q.allowed_attempts = -1 then -1 else q.allowed_attempts
  + coalesce((select x.extra_attempts from quiz_extensions x where x.quiz_id = q.id and x.user_id = t.user_id), 0) end as "allowedAttempts",
  q.hide_results as "hideResults", coalesce((select a.muted from assignments a where a.id = q.assignment_id), false) as muted,
  (select case q.scoring_policy when 'keep_latest'
  then (array_agg(k.score order by k.number desc) filter (where k.finished_at is not null))[1]
  else max(k.score) end from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as "keptScore",
  (select max(k.number) from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as begun,
  exists (select 1 from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id and k.finished_at is null) as unfinished, t.graded from (select t.*, false as graded from quiz_attempts t
  where t.quiz_id = $1 and t.user_id = any($2::int[]) and exists (select 1 from enrollments e where e.course_id = (select course_id from quizzes where id = $1) and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)  and (t.user_id, t.number) > ($3::int, $4::int) order by t.user_id asc, t.number asc limit 11 ) t join quizzes q on q.id = t.quiz_id order by t.user_id asc, t.number asc;

-- quiz_attempt (src/areas/quizzes/attempts/rows.ts)
-- takes $1 courseId int4, $2 quizId int4, $3 id int4, $4 reach int4[]?
-- gives id int4, quizId int4, userId int4, number int4, validationToken text, startedAt timestamptz, endAt timestamptz?, finishedAt timestamptz?, score float8?, pending bool, fudgePoints float8, keptScore float8?, muted bool, graded bool, hideResults hide_results?, allowedAttempts int4, begun int4, unfinished bool
select t.id, t.quiz_id as "quizId", t.user_id as "userId", t.number, t.validation_token as "validationToken", t.started_at as "startedAt",
  t.end_at as "endAt", t.finished_at as "finishedAt", t.score, t.pending, t.fudge_points as "fudgePoints", case when q.allowed_attempts = -1 then -1 else q.allowed_attempts
  + coalesce((select x.extra_attempts from quiz_extensions x where x.quiz_id = q.id and x.user_id = t.user_id), 0) end as "allowedAttempts",
  q.hide_results as "hideResults", coalesce((select a.muted from assignments a where a.id = q.assignment_id), false) as muted,
  (select case q.scoring_policy when 'keep_latest'
  then (array_agg(k.score order by k.number desc) filter (where k.finished_at is not null))[1]
  else max(k.score) end from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as "keptScore",
  (select max(k.number) from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) as begun,
  exists (select 1 from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id and k.finished_at is null) as unfinished, ($4::int[] is null or ($4::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = q.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($4::int[] is null or e.course_section_id = any($4::int[])) offset 0))) as graded
  from quiz_attempts t join quizzes q on q.id = t.quiz_id
  where t.id = $3 and q.id = $2 and q.course_id = $1 and not q.deleted and exists (select 1 from enrollments e where e.course_id = q.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0);

-- begin_attempt (src/areas/quizzes/attempts/starting.ts)
-- takes $1 quizId int4, $2 userId int4, $3 number int4, $4 validationToken text, $5 now timestamptz, $6 endAt timestamptz?, $7 lockAt timestamptz?, $8 changedAt timestamptz, $9 seesUnpublished bool
-- gives there bool, id int4?
with q as (select id, version, draws from quizzes where id = $1 and (published or $9::boolean) and not deleted
  and updated_at = $8 for key share),
  v as (select v.questions from quiz_versions v join q on v.quiz_id = q.id and v.version = q.version where q.draws for share of v),
  there as (select * from q where not draws or exists (select 1 from v)),
  t as (insert into quiz_attempts (quiz_id, user_id, number, version, validation_token, started_at, end_at, lock_at, drawn)
  select q.id, $2::int, $3::int, q.version, $4::text, $5::timestamptz, $6::timestamptz, $7::timestamptz, (select coalesce(array_agg(n.id order by n.group_id, n.turn) filter (where n.turn <= n.picks), '{}')
  from (select (x.question->>'id')::int as id, (x.question->'group'->>'id')::int as group_id, (x.question->'group'->>'picks')::int as picks,
  row_number() over (partition by x.question->'group'->>'id' order by random()) as turn
  from v cross join lateral jsonb_array_elements(v.questions) as x(question) where x.question ? 'group') n)
  from there q on conflict (quiz_id, user_id, number) do nothing returning id)
  select exists (select 1 from there) as there, (select id from t) as id;

-- place_to_begin (src/areas/quizzes/attempts/starting.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 quizId int4, $6 callerId int4, $7 seesUnpublished bool
-- gives id int4, assignmentId int4?, timeLimit int4?, extraTime int4, unlocked bool, changedAt timestamptz, accessCode text?, ipFilter text?, allowedAttempts int4, hideResults hide_results?, published bool, unlockAt timestamptz?, lockAt timestamptz?, muted bool, begun int4, keptScore float8?, openId int4?, openVersion int4?, openEndAt timestamptz?, openDrawn int4[]
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.time_limit, q.access_code, q.ip_filter, q.hide_results,
  q.scoring_policy, q.published, q.updated_at, case when q.allowed_attempts = -1 then -1 else q.allowed_attempts
  + coalesce((select x.extra_attempts from quiz_extensions x where x.quiz_id = q.id and x.user_id = $6), 0) end as allowed_attempts
  from quizzes q where q.id = $5 and q.course_id = $1 and (q.published or $7::boolean) and not q.deleted)
  select a.quiz_id as id, a.id as "assignmentId", a.time_limit as "timeLimit", coalesce(x.extra_time, 0) as "extraTime", coalesce(x.manually_unlocked, false) as unlocked,
  a.updated_at as "changedAt", a.access_code as "accessCode", a.ip_filter as "ipFilter",
  a.allowed_attempts as "allowedAttempts", a.hide_results as "hideResults", a.published, dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  coalesce((select s.muted from assignments s where s.id = a.id), false) as muted, own.begun, own.kept as "keptScore",
  own.open_id as "openId", own.open_version as "openVersion", own.open_end_at as "openEndAt",
  coalesce((select t.drawn from quiz_attempts t where t.id = own.open_id), '{}') as "openDrawn"
  from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates
  left join quiz_extensions x on x.quiz_id = a.quiz_id and x.user_id = $6
  cross join lateral (select count(*) as begun, max(t.id) filter (where t.finished_at is null) as open_id,
  max(t.version) filter (where t.finished_at is null) as open_version, max(t.end_at) filter (where t.finished_at is null) as open_end_at,
  case a.scoring_policy when 'keep_latest'
  then (array_agg(t.score order by t.number desc) filter (where t.finished_at is not null))[1]
  else max(t.score) end as kept
  from quiz_attempts t where t.quiz_id = a.quiz_id and t.user_id = any($2::int[])) own;

-- keep_quiz_events (src/areas/quizzes/events/events.ts)
-- takes $1 courseId int4, $2 quizId int4, $3 id int4, $4 userId int4, $5 now timestamptz, $6 digests bytea[], $7 types text[], $8 times timestamptz[], $9 data jsonb[]
-- gives userId int4, taken bool
with own as (select t.id, t.user_id, (t.finished_at is null or t.finished_at + interval '60000 milliseconds' >= $5::timestamptz) as taken
  from quiz_attempts t join quizzes q on q.id = t.quiz_id
  where t.id = $3 and q.id = $2 and q.course_id = $1 and not q.deleted),
  kept as (insert into quiz_events (attempt_id, digest, type, at, data)
  select own.id, n.digest, n.type, n.at, n.data
  from own, unnest($6::bytea[], $7::text[], $8::timestamptz[], $9::jsonb[]) with ordinality as n(digest, type, at, data, place)
  where own.taken and own.user_id = $4 order by n.place on conflict (attempt_id, digest) do nothing)
  select own.user_id as "userId", own.taken from own;

-- quiz_events_after_11 (src/areas/quizzes/events/events.ts)
-- takes $1 quizId int4, $2 userId int4, $3 number int4, $4 key 1 timestamptz, $5 key 2 int4
-- gives id int4, at timestamptz, type text, data jsonb?
select e.id, e.at, e.type, e.data from quiz_events e where e.attempt_id =
  (select t.id from quiz_attempts t where t.quiz_id = $1 and t.user_id = $2 and t.number = $3)  and (e.at, e.id) > ($4::timestamptz, $5::int) order by e.at asc, e.id asc limit 11;

-- extend_quizzes (src/areas/quizzes/extensions/extensions.ts)
-- takes $1 quizIds int4[], $2 userIds int4[], $3 extraAttempts int4[], $4 extraTimes int4[], $5 unlocked bool[]
with n as (select * from unnest($2::int[], $3::int[], $4::int[], $5::boolean[])
  as n(user_id, extra_attempts, extra_time, unlocked))
  insert into quiz_extensions as x (quiz_id, user_id, extra_attempts, extra_time, manually_unlocked)
  select q.id, n.user_id, coalesce(n.extra_attempts, 0), coalesce(n.extra_time, 0), coalesce(n.unlocked, false)
  from unnest($1::int[]) as q(id) cross join n
  on conflict (quiz_id, user_id) do update set
  extra_attempts = coalesce((select n.extra_attempts from n where n.user_id = x.user_id), x.extra_attempts),
  extra_time = coalesce((select n.extra_time from n where n.user_id = x.user_id), x.extra_time),
  manually_unlocked = coalesce((select n.unlocked from n where n.user_id = x.user_id), x.manually_unlocked);

-- extended_quizzes (src/areas/quizzes/extensions/extensions.ts)
-- takes $1 quizIds int4[], $2 userIds int4[]
-- gives quizId int4, userId int4, extraAttempts int4, extraTime int4, unlocked bool, endAt timestamptz?
select x.quiz_id as "quizId", x.user_id as "userId", x.extra_attempts as "extraAttempts", x.extra_time as "extraTime",
  x.manually_unlocked as unlocked,
  (select t.end_at from quiz_attempts t where t.quiz_id = x.quiz_id and t.user_id = x.user_id and t.finished_at is null) as "endAt"
  from quiz_extensions x where x.quiz_id = any($1::int[]) and x.user_id = any($2::int[])
  order by x.quiz_id, array_position($2::int[], x.user_id);

-- hold_quizzes_to_extend (src/areas/quizzes/extensions/extensions.ts)
-- takes $1 courseId int4, $2 quizId int4?
-- gives id int4
select id from quizzes where course_id = $1 and ($2::int is null or id = $2) and not deleted
  order by id for update;

-- prolong_attempts (src/areas/quizzes/extensions/extensions.ts)
-- takes $1 quizIds int4[], $2 userIds int4[], $3 fromNow int4[], $4 fromEnd int4[], $5 now timestamptz
with n as (select * from unnest($2::int[], $3::int[], $4::int[]) as n(user_id, from_now, from_end))
  update quiz_attempts t set end_at = case when own.allowed is null then null
  else greatest(t.end_at, own.allowed, $5::timestamptz + make_interval(mins => n.from_now), t.end_at + make_interval(mins => n.from_end)) end
  from n, quiz_extensions x, quizzes q,
  lateral (select least(k.started_at + make_interval(mins => q.time_limit + x.extra_time), case when not x.manually_unlocked then k.lock_at end) as allowed, k.id
  from quiz_attempts k where k.quiz_id = q.id and k.user_id = n.user_id and k.finished_at is null) own
  where q.id = any($1::int[]) and x.quiz_id = q.id and x.user_id = n.user_id and t.id = own.id
  and t.finished_at is null and t.end_at is not null;

-- students_to_extend (src/areas/quizzes/extensions/extensions.ts)
-- takes $1 courseId int4, $2 bys text[], $3 values text[], $4 rootAccountId int4, $5 reach int4[]?
-- gives position int4, id int4
select n.position::int, n.id from (select k.position, case k.by when 'id' then k.value::int
  when 'sis_user_id' then (select p.user_id from pseudonyms p
  where p.root_account_id = $4 and p.sis_user_id = k.value and p.state = 'active')
  else (select p.user_id from pseudonyms p
  where p.root_account_id = $4 and lower(p.unique_id) = lower(k.value) and p.state = 'active') end as id
  from unnest($2::text[], $3::text[]) with ordinality k(by, value, position)) n
  where exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = n.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and ($5::int[] is null or ($5::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = n.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($5::int[] is null or e.course_section_id = any($5::int[])) offset 0)));

-- touch_extended_quizzes (src/areas/quizzes/extensions/extensions.ts)
-- takes $1 quizIds int4[], $2 now timestamptz
update quizzes set updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond')
  where id = any($1::int[]);

-- delete_quiz_group (src/areas/quizzes/groups/groups.ts)
-- takes $1 id int4
with n as (delete from quiz_questions where group_id = $1) delete from quiz_groups where id = $1;

-- groups_of_quiz_first_11 (src/areas/quizzes/groups/groups.ts)
-- takes $1 quizId int4
-- gives id int4, quizId int4, name text, pickCount int4, questionPoints float8, position int4
select g.id, g.quiz_id as "quizId", g.name, g.pick_count as "pickCount", g.question_points as "questionPoints", g.position
  from quiz_groups g where g.quiz_id = $1 order by g.position, g.id limit 11;

-- insert_quiz_groups (src/areas/quizzes/groups/groups.ts)
-- takes $1 quizId int4, $2 names text[], $3 pickCounts int4[], $4 points float8[], $5 now timestamptz
-- gives id int4
insert into quiz_groups (quiz_id, position, name, pick_count, question_points, created_at, updated_at)
  select $1::int, 0, n.name, n.pick_count, n.points, $5::timestamptz, $5::timestamptz
  from unnest($2::text[], $3::int[], $4::float8[]) with ordinality as n(name, pick_count, points, place) order by n.place returning id;

-- quiz_groups (src/areas/quizzes/groups/groups.ts)
-- takes $1 quizId int4, $2 ids int4[]
-- gives id int4, quizId int4, name text, pickCount int4, questionPoints float8, position int4
select g.id, g.quiz_id as "quizId", g.name, g.pick_count as "pickCount", g.question_points as "questionPoints", g.position
  from quiz_groups g where g.quiz_id = $1 and g.id = any($2::int[]) order by g.position, g.id;

-- texts_among_questions (src/areas/quizzes/groups/reordering.ts)
-- takes $1 ids int4[]
-- gives id int4
select id from quiz_questions where id = any($1::int[]) and type = 'text_only_question' order by id;

-- count_quiz_questions (src/areas/quizzes/questions/following.ts)
-- takes $1 quizId int4, $2 now timestamptz
-- gives pointsPossible float8
update quizzes q set question_count = n.questions + m.questions, updated_at = $2,
  points_possible = case when q.assignment_id is not null and q.question_count = 0 and n.questions + m.questions = 0 then q.points_possible
  else (n.points + m.points)::float8 end
  from (select count(*) filter (where type <> 'text_only_question') as questions, coalesce(sum(points_possible::numeric), 0) as points
  from quiz_questions where quiz_id = $1 and group_id is null) n,
  (select coalesce(sum(own.picked), 0) as questions, coalesce(sum(own.picked * g.question_points::numeric), 0) as points
  from quiz_groups g cross join lateral (select least(g.pick_count, count(*)) as picked from quiz_questions x where x.group_id = g.id) own
  where g.quiz_id = $1) m
  where q.id = $1 returning q.points_possible as "pointsPossible";

-- arrange_quiz (src/areas/quizzes/questions/order.ts)
-- takes $1 questionIds int4[], $2 groupIds int4[], $3 positions int4[], $4 groups int4[], $5 groupPositions int4[]
with g as (update quiz_groups t set position = n.position from unnest($4::int[], $5::int[]) as n(id, position)
  where t.id = n.id and t.position <> n.position)
  update quiz_questions t set position = n.position, group_id = n.group_id
  from unnest($1::int[], $2::int[], $3::int[]) as n(id, group_id, position)
  where t.id = n.id and (t.position <> n.position or t.group_id is distinct from n.group_id);

-- order_of_quiz (src/areas/quizzes/questions/order.ts)
-- takes $1 quizId int4
-- gives type text, id int4, groupId int4?, position int4
select 'question' as type, id, group_id as "groupId", position from quiz_questions where quiz_id = $1
  union all select 'group', id, null, position from quiz_groups where quiz_id = $1 order by position, type, id;

-- quiz_being_taken (src/areas/quizzes/questions/questions.ts)
-- takes $1 courseId int4, $2 quizId int4, $3 callerId int4, $4 seesUnpublished bool
-- gives shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, attemptId int4?, number int4?, version int4?, drawn int4[]?, finished bool, answered int4[]
select q.shuffle_answers as "shuffleAnswers", q.hide_results as "hideResults", q.show_correct_answers as "showCorrectAnswers",
  case when q.allowed_attempts = -1 then -1 else q.allowed_attempts
  + coalesce((select x.extra_attempts from quiz_extensions x where x.quiz_id = q.id and x.user_id = $3), 0) end as "allowedAttempts", q.one_question_at_a_time as "oneQuestionAtATime", q.cant_go_back as "cantGoBack",
  t.id as "attemptId", t.number, t.version, t.drawn, t.finished_at is not null as finished,
  array(select x.question_id from quiz_answers x where x.attempt_id = t.id) as answered
  from quizzes q left join lateral (select * from quiz_attempts t where t.quiz_id = q.id and t.user_id = $3
  order by t.number desc limit 1) t on true
  where q.course_id = $1 and q.id = $2 and (q.published or $4::boolean) and not q.deleted;

-- questions_of_quiz_first_11 (src/areas/quizzes/questions/rows.ts)
-- takes $1 quizId int4
-- gives quizId int4, id int4, position int4, name text, text text?, type question_type, pointsPossible float8, ownPoints float8, groupId int4?, answers jsonb
select n.id, n.quiz_id as "quizId", n.position, n.name, n.text, n.type, n.points as "pointsPossible", n.points_possible as "ownPoints",
  n.group_id as "groupId", n.answers
  from (select n.*, g.pick_count, coalesce(g.question_points, n.points_possible) as points,
  row_number() over (order by coalesce(g.position, n.position), n.position, n.id) as place
  from quiz_questions n left join quiz_groups g on g.id = n.group_id where n.quiz_id = $1) n order by n.place limit 11;

-- quiz_question (src/areas/quizzes/questions/rows.ts)
-- takes $1 quizId int4, $2 id int4
-- gives quizId int4, id int4, position int4, name text, text text?, type question_type, pointsPossible float8, ownPoints float8, groupId int4?, answers jsonb
select n.id, n.quiz_id as "quizId", n.position, n.name, n.text, n.type, n.points as "pointsPossible", n.points_possible as "ownPoints",
  n.group_id as "groupId", n.answers
  from (select n.*, g.pick_count, coalesce(g.question_points, n.points_possible) as points,
  row_number() over (order by coalesce(g.position, n.position), n.position, n.id) as place
  from quiz_questions n left join quiz_groups g on g.id = n.group_id where n.quiz_id = $1) n where n.id = $2;

-- active_assignment_group (src/areas/quizzes/quizzes/assignments.ts)
-- takes $1 id int4
-- gives id int4
select id from assignment_groups where id = $1 and not deleted;

-- quiz_is_filled (src/areas/quizzes/quizzes/linked-assignment.ts)
-- takes $1 quizId int4
-- gives filled bool
select exists (select 1 from quiz_questions x where x.quiz_id = $1)
  or exists (select 1 from quiz_groups g where g.quiz_id = $1) as filled;

-- quiz_of_assignment_held (src/areas/quizzes/quizzes/linked-assignment.ts)
-- takes $1 assignmentId int4
-- gives id int4
select id from quizzes where assignment_id = $1 and not deleted for update;

-- quizzes_of_assignments (src/areas/quizzes/quizzes/linked-assignment.ts)
-- takes $1 assignmentIds int4[]
-- gives id int4, assignmentId int4
select id, assignment_id as "assignmentId" from quizzes where assignment_id = any($1::int[]) and not deleted;

-- regroup_quizzes (src/areas/quizzes/quizzes/linked-assignment.ts)
-- takes $1 from int4, $2 to int4, $3 now timestamptz
update quizzes set assignment_group_id = $2, updated_at = $3 where assignment_group_id = $1 and not deleted;

-- quiz_held (src/areas/quizzes/quizzes/quizzes.ts)
-- takes $1 id int4
-- gives id int4
select id from quizzes where id = $1 for update;

-- quiz_in_course (src/areas/quizzes/quizzes/quizzes.ts)
-- takes $1 courseId int4, $2 quizId int4, $3 seesUnpublished bool
-- gives id int4
select id from quizzes where course_id = $1 and id = $2 and not deleted and (published or $3::boolean);

-- quiz_for_staff (src/areas/quizzes/quizzes/rows.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 id int4
-- gives id int4, courseId int4, assignmentId int4?, assignmentGroupId int4?, title text, description text?, type quiz_type, timeLimit int4?, shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, scoringPolicy scoring_policy, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, accessCode text?, ipFilter text?, published bool, questionCount int4, pointsPossible float8, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, unlocked bool
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.assignment_group_id, q.title, q.description, q.type, q.time_limit, q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted  and q.id = $3) select a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", case when a.type in ('assignment', 'graded_survey') then coalesce(
  (select s.assignment_group_id from assignments s where s.id = a.id),
  (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
  (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end as "assignmentGroupId",
  a.title as title, a.description as description, a.type as type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults", a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts", a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode", a.ip_filter as "ipFilter", a.published as published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt", false as unlocked from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates order by a.due_at nulls last, (replace(lower(regexp_replace(normalize(a.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), a.quiz_id;

-- quiz_for_student (src/areas/quizzes/quizzes/rows.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool, $6 id int4
-- gives id int4, courseId int4, assignmentId int4?, assignmentGroupId int4?, title text, description text?, type quiz_type, timeLimit int4?, shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, scoringPolicy scoring_policy, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, accessCode text?, ipFilter text?, published bool, questionCount int4, pointsPossible float8, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, unlocked bool
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.assignment_group_id, q.title, q.description, q.type, q.time_limit, q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted and (q.published or $5::boolean) and q.id = $6) select a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", case when a.type in ('assignment', 'graded_survey') then coalesce(
  (select s.assignment_group_id from assignments s where s.id = a.id),
  (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
  (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end as "assignmentGroupId",
  a.title as title, a.description as description, a.type as type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults", a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts", a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode", a.ip_filter as "ipFilter", a.published as published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt", exists (select 1 from quiz_extensions x where x.quiz_id = a.quiz_id and x.user_id = any($2::int[]) and x.manually_unlocked) as unlocked from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates order by a.due_at nulls last, (replace(lower(regexp_replace(normalize(a.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), a.quiz_id;

-- quizzes_chosen_for_staff_first_11 (src/areas/quizzes/quizzes/rows.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 ids int4[]
-- gives id int4, courseId int4, assignmentId int4?, assignmentGroupId int4?, title text, description text?, type quiz_type, timeLimit int4?, shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, scoringPolicy scoring_policy, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, accessCode text?, ipFilter text?, published bool, questionCount int4, pointsPossible float8, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, unlocked bool
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.assignment_group_id, q.title, q.description, q.type, q.time_limit, q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted  and q.id = any($3::int[]) order by q.due_at nulls last, (replace(lower(regexp_replace(normalize(q.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), q.id limit 11) select a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", case when a.type in ('assignment', 'graded_survey') then coalesce(
  (select s.assignment_group_id from assignments s where s.id = a.id),
  (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
  (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end as "assignmentGroupId",
  a.title as title, a.description as description, a.type as type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults", a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts", a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode", a.ip_filter as "ipFilter", a.published as published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt", false as unlocked from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates order by a.due_at nulls last, (replace(lower(regexp_replace(normalize(a.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), a.quiz_id;

-- quizzes_chosen_for_student_first_11 (src/areas/quizzes/quizzes/rows.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool, $6 ids int4[]
-- gives id int4, courseId int4, assignmentId int4?, assignmentGroupId int4?, title text, description text?, type quiz_type, timeLimit int4?, shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, scoringPolicy scoring_policy, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, accessCode text?, ipFilter text?, published bool, questionCount int4, pointsPossible float8, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, unlocked bool
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.assignment_group_id, q.title, q.description, q.type, q.time_limit, q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted and (q.published or $5::boolean) and q.id = any($6::int[]) order by q.due_at nulls last, (replace(lower(regexp_replace(normalize(q.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), q.id limit 11) select a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", case when a.type in ('assignment', 'graded_survey') then coalesce(
  (select s.assignment_group_id from assignments s where s.id = a.id),
  (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
  (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end as "assignmentGroupId",
  a.title as title, a.description as description, a.type as type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults", a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts", a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode", a.ip_filter as "ipFilter", a.published as published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt", exists (select 1 from quiz_extensions x where x.quiz_id = a.quiz_id and x.user_id = any($2::int[]) and x.manually_unlocked) as unlocked from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates order by a.due_at nulls last, (replace(lower(regexp_replace(normalize(a.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), a.quiz_id;

-- quizzes_for_staff_first_11 (src/areas/quizzes/quizzes/rows.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?
-- gives id int4, courseId int4, assignmentId int4?, assignmentGroupId int4?, title text, description text?, type quiz_type, timeLimit int4?, shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, scoringPolicy scoring_policy, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, accessCode text?, ipFilter text?, published bool, questionCount int4, pointsPossible float8, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, unlocked bool
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.assignment_group_id, q.title, q.description, q.type, q.time_limit, q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted  order by q.due_at nulls last, (replace(lower(regexp_replace(normalize(q.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), q.id limit 11) select a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", case when a.type in ('assignment', 'graded_survey') then coalesce(
  (select s.assignment_group_id from assignments s where s.id = a.id),
  (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
  (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end as "assignmentGroupId",
  a.title as title, a.description as description, a.type as type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults", a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts", a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode", a.ip_filter as "ipFilter", a.published as published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt", false as unlocked from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates order by a.due_at nulls last, (replace(lower(regexp_replace(normalize(a.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), a.quiz_id;

-- quizzes_for_student_first_11 (src/areas/quizzes/quizzes/rows.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool
-- gives id int4, courseId int4, assignmentId int4?, assignmentGroupId int4?, title text, description text?, type quiz_type, timeLimit int4?, shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, scoringPolicy scoring_policy, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, accessCode text?, ipFilter text?, published bool, questionCount int4, pointsPossible float8, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, unlocked bool
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.assignment_group_id, q.title, q.description, q.type, q.time_limit, q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted and (q.published or $5::boolean) order by q.due_at nulls last, (replace(lower(regexp_replace(normalize(q.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), q.id limit 11) select a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", case when a.type in ('assignment', 'graded_survey') then coalesce(
  (select s.assignment_group_id from assignments s where s.id = a.id),
  (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
  (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end as "assignmentGroupId",
  a.title as title, a.description as description, a.type as type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults", a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts", a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode", a.ip_filter as "ipFilter", a.published as published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt", exists (select 1 from quiz_extensions x where x.quiz_id = a.quiz_id and x.user_id = any($2::int[]) and x.manually_unlocked) as unlocked from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates order by a.due_at nulls last, (replace(lower(regexp_replace(normalize(a.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), a.quiz_id;

-- quizzes_named_for_staff_first_11 (src/areas/quizzes/quizzes/rows.ts)
-- takes $1 courseId int4, $2 viewerOversees int4[]?, $3 pattern text
-- gives id int4, courseId int4, assignmentId int4?, assignmentGroupId int4?, title text, description text?, type quiz_type, timeLimit int4?, shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, scoringPolicy scoring_policy, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, accessCode text?, ipFilter text?, published bool, questionCount int4, pointsPossible float8, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, unlocked bool
with sections as materialized (select s.id from course_sections s where s.course_id = $1 and not s.deleted and ($2::int[] is null or s.id = any($2::int[]))), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.assignment_group_id, q.title, q.description, q.type, q.time_limit, q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted  and replace(lower(q.title), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') order by q.due_at nulls last, (replace(lower(regexp_replace(normalize(q.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), q.id limit 11) select a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", case when a.type in ('assignment', 'graded_survey') then coalesce(
  (select s.assignment_group_id from assignments s where s.id = a.id),
  (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
  (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end as "assignmentGroupId",
  a.title as title, a.description as description, a.type as type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults", a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts", a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode", a.ip_filter as "ipFilter", a.published as published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt", false as unlocked from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from sections), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from sections), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or (o.course_section_id in (select id from sections)) is true)
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and ($2::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = m.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = t.user_id and e.course_section_id = any($2::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates order by a.due_at nulls last, (replace(lower(regexp_replace(normalize(a.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), a.quiz_id;

-- quizzes_named_for_student_first_11 (src/areas/quizzes/quizzes/rows.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 seesUnpublished bool, $6 pattern text
-- gives id int4, courseId int4, assignmentId int4?, assignmentGroupId int4?, title text, description text?, type quiz_type, timeLimit int4?, shuffleAnswers bool, hideResults hide_results?, showCorrectAnswers bool, scoringPolicy scoring_policy, allowedAttempts int4, oneQuestionAtATime bool, cantGoBack bool, accessCode text?, ipFilter text?, published bool, questionCount int4, pointsPossible float8, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, baseDueAt timestamptz?, baseUnlockAt timestamptz?, baseLockAt timestamptz?, unlocked bool
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select q.id as quiz_id, q.assignment_id as id, q.course_id, q.due_at, q.unlock_at, q.lock_at, q.assignment_group_id, q.title, q.description, q.type, q.time_limit, q.shuffle_answers, q.hide_results, q.show_correct_answers, q.scoring_policy, q.allowed_attempts, q.one_question_at_a_time, q.cant_go_back, q.access_code, q.ip_filter, q.published, q.question_count, q.points_possible
  from quizzes q where q.course_id = $1 and not q.deleted and (q.published or $5::boolean) and replace(lower(q.title), 'ς', 'σ') like replace(lower($6::text), 'ς', 'σ') order by q.due_at nulls last, (replace(lower(regexp_replace(normalize(q.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), q.id limit 11) select a.quiz_id as id, a.course_id as "courseId", a.id as "assignmentId", case when a.type in ('assignment', 'graded_survey') then coalesce(
  (select s.assignment_group_id from assignments s where s.id = a.id),
  (select g.id from assignment_groups g where g.id = a.assignment_group_id and not g.deleted),
  (select g.id from assignment_groups g where g.course_id = a.course_id and not g.deleted order by g.position, g.id limit 1)) end as "assignmentGroupId",
  a.title as title, a.description as description, a.type as type, a.time_limit as "timeLimit", a.shuffle_answers as "shuffleAnswers", a.hide_results as "hideResults", a.show_correct_answers as "showCorrectAnswers", a.scoring_policy as "scoringPolicy", a.allowed_attempts as "allowedAttempts", a.one_question_at_a_time as "oneQuestionAtATime", a.cant_go_back as "cantGoBack", a.access_code as "accessCode", a.ip_filter as "ipFilter", a.published as published, a.question_count as "questionCount", a.points_possible as "pointsPossible",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt", exists (select 1 from quiz_extensions x where x.quiz_id = a.quiz_id and x.user_id = any($2::int[]) and x.manually_unlocked) as unlocked from a cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any((select places.sections from places)::int[]) or o.group_id = any((select places.groups from places)::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates order by a.due_at nulls last, (replace(lower(regexp_replace(normalize(a.title, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]', '', 'g')), 'ς', 'σ') collate "C"), a.quiz_id;

-- quiz_is_started (src/areas/quizzes/quizzes/started.ts)
-- takes $1 quizId int4, $2 assignmentId int4?
-- gives started bool
select exists (select 1 from quiz_attempts t where t.quiz_id = $1)
  or exists (select 1 from submissions s where s.assignment_id = $2 and (s.submitted_at is not null or (s.graded_at is not null and not s.missing_grade))) as started;

-- keep_first_quiz_version (src/areas/quizzes/quizzes/versions.ts)
-- takes $1 quizId int4
with v as (insert into quiz_versions (quiz_id, version, questions) select q.id, q.version, coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'position', n.place, 'name', n.name,
  'text', n.text, 'type', n.type, 'pointsPossible', n.points, 'answers', n.answers)
  || case when n.group_id is null then '{}' else jsonb_build_object('group', jsonb_build_object('id', n.group_id, 'picks', n.pick_count)) end order by n.place)
  from (select n.*, g.pick_count, coalesce(g.question_points, n.points_possible) as points,
  row_number() over (order by coalesce(g.position, n.position), n.position, n.id) as place
  from quiz_questions n left join quiz_groups g on g.id = n.group_id where n.quiz_id = q.id) n), '[]') from quizzes q where q.id = $1
  on conflict (quiz_id, version) do nothing returning quiz_id)
  update quizzes q set draws = exists (select 1 from quiz_questions n where n.quiz_id = q.id and n.group_id is not null) from v where q.id = v.quiz_id;

-- keep_quiz_version (src/areas/quizzes/quizzes/versions.ts)
-- takes $1 quizId int4
with v as (update quizzes q set version = q.version + (exists (select 1 from quiz_attempts t where t.quiz_id = q.id and t.version = q.version))::int,
  draws = exists (select 1 from quiz_questions n where n.quiz_id = q.id and n.group_id is not null)
  where q.id = $1 returning q.id, q.version)
  insert into quiz_versions (quiz_id, version, questions)
  select v.id, v.version, coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'position', n.place, 'name', n.name,
  'text', n.text, 'type', n.type, 'pointsPossible', n.points, 'answers', n.answers)
  || case when n.group_id is null then '{}' else jsonb_build_object('group', jsonb_build_object('id', n.group_id, 'picks', n.pick_count)) end order by n.place)
  from (select n.*, g.pick_count, coalesce(g.question_points, n.points_possible) as points,
  row_number() over (order by coalesce(g.position, n.position), n.position, n.id) as place
  from quiz_questions n left join quiz_groups g on g.id = n.group_id where n.quiz_id = v.id) n), '[]') from v
  on conflict (quiz_id, version) do update set questions = excluded.questions;

-- quiz_version (src/areas/quizzes/quizzes/versions.ts)
-- takes $1 quizId int4, $2 version int4
-- gives questions jsonb
select questions from quiz_versions where quiz_id = $1 and version = $2;

-- quiz_report (src/areas/quizzes/reports/reports.ts)
-- takes $1 quizId int4, $2 userId int4, $3 id int4
-- gives id int4, quizId int4, type quiz_report_type, allVersions bool, progress int4, fileId int4?, createdAt timestamptz, updatedAt timestamptz
select r.id, r.quiz_id as "quizId", r.type, r.all_versions as "allVersions", r.progress, r.file_id as "fileId",
  r.created_at as "createdAt", r.updated_at as "updatedAt"
  from quiz_reports r where r.quiz_id = $1 and r.user_id = $2 and r.id = $3;

-- quiz_report_asked_before (src/areas/quizzes/reports/reports.ts)
-- takes $1 quizId int4, $2 userId int4, $3 type quiz_report_type, $4 allVersions bool
-- gives id int4, fileId int4?, running bool
select r.id, r.file_id as "fileId",
  exists (select 1 from progresses p where p.id = r.progress and p.state in ('queued', 'running')) as running
  from quiz_reports r where r.quiz_id = $1 and r.user_id = $2 and r.type = $3 and r.all_versions = $4;

-- reports_of_quiz (src/areas/quizzes/reports/reports.ts)
-- takes $1 quizId int4, $2 userId int4, $3 allVersions bool?
-- gives id int4, quizId int4, type quiz_report_type, allVersions bool, progress int4, fileId int4?, createdAt timestamptz, updatedAt timestamptz
select r.id, r.quiz_id as "quizId", r.type, r.all_versions as "allVersions", r.progress, r.file_id as "fileId",
  r.created_at as "createdAt", r.updated_at as "updatedAt"
  from quiz_reports r where r.quiz_id = $1 and r.user_id = $2
  and (r.type = 'item_analysis' or $3::boolean is null or r.all_versions = $3::boolean) order by r.id;

-- quiz_report_attempts (src/areas/quizzes/reports/student-analysis.ts)
-- takes $1 quizId int4, $2 reach int4[]?, $3 all bool, $4 rootAccountId int4, $5 afterUser int4, $6 afterNumber int4
-- gives userId int4, name text, sisUserId text?, sections text[], number int4, finishedAt timestamptz, version int4, drawn int4[], score float8, manual jsonb, answers jsonb
with quiz as (select id, course_id, type, scoring_policy, version from quizzes where id = $1),
  ranked as (select t.id, t.user_id, t.number, t.version, t.drawn, coalesce(t.score, 0) as score, t.manual_scores,
  extract(epoch from t.finished_at - t.started_at)::float8 as seconds,
  row_number() over (partition by t.user_id order by case when quiz.scoring_policy = 'keep_highest' then t.score end desc nulls last, t.number desc) as place
  from quiz_attempts t join quiz on quiz.id = t.quiz_id
  where t.finished_at is not null and exists (select 1 from enrollments e where e.course_id = quiz.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)
  and ($2::int[] is null or ($2::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = quiz.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])) offset 0)))),
  counted as materialized (select * from ranked where place = 1 or $3::boolean)
  select c.user_id as "userId", u.name, c.number, t.finished_at as "finishedAt", c.version, c.drawn, c.score, c.manual_scores as manual,
  (select min(l.sis_user_id) from pseudonyms l where l.user_id = u.id and l.root_account_id = $4 and l.state = 'active') as "sisUserId",
  array(select distinct s.name from enrollments e join course_sections s on s.id = e.course_section_id
  where e.course_id = quiz.course_id and e.user_id = u.id and e.type = 'StudentEnrollment' and e.state in ('active', 'invited', 'completed') order by s.name) as sections,
  coalesce((select json_agg(json_build_object('id', x.question_id, 'answer', case when octet_length(x.answer::text) <= 8192 then x.answer
  when jsonb_typeof(x.answer) = 'string' then to_jsonb(left(x.answer #>> '{}', 8192))
  when jsonb_typeof(x.answer) = 'object' then (select jsonb_object_agg(b.key, case jsonb_typeof(b.value) when 'string' then to_jsonb(left(b.value #>> '{}', 8192)) else b.value end)
  from jsonb_each(x.answer) b)
  else x.answer end)) from quiz_answers x where x.attempt_id = c.id), '[]') as answers
  from counted c cross join quiz join quiz_attempts t on t.id = c.id join users u on u.id = c.user_id
  where (c.user_id, c.number) > ($5::int, $6::int) order by c.user_id, c.number limit 100;

-- quiz_report_to_write (src/areas/quizzes/reports/writing.ts)
-- takes $1 progressId int4
-- gives userId int4, work jsonb, title text
select p.user_id as "userId", p.work, q.title from progresses p
  join quiz_reports r on r.progress = p.id join quizzes q on q.id = r.quiz_id
  where p.id = $1 and p.state in ('queued', 'running');

-- quiz_answer_statistics (src/areas/quizzes/statistics/rows.ts)
-- takes $1 quizId int4, $2 reach int4[]?, $3 all bool
-- gives version int4, questionId int4, answered bool, given jsonb?, manual float8?, count int4, sum float8, asked int4, average float8, deviation float8
with quiz as (select id, course_id, type, scoring_policy, version from quizzes where id = $1),
  ranked as (select t.id, t.user_id, t.number, t.version, t.drawn, coalesce(t.score, 0) as score, t.manual_scores,
  extract(epoch from t.finished_at - t.started_at)::float8 as seconds,
  row_number() over (partition by t.user_id order by case when quiz.scoring_policy = 'keep_highest' then t.score end desc nulls last, t.number desc) as place
  from quiz_attempts t join quiz on quiz.id = t.quiz_id
  where t.finished_at is not null and exists (select 1 from enrollments e where e.course_id = quiz.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)
  and ($2::int[] is null or ($2::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = quiz.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])) offset 0)))),
  counted as materialized (select * from ranked where place = 1 or $3::boolean),
  asked as materialized (select v.version, n.question, (n.question->>'id')::int as question_id, n.question->>'type' as type
  from quiz_versions v cross join lateral jsonb_array_elements(v.questions) as n(question)
  where v.quiz_id = $1 and v.version in (select version from counted) and n.question->>'type' <> 'text_only_question'),
  answers as (select c.version, a.question_id, coalesce(x.answer, 'null') <> 'null' as answered,
  case when a.type not in ('essay_question', 'file_upload_question') and x.answer <> 'null' then case when octet_length(x.answer::text) <= 8192 then x.answer
  when jsonb_typeof(x.answer) = 'string' then to_jsonb(left(x.answer #>> '{}', 8192))
  when jsonb_typeof(x.answer) = 'object' then (select jsonb_object_agg(b.key, case jsonb_typeof(b.value) when 'string' then to_jsonb(left(b.value #>> '{}', 8192)) else b.value end)
  from jsonb_each(x.answer) b)
  else x.answer end end as given,
  (c.manual_scores->a.question_id::text->>'score')::float8 as manual, c.score
  from counted c join asked a on a.version = c.version and (not a.question ? 'group' or (a.question->>'id')::int = any(c.drawn))
  left join quiz_answers x on x.attempt_id = c.id and x.question_id = a.question_id),
  spread as (select question_id, count(*) as asked, avg(score) as average, stddev_pop(score) as deviation from answers group by question_id)
  select a.version, a.question_id as "questionId", a.answered, a.given, a.manual, count(*) as count, sum(a.score) as sum,
  s.asked, s.average, s.deviation
  from answers a join spread s on s.question_id = a.question_id
  group by a.version, a.question_id, a.answered, a.given, a.manual, s.asked, s.average, s.deviation;

-- quiz_attempt_statistics (src/areas/quizzes/statistics/rows.ts)
-- takes $1 quizId int4, $2 reach int4[]?, $3 all bool
-- gives type quiz_type, students int4, several bool, scores jsonb, versions jsonb
with quiz as (select id, course_id, type, scoring_policy, version from quizzes where id = $1),
  ranked as (select t.id, t.user_id, t.number, t.version, t.drawn, coalesce(t.score, 0) as score, t.manual_scores,
  extract(epoch from t.finished_at - t.started_at)::float8 as seconds,
  row_number() over (partition by t.user_id order by case when quiz.scoring_policy = 'keep_highest' then t.score end desc nulls last, t.number desc) as place
  from quiz_attempts t join quiz on quiz.id = t.quiz_id
  where t.finished_at is not null and exists (select 1 from enrollments e where e.course_id = quiz.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)
  and ($2::int[] is null or ($2::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = quiz.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])) offset 0)))),
  counted as materialized (select * from ranked where place = 1 or $3::boolean)
  select quiz.type, (select count(distinct user_id) from counted) as students,
  exists (select 1 from ranked where number > 1) as several,
  coalesce((select json_agg(n) from (select version, score, count(*) as count, sum(seconds) as seconds from counted group by version, score) n), '[]') as scores,
  coalesce((select json_agg(json_build_object('version', v.version, 'questions', v.questions) order by v.version) from quiz_versions v
  where v.quiz_id = quiz.id and (v.version in (select version from counted)
  or (v.version = quiz.version and not exists (select 1 from counted)))), '[]') as versions
  from quiz;
