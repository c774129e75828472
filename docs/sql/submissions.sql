-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- assessments_by_rubric (src/areas/submissions/assessment-rows.ts)
-- takes $1 rubricId int4, $2 courseId int4, $3 toGrade int4[]?, $4 types text[]
-- gives id int4, assignmentId int4, userId int4, type assessment_type, assessorId int4?, data jsonb, submissionId int4, attempt int4?, associationId int4, rubricId int4, criteria jsonb, updatedAt timestamptz
select x.id, x.assignment_id as "assignmentId", x.user_id as "userId", x.type,
  x.assessor_id as "assessorId", coalesce(x.data, s.assessment) as data, s.id as "submissionId", s.attempt, ra.id as "associationId", ra.rubric_id as "rubricId",
  '[]'::json as criteria, x.updated_at as "updatedAt"
  from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
  join rubric_associations ra on ra.assignment_id = x.assignment_id
  where coalesce(x.data, s.assessment) is not null and ra.rubric_id = $1 and x.type::text = any($4::text[])
  and exists (select 1 from assignments a where a.id = x.assignment_id and not a.deleted)
  and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = x.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and ($3::int[] is null or ($3::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = x.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0))) order by x.id;

-- rubric_assessment (src/areas/submissions/assessment-rows.ts)
-- takes $1 assignmentId int4, $2 id int4
-- gives id int4, assignmentId int4, userId int4, type assessment_type, assessorId int4?, data jsonb, submissionId int4, attempt int4?, associationId int4, rubricId int4, criteria jsonb, updatedAt timestamptz
select x.id, x.assignment_id as "assignmentId", x.user_id as "userId", x.type,
  x.assessor_id as "assessorId", coalesce(x.data, s.assessment) as data, s.id as "submissionId", s.attempt, ra.id as "associationId", ra.rubric_id as "rubricId",
  coalesce((select json_agg(json_build_object('id', rc.id, 'description', rc.description,
  'learningOutcomeId', rc.learning_outcome_id) order by rc.position, rc.id)
  from rubric_criteria rc where rc.rubric_id = ra.rubric_id), '[]') as criteria, x.updated_at as "updatedAt"
  from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
  join rubric_associations ra on ra.assignment_id = x.assignment_id
  where coalesce(x.data, s.assessment) is not null and x.assignment_id = $1 and x.id = $2;

-- rubric_assessment_of_submission (src/areas/submissions/assessment-rows.ts)
-- takes $1 assignmentId int4, $2 userId int4, $3 type assessment_type, $4 assessorId int4?
-- gives id int4, assignmentId int4, userId int4, type assessment_type, assessorId int4?, data jsonb, submissionId int4, attempt int4?, associationId int4, rubricId int4, criteria jsonb, updatedAt timestamptz
select x.id, x.assignment_id as "assignmentId", x.user_id as "userId", x.type,
  x.assessor_id as "assessorId", coalesce(x.data, s.assessment) as data, s.id as "submissionId", s.attempt, ra.id as "associationId", ra.rubric_id as "rubricId",
  coalesce((select json_agg(json_build_object('id', rc.id, 'description', rc.description,
  'learningOutcomeId', rc.learning_outcome_id) order by rc.position, rc.id)
  from rubric_criteria rc where rc.rubric_id = ra.rubric_id), '[]') as criteria, x.updated_at as "updatedAt"
  from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
  join rubric_associations ra on ra.assignment_id = x.assignment_id
  where coalesce(x.data, s.assessment) is not null and x.assignment_id = $1 and x.user_id = $2 and x.type = $3
  and ($4::int is null or x.assessor_id = $4::int);

-- closed_to_grade (src/areas/submissions/closed-periods.ts)
-- takes $1 courseId int4, $2 assignmentIds int4[], $3 userIds int4[], $4 now timestamptz
-- gives assignmentId int4, userId int4
with periods as materialized (select * from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp where gp.close_date < $4)
  select a.id as "assignmentId", r.user_id as "userId" from unnest($2::int[], $3::int[]) r(assignment_id, user_id)
  join assignments a on a.id = r.assignment_id
  where exists (select 1 from periods) and exists (select 1
  from unnest(array[r.user_id] || case when a.grade_group_students_individually then '{}'::int[] else array(select other.user_id from group_memberships other
  where a.group_category_id is not null and other.group_id = (select m.group_id from group_memberships m join groups g on g.id = m.group_id
  where m.group_category_id = a.group_category_id and m.user_id = r.user_id and m.state = 'accepted' and not g.deleted) and other.state = 'accepted'
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = other.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by other.user_id) end) m(user_id)
  cross join lateral (select case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = m.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = m.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = m.user_id and ot.override_id = o.id))))
  else a.due_at end as due_at) d join periods gp on coalesce(tstzrange(gp.start_date, gp.end_date, '(]') @> d.due_at, gp.is_last));

-- comment_on_submissions (src/areas/submissions/comments.ts)
-- takes $1 rows jsonb, $2 courseId int4, $3 authorId int4, $4 now timestamptz
-- gives id int4, userId int4
with r as materialized (select * from json_to_recordset($1::json) as r("assignmentId" int, "userId" int, text text, "mediaId" text, "mediaType" media_type, "fileIds" int[], hidden boolean)),
  made as (insert into submissions (assignment_id, user_id, course_id)
  select distinct r."assignmentId", r."userId", $2::int from r order by 1, 2 on conflict do nothing)
  insert into submission_comments (assignment_id, user_id, author_id, comment, media_comment_id, media_comment_type, file_ids, hidden, created_at)
  select r."assignmentId", r."userId", $3, r.text, r."mediaId", r."mediaType", r."fileIds", r.hidden, $4 from r order by 1, 2
  returning id, user_id as "userId";

-- submissions_to_grade_in_courses (src/areas/submissions/course-grades.ts)
-- takes $1 courseIds int4[], $2 callerId int4, $3 adminOf int4[]
-- gives id int4, count int4
with mine as (select c.id, case when not a.chain && $3::int[] then case when bool_or(not e.limit_privileges_to_course_section) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')) then null
  else coalesce(array_agg(distinct e.course_section_id) filter (where e.type in ('TeacherEnrollment', 'TaEnrollment')), '{}') end end as graded
  from courses c join accounts a on a.id = c.account_id
  left join enrollments e on e.course_id = c.id and e.user_id = $2 and e.state in ('active', 'completed')
  and e.type in ('TeacherEnrollment', 'TaEnrollment')
  where c.id = any($1::int[]) and (e.id is not null or a.chain && $3::int[]) group by c.id, a.chain)
  select mine.id, (select count(*) from assignments t join submissions s on s.assignment_id = t.id
  and s.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = mine.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (mine.graded::int[] is null or e.course_section_id = any(mine.graded::int[])) offset 0)
  where t.course_id = mine.id and not t.deleted) as count
  from mine;

-- course_totals (src/areas/submissions/course-totals.ts)
-- takes $1 courseIds int4[], $2 userIds int4[]
-- gives frames jsonb, scores jsonb, weighs bool
select (select coalesce(json_agg(f), '[]') from (select c.id as "courseId", c.group_weighting_scheme = 'percent' as weighted, gs.scheme,
  coalesce((select json_agg(json_build_object('id', g.id, 'weight', g.group_weight, 'rules', g.rules) order by g.position, g.id)
  from assignment_groups g where g.course_id = c.id and not g.deleted), '[]') as groups,
  coalesce((select json_agg(json_build_array(a.id, a.assignment_group_id, a.points_possible, a.muted) order by a.id)
  from assignments a where a.course_id = c.id and not a.deleted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))), '[]') as assignments,
  null as periods, null as falling
  from courses c left join grading_standards gs on gs.id = c.grading_standard_id and not gs.deleted where c.id = any($1::int[])) f) as frames,
  (select coalesce(json_agg(x), '[]') from (select p.course_id as "courseId", p.user_id as "userId",
  coalesce((select json_agg(case when (s.state = 'pending_review' and not exists (select 1 from quizzes q join quiz_attempts t on t.quiz_id = q.id
  where q.assignment_id = s.assignment_id and q.scoring_policy = 'keep_highest'
  and t.user_id = s.user_id and t.finished_at is not null and not t.pending offset 0)) then json_build_array(s.assignment_id, s.score, true)
  else json_build_array(s.assignment_id, s.score) end) from submissions s
  where s.course_id = p.course_id and s.user_id = p.user_id and s.score is not null), '[]') as scores,
  null as varying
  from unnest($1::int[], $2::int[]) p(course_id, user_id)) x) as scores, exists (select 1 from grading_period_sets gs where gs.weighted and not gs.deleted) as weighs;

-- course_totals_by_periods (src/areas/submissions/course-totals.ts)
-- takes $1 courseIds int4[], $2 userIds int4[], $3 period int4?, $4 currentAt timestamptz?
-- gives frames jsonb, scores jsonb
with periods as materialized (select c.id as course_id, gp.id, gp.start_date, gp.end_date, gp.is_last, gp.weight, gp.title,
  coalesce(gs.weighted, false) as weighted, coalesce(gs.display_totals_for_all_grading_periods, true) as totalled,
  coalesce(gp.start_date < $4::timestamptz and gp.end_date >= $4, false) as current
  from (select distinct unnest($1::int[]) as id) c cross join lateral (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = c.id
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = c.id) and not exists (select 1 from grading_periods op where op.course_id = c.id and not op.deleted)))) gp
  left join grading_period_sets gs on gs.id = gp.set_id
  where case when $3::int is null then $4::timestamptz is not null or coalesce(gs.weighted, false) else gp.id = $3 end),
  varying as materialized (select a.id, a.course_id, a.due_at, a.group_category_id from assignments a
  where a.course_id in (select gp.course_id from periods gp) and not a.deleted and exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0))
  select (select coalesce(json_agg(f), '[]') from (select c.id as "courseId", c.group_weighting_scheme = 'percent' as weighted, gs.scheme,
  coalesce((select json_agg(json_build_object('id', g.id, 'weight', g.group_weight, 'rules', g.rules) order by g.position, g.id)
  from assignment_groups g where g.course_id = c.id and not g.deleted), '[]') as groups,
  coalesce((select json_agg(json_build_array(a.id, a.assignment_group_id, a.points_possible, a.muted) order by a.id)
  from assignments a where a.course_id = c.id and not a.deleted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))), '[]') as assignments,
  (select coalesce(json_agg(json_build_object('id', gp.id, 'title', gp.title, 'weight', gp.weight,
  'weighted', gp.weighted, 'current', gp.current, 'totalled', gp.totalled)), '[]') from periods gp where gp.course_id = c.id) as periods, (select coalesce(json_agg(json_build_array(a.id, gp.id)), '[]') from assignments a
  join periods gp on gp.course_id = a.course_id and coalesce(tstzrange(gp.start_date, gp.end_date, '(]') @> a.due_at, gp.is_last) where a.course_id = c.id and not a.deleted) as falling
  from courses c left join grading_standards gs on gs.id = c.grading_standard_id and not gs.deleted where c.id = any($1::int[])) f) as frames,
  (select coalesce(json_agg(x), '[]') from (select p.course_id as "courseId", p.user_id as "userId",
  coalesce((select json_agg(case when (s.state = 'pending_review' and not exists (select 1 from quizzes q join quiz_attempts t on t.quiz_id = q.id
  where q.assignment_id = s.assignment_id and q.scoring_policy = 'keep_highest'
  and t.user_id = s.user_id and t.finished_at is not null and not t.pending offset 0)) then json_build_array(s.assignment_id, s.score, true)
  else json_build_array(s.assignment_id, s.score) end) from submissions s
  where s.course_id = p.course_id and s.user_id = p.user_id and s.score is not null), '[]') as scores,
  (select coalesce(json_agg(json_build_array(a.id, (select gp.id from periods gp where gp.course_id = a.course_id and coalesce(tstzrange(gp.start_date, gp.end_date, '(]') @> d.due_at, gp.is_last)))), '[]')
  from varying a cross join lateral (select case
  when true
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = p.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = p.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = p.user_id and ot.override_id = o.id))))
  else a.due_at end as due_at) d where a.course_id = p.course_id) as varying
  from unnest($1::int[], $2::int[]) p(course_id, user_id)) x) as scores;

-- discussed_submissions (src/areas/submissions/discussed.ts)
-- takes $1 callerId int4, $2 assignmentIds int4[], $3 userIds int4[]
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?, courseId int4, grades bool
select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness, s.course_id as "courseId", r.grades
  from unnest($2::int[], $3::int[]) k(assignment_id, user_id)
  join submissions s on s.assignment_id = k.assignment_id and s.user_id = k.user_id
  join assignments a on a.id = s.assignment_id and not a.deleted join courses c on c.id = s.course_id and c.state <> 'deleted'
  cross join lateral (select (exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = $1 and me.state in ('active', 'completed')
  and me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0))
  or (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $1)
  and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0))) as grades) r
  where r.grades or (s.user_id = $1 and not c.state = 'unpublished' and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)));

-- students_moved_since (src/areas/submissions/due-changes.ts)
-- takes $1 since timestamptz
-- gives courseId int4, userId int4, enrolled bool
select moved.course_id as "courseId", moved.user_id as "userId", moved.enrolled
  from (select place.course_id, e.user_id, true as enrolled from enrollments e
  cross join lateral (select e.course_id union select a.course_id from assignment_overrides o join assignments a on a.id = o.assignment_id
  where o.course_section_id = e.course_section_id) place where e.updated_at > $1 and e.updated_at <= 'infinity'
  union all
  select g.course_id, m.user_id, false from group_memberships m join groups g on g.id = m.group_id where m.updated_at > $1 and m.updated_at <= 'infinity') moved
  where exists (select 1 from late_policies lp where lp.course_id = moved.course_id);

-- course_of_audited_assignment (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4
-- gives courseId int4
select a.course_id as "courseId" from assignments a where a.id = $1 and not a.deleted;

-- grade_changes_of_assignment_0_1_after_11 (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4, $2 callerId int4, $3 from timestamptz, $4 before timestamptz, $5 key 1 timestamptz, $6 key 2 int4
-- gives id int4, at timestamptz, version int4, before text?, after text?, assignmentId int4, assignment text, courseId int4, course text, student jsonb, grader jsonb?
select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
  g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, json_build_object('id', w.id, 'name', w.name, 'sortable_name', w.sortable_name, 'short_name', w.short_name) as student,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'sortable_name', u.sortable_name, 'short_name', u.short_name) end as grader
  from (select g.* from grade_changes g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id where g.assignment_id = $1 and not a.deleted and c.state <> 'deleted' and coalesce(c.account_id in (select own.id from account_admins aa join accounts own on aa.account_id = any(own.chain)
  where aa.user_id = $2), false) and g.created_at >= $3 and g.created_at < $4 and (g.created_at, g.id) < ($5::timestamptz, $6::int) order by g.created_at desc, g.id desc limit 11 ) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id
  cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b order by g.created_at desc, g.id desc;

-- grade_changes_of_assignment_first_11 (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4, $2 callerId int4
-- gives id int4, at timestamptz, version int4, before text?, after text?, assignmentId int4, assignment text, courseId int4, course text, student jsonb, grader jsonb?
select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
  g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, json_build_object('id', w.id, 'name', w.name, 'sortable_name', w.sortable_name, 'short_name', w.short_name) as student,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'sortable_name', u.sortable_name, 'short_name', u.short_name) end as grader
  from (select g.* from grade_changes g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id where g.assignment_id = $1 and not a.deleted and c.state <> 'deleted' and coalesce(c.account_id in (select own.id from account_admins aa join accounts own on aa.account_id = any(own.chain)
  where aa.user_id = $2), false)   order by g.created_at desc, g.id desc limit 11 ) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id
  cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b order by g.created_at desc, g.id desc;

-- grade_changes_of_course_0_1_after_11 (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4, $2 callerId int4, $3 from timestamptz, $4 before timestamptz, $5 key 1 timestamptz, $6 key 2 int4
-- gives id int4, at timestamptz, version int4, before text?, after text?, assignmentId int4, assignment text, courseId int4, course text, student jsonb, grader jsonb?
select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
  g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, json_build_object('id', w.id, 'name', w.name, 'sortable_name', w.sortable_name, 'short_name', w.short_name) as student,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'sortable_name', u.sortable_name, 'short_name', u.short_name) end as grader
  from (select g.* from courses c join assignments a on a.course_id = c.id cross join lateral (select g.* from grade_changes g where g.assignment_id = a.id and true and g.created_at >= $3 and g.created_at < $4 and (g.created_at, g.id) < ($5::timestamptz, $6::int) order by g.created_at desc, g.id desc limit 11) g
  where c.id = $1 and not a.deleted and c.state <> 'deleted' and exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $2) and g.created_at >= $3 and g.created_at < $4 and (g.created_at, g.id) < ($5::timestamptz, $6::int) order by g.created_at desc, g.id desc limit 11 ) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id
  cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b order by g.created_at desc, g.id desc;

-- grade_changes_of_course_first_11 (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4, $2 callerId int4
-- gives id int4, at timestamptz, version int4, before text?, after text?, assignmentId int4, assignment text, courseId int4, course text, student jsonb, grader jsonb?
select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
  g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, json_build_object('id', w.id, 'name', w.name, 'sortable_name', w.sortable_name, 'short_name', w.short_name) as student,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'sortable_name', u.sortable_name, 'short_name', u.short_name) end as grader
  from (select g.* from courses c join assignments a on a.course_id = c.id cross join lateral (select g.* from grade_changes g where g.assignment_id = a.id and true   order by g.created_at desc, g.id desc limit 11) g
  where c.id = $1 and not a.deleted and c.state <> 'deleted' and exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $2)   order by g.created_at desc, g.id desc limit 11 ) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id
  cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b order by g.created_at desc, g.id desc;

-- grade_changes_of_grader_0_1_after_11 (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4, $2 callerId int4, $3 from timestamptz, $4 before timestamptz, $5 key 1 timestamptz, $6 key 2 int4
-- gives id int4, at timestamptz, version int4, before text?, after text?, assignmentId int4, assignment text, courseId int4, course text, student jsonb, grader jsonb?
select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
  g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, json_build_object('id', w.id, 'name', w.name, 'sortable_name', w.sortable_name, 'short_name', w.short_name) as student,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'sortable_name', u.sortable_name, 'short_name', u.short_name) end as grader
  from (select g.* from grade_changes g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id where g.grader_id = $1 and not a.deleted and c.state <> 'deleted' and coalesce(c.account_id in (select own.id from account_admins aa join accounts own on aa.account_id = any(own.chain)
  where aa.user_id = $2), false) and g.created_at >= $3 and g.created_at < $4 and (g.created_at, g.id) < ($5::timestamptz, $6::int) order by g.created_at desc, g.id desc limit 11 ) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id
  cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b order by g.created_at desc, g.id desc;

-- grade_changes_of_grader_first_11 (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4, $2 callerId int4
-- gives id int4, at timestamptz, version int4, before text?, after text?, assignmentId int4, assignment text, courseId int4, course text, student jsonb, grader jsonb?
select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
  g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, json_build_object('id', w.id, 'name', w.name, 'sortable_name', w.sortable_name, 'short_name', w.short_name) as student,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'sortable_name', u.sortable_name, 'short_name', u.short_name) end as grader
  from (select g.* from grade_changes g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id where g.grader_id = $1 and not a.deleted and c.state <> 'deleted' and coalesce(c.account_id in (select own.id from account_admins aa join accounts own on aa.account_id = any(own.chain)
  where aa.user_id = $2), false)   order by g.created_at desc, g.id desc limit 11 ) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id
  cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b order by g.created_at desc, g.id desc;

-- grade_changes_of_student_0_1_after_11 (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4, $2 callerId int4, $3 from timestamptz, $4 before timestamptz, $5 key 1 timestamptz, $6 key 2 int4
-- gives id int4, at timestamptz, version int4, before text?, after text?, assignmentId int4, assignment text, courseId int4, course text, student jsonb, grader jsonb?
select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
  g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, json_build_object('id', w.id, 'name', w.name, 'sortable_name', w.sortable_name, 'short_name', w.short_name) as student,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'sortable_name', u.sortable_name, 'short_name', u.short_name) end as grader
  from (select g.* from grade_changes g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id where (g.assignment_id, g.user_id) in (select s.assignment_id, s.user_id from submissions s where s.user_id = $1) and not a.deleted and c.state <> 'deleted' and coalesce(c.account_id in (select own.id from account_admins aa join accounts own on aa.account_id = any(own.chain)
  where aa.user_id = $2), false) and g.created_at >= $3 and g.created_at < $4 and (g.created_at, g.id) < ($5::timestamptz, $6::int) order by g.created_at desc, g.id desc limit 11 ) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id
  cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b order by g.created_at desc, g.id desc;

-- grade_changes_of_student_first_11 (src/areas/submissions/grade-audit.ts)
-- takes $1 id int4, $2 callerId int4
-- gives id int4, at timestamptz, version int4, before text?, after text?, assignmentId int4, assignment text, courseId int4, course text, student jsonb, grader jsonb?
select g.id, g.created_at as at, b.earlier + 1 as version, b.grade as before, g.grade as after,
  g.assignment_id as "assignmentId", a.name as assignment, a.course_id as "courseId", c.name as course, json_build_object('id', w.id, 'name', w.name, 'sortable_name', w.sortable_name, 'short_name', w.short_name) as student,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'sortable_name', u.sortable_name, 'short_name', u.short_name) end as grader
  from (select g.* from grade_changes g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id where (g.assignment_id, g.user_id) in (select s.assignment_id, s.user_id from submissions s where s.user_id = $1) and not a.deleted and c.state <> 'deleted' and coalesce(c.account_id in (select own.id from account_admins aa join accounts own on aa.account_id = any(own.chain)
  where aa.user_id = $2), false)   order by g.created_at desc, g.id desc limit 11 ) g join assignments a on a.id = g.assignment_id join courses c on c.id = a.course_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id
  cross join lateral (select count(*)::int as earlier, (array_agg(h.grade order by h.id desc))[1] as grade from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id) b order by g.created_at desc, g.id desc;

-- grade_changes_by_id (src/areas/submissions/grade-history.ts)
-- takes $1 assignmentId int4, $2 ids int4[]
-- gives id int4, submissionId int4, assignmentId int4, assignmentName text, userId int4, userName text, score float8?, grade text?, graderId int4?, grader text?, at timestamptz, previousGrade text?, previousGrader text?, previousAt timestamptz?, currentGrade text?, currentGrader text?, currentAt timestamptz?, matches bool, type text?, url text?, body text?, state submission_state
select g.id, s.id as "submissionId", g.assignment_id as "assignmentId", a.name as "assignmentName", g.user_id as "userId", w.name as "userName",
  g.score, g.grade, g.grader_id as "graderId", u.name as grader, g.created_at as at,
  b.grade as "previousGrade", bu.name as "previousGrader", b.created_at as "previousAt",
  s.grade as "currentGrade", su.name as "currentGrader", s.graded_at as "currentAt", s.grade_matches_current_submission as matches,
  s.submission_type as type, s.url, s.body, s.state
  from (select h.* from grade_changes h where h.assignment_id = $1 and h.id = any($2::int[])) g join submissions s on s.assignment_id = g.assignment_id and s.user_id = g.user_id
  join assignments a on a.id = g.assignment_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id left join users su on su.id = s.grader_id
  left join lateral (select h.grade, h.grader_id, h.created_at from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id order by h.id desc limit 1) b on true
  left join users bu on bu.id = b.grader_id;

-- grade_changes_newest_0_1_after_11 (src/areas/submissions/grade-history.ts)
-- takes $1 courseId int4, $2 reach int4[]?, $3 assignmentId int4, $4 userId int4, $5 key 1 timestamptz, $6 key 2 int4
-- gives id int4, submissionId int4, assignmentId int4, assignmentName text, userId int4, userName text, score float8?, grade text?, graderId int4?, grader text?, at timestamptz, previousGrade text?, previousGrader text?, previousAt timestamptz?, currentGrade text?, currentGrader text?, currentAt timestamptz?, matches bool, type text?, url text?, body text?, state submission_state
select g.id, s.id as "submissionId", g.assignment_id as "assignmentId", a.name as "assignmentName", g.user_id as "userId", w.name as "userName",
  g.score, g.grade, g.grader_id as "graderId", u.name as grader, g.created_at as at,
  b.grade as "previousGrade", bu.name as "previousGrader", b.created_at as "previousAt",
  s.grade as "currentGrade", su.name as "currentGrader", s.graded_at as "currentAt", s.grade_matches_current_submission as matches,
  s.submission_type as type, s.url, s.body, s.state
  from (select g.* from assignments a cross join lateral (select g.* from grade_changes g where g.assignment_id = a.id and (g.user_id in (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])))) is true and g.assignment_id = $3 and g.user_id = $4 and (g.created_at, g.id) < ($5::timestamptz, $6::int) order by g.created_at desc, g.id desc limit 11) g where a.course_id = $1 and not a.deleted and g.assignment_id = $3 and g.user_id = $4 and (g.created_at, g.id) < ($5::timestamptz, $6::int) order by g.created_at desc, g.id desc limit 11 ) g join submissions s on s.assignment_id = g.assignment_id and s.user_id = g.user_id
  join assignments a on a.id = g.assignment_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id left join users su on su.id = s.grader_id
  left join lateral (select h.grade, h.grader_id, h.created_at from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id order by h.id desc limit 1) b on true
  left join users bu on bu.id = b.grader_id order by g.created_at desc, g.id desc;

-- grade_changes_newest_first_11 (src/areas/submissions/grade-history.ts)
-- takes $1 courseId int4, $2 reach int4[]?
-- gives id int4, submissionId int4, assignmentId int4, assignmentName text, userId int4, userName text, score float8?, grade text?, graderId int4?, grader text?, at timestamptz, previousGrade text?, previousGrader text?, previousAt timestamptz?, currentGrade text?, currentGrader text?, currentAt timestamptz?, matches bool, type text?, url text?, body text?, state submission_state
select g.id, s.id as "submissionId", g.assignment_id as "assignmentId", a.name as "assignmentName", g.user_id as "userId", w.name as "userName",
  g.score, g.grade, g.grader_id as "graderId", u.name as grader, g.created_at as at,
  b.grade as "previousGrade", bu.name as "previousGrader", b.created_at as "previousAt",
  s.grade as "currentGrade", su.name as "currentGrader", s.graded_at as "currentAt", s.grade_matches_current_submission as matches,
  s.submission_type as type, s.url, s.body, s.state
  from (select g.* from assignments a cross join lateral (select g.* from grade_changes g where g.assignment_id = a.id and (g.user_id in (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])))) is true   order by g.created_at desc, g.id desc limit 11) g where a.course_id = $1 and not a.deleted   order by g.created_at desc, g.id desc limit 11 ) g join submissions s on s.assignment_id = g.assignment_id and s.user_id = g.user_id
  join assignments a on a.id = g.assignment_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id left join users su on su.id = s.grader_id
  left join lateral (select h.grade, h.grader_id, h.created_at from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id order by h.id desc limit 1) b on true
  left join users bu on bu.id = b.grader_id order by g.created_at desc, g.id desc;

-- grade_changes_oldest_0_1_after_11 (src/areas/submissions/grade-history.ts)
-- takes $1 courseId int4, $2 reach int4[]?, $3 assignmentId int4, $4 userId int4, $5 key 1 timestamptz, $6 key 2 int4
-- gives id int4, submissionId int4, assignmentId int4, assignmentName text, userId int4, userName text, score float8?, grade text?, graderId int4?, grader text?, at timestamptz, previousGrade text?, previousGrader text?, previousAt timestamptz?, currentGrade text?, currentGrader text?, currentAt timestamptz?, matches bool, type text?, url text?, body text?, state submission_state
select g.id, s.id as "submissionId", g.assignment_id as "assignmentId", a.name as "assignmentName", g.user_id as "userId", w.name as "userName",
  g.score, g.grade, g.grader_id as "graderId", u.name as grader, g.created_at as at,
  b.grade as "previousGrade", bu.name as "previousGrader", b.created_at as "previousAt",
  s.grade as "currentGrade", su.name as "currentGrader", s.graded_at as "currentAt", s.grade_matches_current_submission as matches,
  s.submission_type as type, s.url, s.body, s.state
  from (select g.* from assignments a cross join lateral (select g.* from grade_changes g where g.assignment_id = a.id and (g.user_id in (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])))) is true and g.assignment_id = $3 and g.user_id = $4 and (g.created_at, g.id) > ($5::timestamptz, $6::int) order by g.created_at asc, g.id asc limit 11) g where a.course_id = $1 and not a.deleted and g.assignment_id = $3 and g.user_id = $4 and (g.created_at, g.id) > ($5::timestamptz, $6::int) order by g.created_at asc, g.id asc limit 11 ) g join submissions s on s.assignment_id = g.assignment_id and s.user_id = g.user_id
  join assignments a on a.id = g.assignment_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id left join users su on su.id = s.grader_id
  left join lateral (select h.grade, h.grader_id, h.created_at from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id order by h.id desc limit 1) b on true
  left join users bu on bu.id = b.grader_id order by g.created_at asc, g.id asc;

-- grade_changes_oldest_first_11 (src/areas/submissions/grade-history.ts)
-- takes $1 courseId int4, $2 reach int4[]?
-- gives id int4, submissionId int4, assignmentId int4, assignmentName text, userId int4, userName text, score float8?, grade text?, graderId int4?, grader text?, at timestamptz, previousGrade text?, previousGrader text?, previousAt timestamptz?, currentGrade text?, currentGrader text?, currentAt timestamptz?, matches bool, type text?, url text?, body text?, state submission_state
select g.id, s.id as "submissionId", g.assignment_id as "assignmentId", a.name as "assignmentName", g.user_id as "userId", w.name as "userName",
  g.score, g.grade, g.grader_id as "graderId", u.name as grader, g.created_at as at,
  b.grade as "previousGrade", bu.name as "previousGrader", b.created_at as "previousAt",
  s.grade as "currentGrade", su.name as "currentGrader", s.graded_at as "currentAt", s.grade_matches_current_submission as matches,
  s.submission_type as type, s.url, s.body, s.state
  from (select g.* from assignments a cross join lateral (select g.* from grade_changes g where g.assignment_id = a.id and (g.user_id in (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])))) is true   order by g.created_at asc, g.id asc limit 11) g where a.course_id = $1 and not a.deleted   order by g.created_at asc, g.id asc limit 11 ) g join submissions s on s.assignment_id = g.assignment_id and s.user_id = g.user_id
  join assignments a on a.id = g.assignment_id join users w on w.id = g.user_id
  left join users u on u.id = g.grader_id left join users su on su.id = s.grader_id
  left join lateral (select h.grade, h.grader_id, h.created_at from grade_changes h
  where h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.id < g.id order by h.id desc limit 1) b on true
  left join users bu on bu.id = b.grader_id order by g.created_at asc, g.id asc;

-- graded_days_first_11 (src/areas/submissions/grade-history.ts)
-- takes $1 courseId int4, $2 reach int4[]?, $3 zone text
-- gives date text, graders jsonb
select to_char(x.day, 'YYYY-MM-DD') as date, json_agg(json_build_object('id', x.grader_id, 'name', u.name, 'assignments', x.assignments) order by u.name nulls first, x.grader_id) as graders
  from (select one.day, one.grader_id, array_agg(one.assignment_id order by one.assignment_id) as assignments
  from (select g.day, g.grader_id, a.id as assignment_id
  from assignments a cross join lateral (select distinct (g.created_at at time zone $3::text)::date as day, g.grader_id from grade_changes g where g.assignment_id = a.id and (g.user_id in (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])))) is true offset 0) g where a.course_id = $1 and not a.deleted) one group by 1, 2) x left join users u on u.id = x.grader_id
  group by x.day order by x.day desc limit 11;

-- graders_of_day_first_11 (src/areas/submissions/grade-history.ts)
-- takes $1 courseId int4, $2 reach int4[]?, $3 from timestamptz, $4 to timestamptz
-- gives id int4?, name text?, assignments int4[]
select x.grader_id as id, u.name, x.assignments
  from (select g.grader_id, array_agg(distinct g.assignment_id order by g.assignment_id) as assignments
  from assignments a cross join lateral (select g.* from grade_changes g where g.assignment_id = a.id and (g.user_id in (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])))) is true and g.created_at >= $3 and g.created_at < $4 offset 0) g where a.course_id = $1 and not a.deleted group by 1) x left join users u on u.id = x.grader_id
  order by u.name nulls first, x.grader_id limit 11;

-- submissions_graded_on_day_first_11 (src/areas/submissions/grade-history.ts)
-- takes $1 courseId int4, $2 reach int4[]?, $3 from timestamptz, $4 to timestamptz, $5 assignmentId int4, $6 graderId int4?
-- gives submissionId int4, changes int4[]
select (select s.id from submissions s where s.assignment_id = g.assignment_id and s.user_id = g.user_id) as "submissionId",
  array_agg(g.id order by g.id desc) as changes
  from assignments a cross join lateral (select g.* from grade_changes g where g.assignment_id = a.id and (g.user_id in (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])))) is true and g.created_at >= $3 and g.created_at < $4 and g.grader_id is not distinct from $6::int offset 0) g where a.course_id = $1 and not a.deleted
  and a.id = $5 group by g.assignment_id, g.user_id order by g.user_id limit 11;

-- assess_submissions (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentId int4, $2 graded int4[], $3 assessment jsonb, $4 now timestamptz
update submissions s set assessment = $3::jsonb, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $4::timestamptz) where assignment_id = $1 and user_id = any($2::int[]);

-- assess_submissions_of_many (src/areas/submissions/grade-writing.ts)
-- takes $1 rows jsonb, $2 now timestamptz
update submissions s set assessment = r.assessment, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $2::timestamptz)
  from json_to_recordset($1::json) as r("assignmentId" int, "userId" int, assessment jsonb)
  where s.assignment_id = r."assignmentId" and s.user_id = r."userId";

-- give_grade (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userIds int4[], $4 score float8?, $5 grade text?, $6 now timestamptz, $7 graderId int4, $8 assessment jsonb?, $9 dueAt timestamptz?
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?, commented bool
with a as (select * from assignments where id = $1),
  s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, assessment, updated_at)
  select $1, m, $2, 'graded', $4::float8, $5::text, $6::timestamptz, $7::int, $8::jsonb, $6 from (select ($3::int[])[1] as m) one order by m
  on conflict (assignment_id, user_id) do update set state = 'graded', score = excluded.score, grade = excluded.grade,
  graded_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.graded_at::timestamptz), grader_id = excluded.grader_id, assessment = coalesce(excluded.assessment, s.assessment),
  grade_matches_current_submission = true, entered_score = null, entered_grade = null, points_deducted = null, missing_grade = false, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.updated_at::timestamptz)
  returning *),
  kept as (insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
  select assignment_id, user_id, attempt, score, grade, grader_id, graded_at from s)
  select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - $9::timestamptz))::float8 as lateness, exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented from s join a on true order by s.user_id;

-- give_grade_of_group (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userIds int4[], $4 score float8?, $5 grade text?, $6 now timestamptz, $7 graderId int4, $8 assessment jsonb?, $9 dueAt timestamptz?
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?, commented bool
with a as (select * from assignments where id = $1),
  s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, assessment, updated_at)
  select $1, m, $2, 'graded', $4::float8, $5::text, $6::timestamptz, $7::int, $8::jsonb, $6 from unnest($3::int[]) m order by m
  on conflict (assignment_id, user_id) do update set state = 'graded', score = excluded.score, grade = excluded.grade,
  graded_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.graded_at::timestamptz), grader_id = excluded.grader_id, assessment = coalesce(excluded.assessment, s.assessment),
  grade_matches_current_submission = true, entered_score = null, entered_grade = null, points_deducted = null, missing_grade = false, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.updated_at::timestamptz)
  returning *),
  kept as (insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
  select assignment_id, user_id, attempt, score, grade, grader_id, graded_at from s)
  select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - coalesce($9::timestamptz, case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end)))::float8 as lateness, exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented from s join a on true order by s.user_id;

-- give_grades (src/areas/submissions/grade-writing.ts)
-- takes $1 rows jsonb, $2 courseId int4, $3 now timestamptz, $4 graderId int4
with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, assessment, updated_at)
  select r."assignmentId", r."userId", $2, 'graded', r.score, r.grade, $3::timestamptz, $4::int, r.assessment, $3
  from json_to_recordset($1::json) as r("assignmentId" int, "userId" int, score float8, grade text, assessment jsonb) order by 1, 2
  on conflict (assignment_id, user_id) do update set state = 'graded', score = excluded.score, grade = excluded.grade,
  graded_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.graded_at::timestamptz), grader_id = excluded.grader_id, assessment = coalesce(excluded.assessment, s.assessment),
  grade_matches_current_submission = true, entered_score = null, entered_grade = null, points_deducted = null, missing_grade = false, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.updated_at::timestamptz)
  returning *)
  insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
  select assignment_id, user_id, attempt, score, grade, grader_id, graded_at from s;

-- hold_assessment (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userId int4, $4 graded int4[], $5 graderId int4, $6 now timestamptz
-- gives assessment jsonb?
with s as (insert into submissions as s (assignment_id, user_id, course_id) values ($1, $3, $2)
  on conflict (assignment_id, user_id) do update set updated_at = s.updated_at returning s.assessment),
  noted as (insert into rubric_assessments (assignment_id, user_id, type, assessor_id, created_at, updated_at)
  select r.assignment_id, r.user_id, 'grading', $5::int, $6::timestamptz, $6::timestamptz from (select $1::int as assignment_id, m as user_id from s, unnest($4::int[]) m) r order by 1, 2
  on conflict (assignment_id, user_id) where type = 'grading'
  do update set assessor_id = excluded.assessor_id, updated_at = excluded.updated_at)
  select s.assessment from s;

-- hold_submissions_of_many (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[]
-- gives assignmentId int4, userId int4, assessment jsonb?
select s.assignment_id as "assignmentId", s.user_id as "userId", s.assessment
  from submissions s join unnest($1::int[], $2::int[]) r(assignment_id, user_id)
  on r.assignment_id = s.assignment_id and r.user_id = s.user_id
  order by 1, 2 for no key update of s;

-- make_submissions_of_many (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[], $3 courseId int4
insert into submissions (assignment_id, user_id, course_id)
  select r.assignment_id, r.user_id, $3 from unnest($1::int[], $2::int[]) r(assignment_id, user_id)
  order by 1, 2 on conflict do nothing;

-- note_assessed_of_many (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[], $3 graderId int4, $4 now timestamptz
insert into rubric_assessments (assignment_id, user_id, type, assessor_id, created_at, updated_at)
  select r.assignment_id, r.user_id, 'grading', $3::int, $4::timestamptz, $4::timestamptz from unnest($1::int[], $2::int[]) r(assignment_id, user_id) order by 1, 2
  on conflict (assignment_id, user_id) where type = 'grading'
  do update set assessor_id = excluded.assessor_id, updated_at = excluded.updated_at;

-- submission_was_assessed (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentId int4, $2 userId int4
select from submissions where assignment_id = $1 and user_id = $2 and assessment is not null;

-- take_grade_away (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentId int4, $2 graded int4[], $3 now timestamptz, $4 graderId int4
-- gives userId int4
with s as (update submissions s
  set state = case when s.submitted_at is null then 'unsubmitted'::submission_state else 'submitted' end,
  score = null, grade = null, graded_at = null, grader_id = null, grade_matches_current_submission = true,
  entered_score = null, entered_grade = null, points_deducted = null, missing_grade = false, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $3::timestamptz)
  where s.assignment_id = $1 and s.user_id = any($2::int[]) and (s.score is not null or s.grade is not null)
  returning assignment_id, user_id, attempt, updated_at)
  insert into grade_changes (assignment_id, user_id, attempt, grader_id, created_at)
  select assignment_id, user_id, attempt, $4::int, updated_at from s returning user_id as "userId";

-- take_grades_away (src/areas/submissions/grade-writing.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[], $3 now timestamptz, $4 graderId int4
-- gives userId int4
with s as (update submissions s
  set state = case when s.submitted_at is null then 'unsubmitted'::submission_state else 'submitted' end,
  score = null, grade = null, graded_at = null, grader_id = null, grade_matches_current_submission = true,
  entered_score = null, entered_grade = null, points_deducted = null, missing_grade = false, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $3::timestamptz)
  where (s.assignment_id, s.user_id) in (select * from unnest($1::int[], $2::int[])) and (s.score is not null or s.grade is not null)
  returning assignment_id, user_id, attempt, updated_at)
  insert into grade_changes (assignment_id, user_id, attempt, grader_id, created_at)
  select assignment_id, user_id, attempt, $4::int, updated_at from s returning user_id as "userId";

-- gradeable_students_after_11 (src/areas/submissions/gradeable.ts)
-- takes $1 courseId int4, $2 reach int4[]?, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortKey text, picture text?
select u.id, u.short_name as name, u.sort_key as "sortKey", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select u.* from users u where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])))  and (u.sort_key, u.id) > ($3::text collate "C", $4::int) order by u.sort_key asc, u.id asc limit 11 ) u order by u.sort_key asc, u.id asc;

-- graded_scores_of_assignment (src/areas/submissions/graded-work.ts)
-- takes $1 assignmentId int4
-- gives userId int4, score float8, grade text?
select user_id as "userId", score, grade from submissions where assignment_id = $1 and score is not null
  order by user_id for no key update;

-- graded_students_of_assignment (src/areas/submissions/graded-work.ts)
-- takes $1 assignmentId int4
-- gives id int4
select user_id as id from submissions where assignment_id = $1 and graded_at is not null order by user_id;

-- reveal_comments_of_assignment (src/areas/submissions/graded-work.ts)
-- takes $1 assignmentId int4
-- gives id int4
update submission_comments set hidden = false where assignment_id = $1 and hidden returning id;

-- write_derived_grades (src/areas/submissions/graded-work.ts)
-- takes $1 assignmentId int4, $2 userIds int4[], $3 grades text[], $4 now timestamptz
update submissions s set grade = n.grade, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $4::timestamptz) from unnest($2::int[], $3::text[]) as n(user_id, grade)
  where s.assignment_id = $1 and s.user_id = n.user_id;

-- due_to_grade (src/areas/submissions/grading.ts)
-- takes $1 assignmentId int4, $2 userId int4
-- gives dueAt timestamptz?
select case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = $2 and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = $2 and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = $2 and ot.override_id = o.id))))
  else a.due_at end as "dueAt" from assignments a where a.id = $1;

-- members_to_grade (src/areas/submissions/grading.ts)
-- takes $1 assignmentId int4, $2 userId int4
-- gives members int4[]
select array(select other.user_id from group_memberships other
  where a.group_category_id is not null and other.group_id = (select m.group_id from group_memberships m join groups g on g.id = m.group_id
  where m.group_category_id = a.group_category_id and m.user_id = $2 and m.state = 'accepted' and not g.deleted) and other.state = 'accepted'
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = other.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by other.user_id) as members from assignments a where a.id = $1;

-- place_to_comment (src/areas/submissions/grading.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userId int4, $4 within int4[]?, $5 gradedIn int4[]?, $6 closedBy timestamptz?, $7 callerId int4
-- gives published bool, visible bool, graded bool, reviews bool, muted bool, gradingType grading_type, pointsPossible float8?, individually bool, ofGroups bool, dueAt timestamptz?, varies bool, hasPolicy bool, hasClosed bool
select a.published, exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($4::int[] is null or e.course_section_id = any($4::int[])) offset 0) as visible, ($5::int[] is null or ($5::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($5::int[] is null or e.course_section_id = any($5::int[])) offset 0))) as graded,
  exists (select 1 from peer_reviews p where p.assignment_id = a.id and p.user_id = $3 and p.assessor_id = $7) as reviews, a.muted,
  a.grading_type as "gradingType", a.points_possible as "pointsPossible", a.grade_group_students_individually as individually,
  a.group_category_id is not null as "ofGroups", a.due_at as "dueAt",
  exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0) as varies,
  exists (select 1 from late_policies lp where lp.course_id = a.course_id) as "hasPolicy", exists (select * from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = a.course_id
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = a.course_id) and not exists (select 1 from grading_periods op where op.course_id = a.course_id and not op.deleted)))) gp where gp.close_date < $6) as "hasClosed"
  from assignments a where a.id = $1 and a.course_id = $2 and not a.deleted for share of a;

-- place_to_grade (src/areas/submissions/grading.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userId int4, $4 within int4[]?, $5 gradedIn int4[]?, $6 closedBy timestamptz?
-- gives published bool, visible bool, graded bool, reviews bool, muted bool, gradingType grading_type, pointsPossible float8?, individually bool, ofGroups bool, dueAt timestamptz?, varies bool, hasPolicy bool, hasClosed bool
select a.published, exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($4::int[] is null or e.course_section_id = any($4::int[])) offset 0) as visible, ($5::int[] is null or ($5::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($5::int[] is null or e.course_section_id = any($5::int[])) offset 0))) as graded,
  false as reviews, a.muted,
  a.grading_type as "gradingType", a.points_possible as "pointsPossible", a.grade_group_students_individually as individually,
  a.group_category_id is not null as "ofGroups", a.due_at as "dueAt",
  exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0) as varies,
  exists (select 1 from late_policies lp where lp.course_id = a.course_id) as "hasPolicy", exists (select * from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = a.course_id
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = a.course_id) and not exists (select 1 from grading_periods op where op.course_id = a.course_id and not op.deleted)))) gp where gp.close_date < $6) as "hasClosed"
  from assignments a where a.id = $1 and a.course_id = $2 and not a.deleted for share of a;

-- rubric_to_grade (src/areas/submissions/grading.ts)
-- takes $1 assignmentId int4
-- gives useForGrading bool, criteria jsonb
select ra.use_for_grading as "useForGrading", coalesce((select json_agg(json_build_object('id', rc.id::text, 'points', rc.points))
  from rubric_criteria rc where rc.rubric_id = r.id), '[]') as criteria
  from rubric_associations ra join rubrics r on r.id = ra.rubric_id and not r.deleted where ra.assignment_id = $1;

-- scheme_to_grade (src/areas/submissions/grading.ts)
-- takes $1 assignmentId int4
-- gives scheme jsonb?
select (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) as scheme from assignments a where a.id = $1;

-- students_in_reach (src/areas/submissions/grading.ts)
-- takes $1 changed int4[], $2 courseId int4, $3 sections int4[]
-- gives id int4
select m as id from unnest($1::int[]) m where exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = m and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0);

-- hold_submissions (src/areas/submissions/group-members.ts)
-- takes $1 assignmentId int4, $2 userIds int4[]
-- gives userId int4, attempt int4?
select s.user_id as "userId", s.attempt from submissions s where s.assignment_id = $1 and s.user_id = any($2::int[]) order by s.user_id for no key update;

-- make_submissions (src/areas/submissions/group-members.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userIds int4[]
insert into submissions (assignment_id, user_id, course_id) select $1, m, $2 from unnest($3::int[]) m order by m on conflict do nothing;

-- late_facts (src/areas/submissions/late-deducting.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[]
-- gives assignmentId int4, userId int4, deducts bool, deduction float8, interval late_interval, minimum float8, gradingType grading_type, pointsPossible float8?, scheme jsonb?, enteredScore float8, enteredGrade text?, score float8, grade text?, deducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submissionType text?, submittedAt timestamptz?, lateness float8?, submittable bool
select a.id as "assignmentId", s.user_id as "userId",
  lp.late_submission_deduction_enabled as deducts, lp.late_submission_deduction as deduction, lp.late_submission_interval as interval,
  case when lp.late_submission_minimum_percent_enabled then lp.late_submission_minimum_percent else 0 end as minimum,
  a.grading_type as "gradingType", a.points_possible as "pointsPossible", case when a.grading_type = 'letter_grade' then (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) end as scheme,
  coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade", s.score, s.grade, s.points_deducted as deducted,
  s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride", case when s.grade_matches_current_submission then s.submission_type else (select h.submission_type from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end as "submissionType",
  case when s.grade_matches_current_submission then s.submitted_at else (select h.submitted_at from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end as "submittedAt", floor(extract(epoch from coalesce(case when s.grade_matches_current_submission then s.submitted_at else (select h.submitted_at from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness, not (a.submission_types <@ '{none,on_paper}') as submittable
  from late_policies lp join assignments a on a.course_id = lp.course_id and not a.deleted
  join submissions s on s.assignment_id = a.id and s.score is not null and not s.missing_grade
  where (s.assignment_id, s.user_id) in (select * from unnest($1::int[], $2::int[])) order by a.id, s.user_id for no key update of s;

-- late_facts_of_assignment (src/areas/submissions/late-deducting.ts)
-- takes $1 assignmentId int4
-- gives assignmentId int4, userId int4, deducts bool, deduction float8, interval late_interval, minimum float8, gradingType grading_type, pointsPossible float8?, scheme jsonb?, enteredScore float8, enteredGrade text?, score float8, grade text?, deducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submissionType text?, submittedAt timestamptz?, lateness float8?, submittable bool
select a.id as "assignmentId", s.user_id as "userId",
  lp.late_submission_deduction_enabled as deducts, lp.late_submission_deduction as deduction, lp.late_submission_interval as interval,
  case when lp.late_submission_minimum_percent_enabled then lp.late_submission_minimum_percent else 0 end as minimum,
  a.grading_type as "gradingType", a.points_possible as "pointsPossible", case when a.grading_type = 'letter_grade' then (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) end as scheme,
  coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade", s.score, s.grade, s.points_deducted as deducted,
  s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride", case when s.grade_matches_current_submission then s.submission_type else (select h.submission_type from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end as "submissionType",
  case when s.grade_matches_current_submission then s.submitted_at else (select h.submitted_at from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end as "submittedAt", floor(extract(epoch from coalesce(case when s.grade_matches_current_submission then s.submitted_at else (select h.submitted_at from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness, not (a.submission_types <@ '{none,on_paper}') as submittable
  from late_policies lp join assignments a on a.course_id = lp.course_id and not a.deleted
  join submissions s on s.assignment_id = a.id and s.score is not null and not s.missing_grade
  where a.id = $1 order by a.id, s.user_id for no key update of s;

-- late_facts_of_changed (src/areas/submissions/late-deducting.ts)
-- takes $1 since timestamptz, $2 enrolled int4[], $3 regrouped int4[]
-- gives assignmentId int4, userId int4, deducts bool, deduction float8, interval late_interval, minimum float8, gradingType grading_type, pointsPossible float8?, scheme jsonb?, enteredScore float8, enteredGrade text?, score float8, grade text?, deducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submissionType text?, submittedAt timestamptz?, lateness float8?, submittable bool
select a.id as "assignmentId", s.user_id as "userId",
  lp.late_submission_deduction_enabled as deducts, lp.late_submission_deduction as deduction, lp.late_submission_interval as interval,
  case when lp.late_submission_minimum_percent_enabled then lp.late_submission_minimum_percent else 0 end as minimum,
  a.grading_type as "gradingType", a.points_possible as "pointsPossible", case when a.grading_type = 'letter_grade' then (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) end as scheme,
  coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade", s.score, s.grade, s.points_deducted as deducted,
  s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride", case when s.grade_matches_current_submission then s.submission_type else (select h.submission_type from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end as "submissionType",
  case when s.grade_matches_current_submission then s.submitted_at else (select h.submitted_at from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end as "submittedAt", floor(extract(epoch from coalesce(case when s.grade_matches_current_submission then s.submitted_at else (select h.submitted_at from grade_changes g
  left join submission_attempts h on h.assignment_id = g.assignment_id and h.user_id = g.user_id and h.attempt = g.attempt
  where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.so_far, g.id desc limit 1) end, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness, not (a.submission_types <@ '{none,on_paper}') as submittable
  from late_policies lp join assignments a on a.course_id = lp.course_id and not a.deleted
  join submissions s on s.assignment_id = a.id and s.score is not null and not s.missing_grade
  where s.assignment_id = any(array(
  select a.id from assignments a where a.updated_at > $1 and a.updated_at <= 'infinity' and not a.deleted and exists (select 1 from late_policies lp where lp.course_id = a.course_id offset 0)
  union all select a.id from assignments a
  where a.course_id = any($2::int[] || $3::int[]) and (a.course_id = any($2::int[]) or (a.course_id = any($3::int[])
  and exists (select 1 from assignment_overrides o where o.assignment_id = a.id and o.group_id is not null offset 0))) and exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0) and not a.deleted and exists (select 1 from late_policies lp where lp.course_id = a.course_id offset 0)))
  and (a.updated_at > $1 or (exists (select 1 from assignment_overrides o join group_memberships m on m.group_id = o.group_id
  where o.assignment_id = a.id and m.user_id = s.user_id and m.updated_at > $1 offset 0)
  or exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = s.user_id and e.updated_at > $1 offset 0)
  or exists (select 1 from assignment_overrides o join enrollments e on e.course_section_id = o.course_section_id
  where o.assignment_id = a.id and e.user_id = s.user_id and e.updated_at > $1 offset 0))) order by a.id, s.user_id for no key update of s;

-- write_deductions (src/areas/submissions/late-deducting.ts)
-- takes $1 rows jsonb, $2 now timestamptz
update submissions s set score = r.score, grade = r.grade, points_deducted = r.deducted,
  entered_score = r."enteredScore", entered_grade = r."enteredGrade", updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $2::timestamptz)
  from json_to_recordset($1::json) as r("assignmentId" int, "userId" int, score float8, grade text, deducted float8, "enteredScore" float8,
  "enteredGrade" text)
  where s.assignment_id = r."assignmentId" and s.user_id = r."userId";

-- write_deductions_of_given (src/areas/submissions/late-deducting.ts)
-- takes $1 rows jsonb, $2 now timestamptz
with s as (update submissions s set score = r.score, grade = r.grade, points_deducted = r.deducted,
  entered_score = r."enteredScore", entered_grade = r."enteredGrade", updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $2::timestamptz)
  from json_to_recordset($1::json) as r("assignmentId" int, "userId" int, score float8, grade text, deducted float8, "enteredScore" float8,
  "enteredGrade" text)
  where s.assignment_id = r."assignmentId" and s.user_id = r."userId" returning s.assignment_id, s.user_id, s.score, s.grade)
  update grade_changes g set score = s.score, grade = s.grade from s where g.assignment_id = s.assignment_id and g.user_id = s.user_id
  and g.id = (select max(h.id) from grade_changes h where h.assignment_id = s.assignment_id and h.user_id = s.user_id);

-- assignments_under_policy (src/areas/submissions/late-policies.ts)
-- takes $1 courseId int4
-- gives id int4
select id from assignments where course_id = $1 and not deleted order by id;

-- hold_assignment_under_policy (src/areas/submissions/late-policies.ts)
-- takes $1 assignmentId int4
-- gives id int4
select id from assignments where id = $1 for no key update;

-- set_late_policy_status (src/areas/submissions/late-setting.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userIds int4[], $4 setsStatus bool, $5 status late_policy_status?, $6 setsSeconds bool, $7 seconds int4?, $8 now timestamptz
insert into submissions as s (assignment_id, user_id, course_id, late_policy_status, seconds_late_override, updated_at)
  select $1, m, $2, $5::late_policy_status, case when $5::late_policy_status = 'late' then $7::int end, $8::timestamptz
  from unnest($3::int[]) m order by m
  on conflict (assignment_id, user_id) do update set
  late_policy_status = case when $4 then excluded.late_policy_status else s.late_policy_status end,
  seconds_late_override = case when case when $4 then excluded.late_policy_status else s.late_policy_status end = 'late' then case when $6 then $7::int else s.seconds_late_override end end,
  updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.updated_at::timestamptz);

-- assignment_of_course (src/areas/submissions/lists.ts)
-- takes $1 assignmentId int4, $2 courseId int4
-- gives id int4
select id from assignments where id = $1 and course_id = $2 and not deleted;

-- some_submissions_of_students (src/areas/submissions/lists.ts)
-- takes $1 courseId int4, $2 seesUnpublished bool, $3 userIds int4[], $4 assignmentIds int4[]?, $5 asThey int4[], $6 state submission_state?, $7 submittedSince timestamptz?, $8 gradedSince timestamptz?
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
with a as materialized (select a.*, exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0) as varies from assignments a
  where a.course_id = $1 and not a.deleted and ($2::boolean or (a.published or not (select coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true) from courses c where c.id = $1)))
  and ($4::int[] is null or a.id = any($4::int[])))
  select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when a.varies
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from submissions s join a on a.id = s.assignment_id
  where s.course_id = $1 and s.user_id = any($3::int[]) and (s.user_id <> all($5::int[]) or (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))) and ($6::submission_state is null or case when not (a.muted and s.user_id = any($5::int[])) then s.state when s.submitted_at is not null then 'submitted'
  else 'unsubmitted' end = $6::submission_state)
  and ($7::timestamptz is null or s.submitted_at >= $7::timestamptz)
  and ($8::timestamptz is null or (s.graded_at >= $8::timestamptz and not (a.muted and s.user_id = any($5::int[]))));

-- students_with_submissions_0_1_after_11 (src/areas/submissions/lists.ts)
-- takes $1 courseId int4, $2 students int4[], $3 sections int4[], $4 key 1 text, $5 key 2 int4
-- gives id int4, sortKey text
select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')) and u.id = any($2::int[]) and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = u.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0) and (u.sort_key, u.id) > ($4::text collate "C", $5::int) order by u.sort_key asc, u.id asc limit 11;

-- students_with_submissions_first_11 (src/areas/submissions/lists.ts)
-- takes $1 courseId int4
-- gives id int4, sortKey text
select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))   order by u.sort_key asc, u.id asc limit 11;

-- submissions_as_students_see_them (src/areas/submissions/lists.ts)
-- takes $1 userIds int4[], $2 assignmentIds int4[]
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from submissions s join assignments a on a.id = s.assignment_id
  where s.user_id = any($1::int[]) and s.assignment_id = any($2::int[]) and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))  order by s.user_id;

-- submissions_of_assignment_0_after_11 (src/areas/submissions/lists.ts)
-- takes $1 assignmentId int4, $2 sections int4[], $3 key 1 int4
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from (select s.* from submissions s where s.assignment_id = $1 and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[])) offset 0) and (s.user_id) > ($3::int) order by s.user_id asc limit 11 ) s join assignments a on a.id = s.assignment_id order by s.user_id asc;

-- submissions_of_assignment_first_11 (src/areas/submissions/lists.ts)
-- takes $1 assignmentId int4
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from (select s.* from submissions s where s.assignment_id = $1 and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)   order by s.user_id asc limit 11 ) s join assignments a on a.id = s.assignment_id order by s.user_id asc;

-- submissions_of_course_0_1_2_3_4_5_6_7_8_after_11 (src/areas/submissions/lists.ts)
-- takes $1 courseId int4, $2 students int4[], $3 sections int4[], $4 assignments int4[], $5 published int4, $6 known int4[], $7 period int4, $8 state submission_state, $9 submittedSince timestamptz, $10 gradedSince timestamptz, $11 key 1 int4, $12 key 2 int4
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from (select s.* from submissions s join assignments a on a.id = s.assignment_id
  where s.course_id = $1 and a.course_id = $1 and not a.deleted and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and s.user_id = any($2::int[]) and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0) and s.assignment_id = any($4::int[]) and (a.published or not (select coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true) from courses c where c.id = $5)) and (s.user_id <> all($6::int[]) or (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))) and coalesce((select tstzrange(gp.start_date, gp.end_date, '(]') from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp where gp.id = $7) @> case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end, (select gp.is_last from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp where gp.id = $7)) and case when not (a.muted and s.user_id = any($6::int[])) then s.state when s.submitted_at is not null then 'submitted'
  else 'unsubmitted' end = $8::submission_state and s.submitted_at >= $9::timestamptz and (s.graded_at >= $10::timestamptz and not (a.muted and s.user_id = any($6::int[]))) and (s.assignment_id, s.user_id) > ($11::int, $12::int) order by s.assignment_id asc, s.user_id asc limit 11 ) s join assignments a on a.id = s.assignment_id order by s.assignment_id asc, s.user_id asc;

-- submissions_of_course_first_11 (src/areas/submissions/lists.ts)
-- takes $1 courseId int4
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from (select s.* from submissions s join assignments a on a.id = s.assignment_id
  where s.course_id = $1 and a.course_id = $1 and not a.deleted and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)   order by s.assignment_id asc, s.user_id asc limit 11 ) s join assignments a on a.id = s.assignment_id order by s.assignment_id asc, s.user_id asc;

-- submissions_of_others_as_they_see_them (src/areas/submissions/lists.ts)
-- takes $1 userIds int4[], $2 assignmentIds int4[]
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from submissions s join assignments a on a.id = s.assignment_id
  where s.user_id = any($1::int[]) and s.assignment_id = any($2::int[]) and (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id))) and exists (select 1 from enrollments e where e.course_id = s.course_id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) order by s.user_id;

-- submissions_of_students (src/areas/submissions/lists.ts)
-- takes $1 courseId int4, $2 seesUnpublished bool, $3 userIds int4[], $4 assignmentIds int4[]?, $5 asThey int4[]
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
with a as materialized (select a.*, exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0) as varies from assignments a
  where a.course_id = $1 and not a.deleted and ($2::boolean or (a.published or not (select coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true) from courses c where c.id = $1)))
  and ($4::int[] is null or a.id = any($4::int[])))
  select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when a.varies
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from submissions s join a on a.id = s.assignment_id
  where s.course_id = $1 and s.user_id = any($3::int[]) and (s.user_id <> all($5::int[]) or (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id))));

-- submissions_of_students_in_period (src/areas/submissions/lists.ts)
-- takes $1 courseId int4, $2 seesUnpublished bool, $3 userIds int4[], $4 assignmentIds int4[]?, $5 asThey int4[], $6 state submission_state?, $7 submittedSince timestamptz?, $8 gradedSince timestamptz?, $9 period int4
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?
with a as materialized (select a.*, exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0) as varies from assignments a
  where a.course_id = $1 and not a.deleted and ($2::boolean or (a.published or not (select coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true) from courses c where c.id = $1)))
  and ($4::int[] is null or a.id = any($4::int[])))
  select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when a.varies
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness from submissions s join a on a.id = s.assignment_id
  where s.course_id = $1 and s.user_id = any($3::int[]) and (s.user_id <> all($5::int[]) or (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id)))) and ($6::submission_state is null or case when not (a.muted and s.user_id = any($5::int[])) then s.state when s.submitted_at is not null then 'submitted'
  else 'unsubmitted' end = $6::submission_state)
  and ($7::timestamptz is null or s.submitted_at >= $7::timestamptz)
  and ($8::timestamptz is null or (s.graded_at >= $8::timestamptz and not (a.muted and s.user_id = any($5::int[])))) and coalesce((select tstzrange(gp.start_date, gp.end_date, '(]') from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp where gp.id = $9) @> case
  when a.varies
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end, (select gp.is_last from (select gp.*, row_number() over (order by gp.end_date desc, gp.id desc) = 1 as is_last
  from grading_periods gp where not gp.deleted and (gp.course_id = $1
  or (gp.set_id = (select coalesce((select mt.grading_period_set_id from enrollment_terms mt where mt.id = coalesce(oc.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = oc.root_account_id and t.is_default))), (select gs.id from accounts own join accounts above on above.id = any(own.chain)
  join grading_period_sets gs on gs.account_id = above.id and not gs.deleted and not exists (select 1 from enrollment_terms ot where ot.grading_period_set_id = gs.id)
  where own.id = oc.account_id order by cardinality(above.chain) desc, gs.id desc limit 1))
  from courses oc where oc.id = $1) and not exists (select 1 from grading_periods op where op.course_id = $1 and not op.deleted)))) gp where gp.id = $9));

-- assignments_to_grade (src/areas/submissions/many-targets.ts)
-- takes $1 ids int4[], $2 courseId int4
-- gives id int4, published bool, muted bool, gradingType grading_type, pointsPossible float8?, individually bool, ofGroups bool, hasPolicy bool, scheme jsonb?, rubric jsonb?
select a.id, a.published, a.muted, a.grading_type as "gradingType", a.points_possible as "pointsPossible",
  a.grade_group_students_individually as individually, a.group_category_id is not null as "ofGroups", (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) as scheme,
  exists (select 1 from late_policies lp where lp.course_id = a.course_id) as "hasPolicy",
  (select json_build_object('useForGrading', ra.use_for_grading, 'criteria', coalesce((select json_agg(json_build_object('id', rc.id::text, 'points', rc.points))
  from rubric_criteria rc where rc.rubric_id = r.id), '[]'))
  from rubric_associations ra join rubrics r on r.id = ra.rubric_id and not r.deleted where ra.assignment_id = a.id) as rubric
  from assignments a where a.id = any($1::int[]) and a.course_id = $2 and not a.deleted order by a.id for share of a;

-- members_to_grade_of_many (src/areas/submissions/many-targets.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[]
-- gives assignmentId int4, userId int4, members int4[]
select a.id as "assignmentId", r.user_id as "userId", array(select other.user_id from group_memberships other
  where a.group_category_id is not null and other.group_id = (select m.group_id from group_memberships m join groups g on g.id = m.group_id
  where m.group_category_id = a.group_category_id and m.user_id = r.user_id and m.state = 'accepted' and not g.deleted) and other.state = 'accepted'
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = other.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by other.user_id) as members
  from unnest($1::int[], $2::int[]) r(assignment_id, user_id) join assignments a on a.id = r.assignment_id;

-- students_to_grade (src/areas/submissions/many-targets.ts)
-- takes $1 ids int4[], $2 courseId int4, $3 within int4[]?, $4 gradedIn int4[]?
-- gives id int4
select t.id from unnest($1::int[]) t(id)
  where exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0) and ($4::int[] is null or ($4::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = $2 and e.user_id = t.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($4::int[] is null or e.course_section_id = any($4::int[])) offset 0)));

-- grade_missing_work (src/areas/submissions/missing-work.ts)
-- takes $1 rows jsonb, $2 assignmentIds int4[]?, $3 userIds int4[]?
-- gives assignmentId int4, userIds int4[]
with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, missing_grade, updated_at)
  select a.id, pupils.user_id, a.course_id, 'graded', r.score, r.grade, now(), true, now()
  from json_to_recordset($1::json) as r("assignmentId" int, score float8, grade text) join assignments a on a.id = r."assignmentId"
  cross join lateral (select distinct e.user_id from enrollments e
  where e.course_id = a.course_id and e.type = 'StudentEnrollment' and e.state = 'active' and ($3::int[] is null or (a.id, e.user_id) in (select * from unnest($2::int[], $3::int[])))) pupils
  left join lateral (select * from submissions s where s.assignment_id = a.id and s.user_id = pupils.user_id offset 0) s on true
  where r.score is not null and s.score is null and case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and now() >= case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = pupils.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = pupils.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = pupils.user_id and ot.override_id = o.id))))
  else a.due_at end + interval '1 seconds', false) end
  order by 1, 2
  on conflict (assignment_id, user_id) do update set state = 'graded', score = excluded.score, grade = excluded.grade,
  graded_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', now()::timestamptz), grader_id = null, missing_grade = true, grade_matches_current_submission = true, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', now()::timestamptz)
  where s.score is null and (s.submitted_at is null or s.late_policy_status = 'missing')
  returning *), kept as (insert into grade_changes (assignment_id, user_id, attempt, score, grade, created_at)
  select assignment_id, user_id, attempt, score, grade, updated_at from s) select assignment_id as "assignmentId", array_agg(user_id order by user_id) as "userIds" from s group by assignment_id order by assignment_id;

-- missing_in_course (src/areas/submissions/missing-work.ts)
-- takes $1 courseId int4, $2 assignmentIds int4[]
-- gives id int4, courseId int4, enabled bool, deduction float8, gradingType grading_type, pointsPossible float8?, scheme jsonb?
select a.id, a.course_id as "courseId", lp.missing_submission_deduction_enabled as enabled, lp.missing_submission_deduction as deduction,
  a.grading_type as "gradingType", a.points_possible as "pointsPossible", case when a.grading_type = 'letter_grade' then (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) end as scheme
  from late_policies lp join courses c on c.id = lp.course_id and c.state = 'available' join assignments a on a.course_id = c.id
  where not a.deleted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and lp.course_id = $1 and a.id = any($2::int[])
  order by a.id for share of a;

-- missing_of_moved (src/areas/submissions/missing-work.ts)
-- takes $1 enrolled int4[], $2 regrouped int4[]
-- gives id int4, courseId int4, enabled bool, deduction float8, gradingType grading_type, pointsPossible float8?, scheme jsonb?
select a.id, a.course_id as "courseId", lp.missing_submission_deduction_enabled as enabled, lp.missing_submission_deduction as deduction,
  a.grading_type as "gradingType", a.points_possible as "pointsPossible", case when a.grading_type = 'letter_grade' then (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) end as scheme
  from late_policies lp join courses c on c.id = lp.course_id and c.state = 'available' join assignments a on a.course_id = c.id
  where not a.deleted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and lp.missing_submission_deduction_enabled and a.course_id = any($1::int[] || $2::int[]) and (a.course_id = any($1::int[]) or (a.course_id = any($2::int[])
  and exists (select 1 from assignment_overrides o where o.assignment_id = a.id and o.group_id is not null offset 0)))
  order by a.id for share of a;

-- missing_since (src/areas/submissions/missing-work.ts)
-- takes $1 since timestamptz
-- gives id int4, courseId int4, enabled bool, deduction float8, gradingType grading_type, pointsPossible float8?, scheme jsonb?
select a.id, a.course_id as "courseId", lp.missing_submission_deduction_enabled as enabled, lp.missing_submission_deduction as deduction,
  a.grading_type as "gradingType", a.points_possible as "pointsPossible", case when a.grading_type = 'letter_grade' then (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) end as scheme
  from late_policies lp join courses c on c.id = lp.course_id and c.state = 'available' join assignments a on a.course_id = c.id
  where not a.deleted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and a.id = any(array(select due.id from late_policies lp
  cross join lateral (select c.account_id, c.updated_at from courses c where c.id = lp.course_id and c.state = 'available' offset 0) c
  cross join lateral (select a.id from assignments a where a.course_id = lp.course_id and not a.deleted and (a.updated_at > $1
  or c.updated_at > $1 or (not a.published and exists (select 1 from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.updated_at > $1)) or (a.due_at > $1 and a.due_at <= now())
  or exists (select 1 from assignment_overrides o where o.assignment_id = a.id and (o.due_at > $1 and o.due_at <= now()) offset 0)) offset 0) due
  where lp.missing_submission_deduction_enabled))
  order by a.id for share of a;

-- missing_work_begin (src/areas/submissions/missing-work.ts)
-- gives since timestamptz
select swept_at - interval '5 minutes' as since from late_policy_sweeps for update skip locked;

-- missing_work_end (src/areas/submissions/missing-work.ts)
update late_policy_sweeps set swept_at = now();

-- settle_missing_grades (src/areas/submissions/missing-work.ts)
-- takes $1 rows jsonb, $2 assignmentIds int4[]?, $3 userIds int4[]?
-- gives assignmentId int4, userIds int4[]
with n as (select s.assignment_id, s.user_id, case when case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and now() >= case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end + interval '1 seconds', false) end then r.score end as score, case when case when s.late_policy_status is not null then s.late_policy_status = 'missing'
  else coalesce(s.submitted_at is null and not (a.submission_types <@ '{none,on_paper}') and now() >= case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end + interval '1 seconds', false) end then r.grade end as grade
  from json_to_recordset($1::json) as r("assignmentId" int, score float8, grade text) join assignments a on a.id = r."assignmentId" join (
  select s.* from json_to_recordset($1::json) as r("assignmentId" int, score float8, grade text) join submissions s on s.assignment_id = r."assignmentId" where $3::int[] is null and s.missing_grade
  union all select s.* from unnest($2::int[], $3::int[]) t(assignment_id, user_id)
  cross join lateral (select * from submissions s where s.assignment_id = t.assignment_id and s.user_id = t.user_id offset 0) s
  where s.missing_grade) s on s.assignment_id = a.id),
  s as (update submissions s set score = n.score, grade = n.grade, missing_grade = n.score is not null, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', now()::timestamptz),
  graded_at = case when n.score is not null then greatest(s.updated_at, s.graded_at + interval '1 millisecond', now()::timestamptz) end,
  state = case when n.score is not null then 'graded'::submission_state when s.submitted_at is null then 'unsubmitted' else 'submitted' end
  from n where s.assignment_id = n.assignment_id and s.user_id = n.user_id and s.missing_grade and (s.score, s.grade) is distinct from (n.score, n.grade)
  returning s.*), kept as (insert into grade_changes (assignment_id, user_id, attempt, score, grade, created_at)
  select assignment_id, user_id, attempt, score, grade, updated_at from s) select assignment_id as "assignmentId", array_agg(user_id order by user_id) as "userIds" from s group by assignment_id order by assignment_id;

-- place_of_quiz_result (src/areas/submissions/quiz-results.ts)
-- takes $1 assignmentId int4
-- gives gradingType grading_type, pointsPossible float8?, scheme jsonb?, hasPolicy bool
select a.grading_type as "gradingType", a.points_possible as "pointsPossible",
  case when a.grading_type = 'letter_grade' then (select gs.scheme from courses c
  join grading_standards gs on gs.id = coalesce(a.grading_standard_id, c.grading_standard_id) and not gs.deleted
  where c.id = a.course_id) end as scheme,
  exists (select 1 from late_policies lp where lp.course_id = a.course_id) as "hasPolicy"
  from assignments a where a.id = $1 and not a.deleted for share of a;

-- regrade_quiz (src/areas/submissions/quiz-results.ts)
-- takes $1 assignmentId int4, $2 userId int4, $3 courseId int4, $4 pending bool, $5 score float8?, $6 grade text?, $7 now timestamptz, $8 graderId int4?
with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, updated_at)
  values ($1, $2, $3, case when $4 then 'pending_review'::submission_state else 'graded' end, $5::float8, $6::text,
  case when $4 then null else $7::timestamptz end, case when $4 then null else $8::int end, $7)
  on conflict (assignment_id, user_id) do update set state = case when $4 then 'pending_review'::submission_state else 'graded' end, score = $5, grade = $6,
  graded_at = case when $4 then null else greatest(s.updated_at, s.graded_at + interval '1 millisecond', $7::timestamptz) end, grader_id = case when $4 then null else $8::int end,
  grade_matches_current_submission = not $4 or (s.grade_matches_current_submission), entered_score = null, entered_grade = null, points_deducted = null, missing_grade = false, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $7::timestamptz)
  where (coalesce(s.entered_score, s.score), s.state) is distinct from (excluded.score, excluded.state) returning *)
  insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at, so_far)
  select assignment_id, user_id, attempt, score, grade, $8::int, updated_at, $4 from s;

-- turn_in_quiz (src/areas/submissions/quiz-results.ts)
-- takes $1 assignmentId int4, $2 userId int4, $3 courseId int4, $4 pending bool, $5 score float8?, $6 grade text?, $7 now timestamptz, $8 graderId int4?, $9 submittedAt timestamptz, $10 fileIds int4[]
with s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, updated_at, attempt,
  submission_type, file_ids, submitted_at)
  values ($1, $2, $3, case when $4 then 'pending_review'::submission_state else 'graded' end, $5::float8, $6::text,
  case when $4 then null else $7::timestamptz end, case when $4 then null else $8::int end, $7, 1, 'online_quiz', $10::int[], $9::timestamptz)
  on conflict (assignment_id, user_id) do update set state = case when $4 then 'pending_review'::submission_state else 'graded' end, score = $5, grade = $6,
  graded_at = case when $4 then null else greatest(s.updated_at, s.graded_at + interval '1 millisecond', $7::timestamptz) end, grader_id = case when $4 then null else $8::int end,
  grade_matches_current_submission = not $4 or ((s.grade_matches_current_submission and not (s.graded_at is not null and not s.missing_grade))), entered_score = null, entered_grade = null, points_deducted = null, missing_grade = false, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $7::timestamptz), attempt = coalesce(s.attempt, 0) + 1, submission_type = excluded.submission_type,
  body = null, url = null, media_comment_id = null, media_comment_type = null, file_ids = excluded.file_ids, submitted_at = excluded.submitted_at,
  late_policy_status = nullif(s.late_policy_status, 'missing')
  returning *),
  kept as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, file_ids, submitted_at, submitter_id)
  select assignment_id, user_id, attempt, submission_type, file_ids, submitted_at, user_id from s),
  files as (update attachments set turned_in = true, carried = true where id = any($10::int[]) and (carried or not deleted))
  insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at, so_far)
  select assignment_id, user_id, attempt, score, grade, $8::int, updated_at, $4 from s;

-- student_is_read_by_grader (src/areas/submissions/reach.ts)
-- takes $1 courseId int4, $2 userId int4, $3 reach int4[]?
-- gives read bool
select ($3::int[] is null or ($3::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $2 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0))) as read;

-- mark_submission (src/areas/submissions/read-states.ts)
-- takes $1 assignmentId int4, $2 userId int4, $3 readerId int4, $4 grade timestamptz?, $5 comment timestamptz?, $6 rubric timestamptz?, $7 unread bool?
insert into submission_reads as r (assignment_id, user_id, reader_id, grade_at, comment_at, rubric_at, unread)
  select s.assignment_id, s.user_id, $3, $4::timestamptz, $5::timestamptz, $6::timestamptz, coalesce($7::boolean, false)
  from submissions s where s.assignment_id = $1 and s.user_id = $2
  on conflict (assignment_id, user_id, reader_id) do update set grade_at = coalesce(excluded.grade_at, r.grade_at),
  comment_at = coalesce(excluded.comment_at, r.comment_at), rubric_at = coalesce(excluded.rubric_at, r.rubric_at),
  unread = coalesce($7::boolean, r.unread);

-- read_states_of_submissions (src/areas/submissions/read-states.ts)
-- takes $1 callerId int4, $2 assignmentIds int4[], $3 userIds int4[]
-- gives assignmentId int4, userId int4, marked bool, grade bool, comment bool, hiddenComment bool, rubric bool
select s.assignment_id as "assignmentId", s.user_id as "userId", coalesce(r.unread, false) as marked,
  coalesce(s.graded_at > coalesce(r.grade_at, '-infinity') and s.grader_id is distinct from $1, false) as grade,
  coalesce(c.shown, false) as comment, coalesce(c.hidden, false) as "hiddenComment",
  exists (select 1 from rubric_assessments x where x.assignment_id = s.assignment_id and x.user_id = s.user_id and x.type = 'grading'
  and x.assessor_id is distinct from $1 and x.updated_at > coalesce(r.rubric_at, '-infinity')) as rubric
  from unnest($2::int[], $3::int[]) k(assignment_id, user_id)
  join submissions s on s.assignment_id = k.assignment_id and s.user_id = k.user_id
  left join submission_reads r on r.assignment_id = s.assignment_id and r.user_id = s.user_id and r.reader_id = $1
  left join lateral (select bool_or(not c.hidden) as shown, bool_or(c.hidden) as hidden from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and c.author_id <> $1
  and c.created_at > coalesce(r.comment_at, '-infinity')) c on true;

-- attempts_of_submissions (src/areas/submissions/rows.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[]
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, attempt int4, submittedAt timestamptz, lateness float8?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, gradedAttempt int4?, soFar bool?, waits bool, hasPolicy bool
select h.assignment_id as "assignmentId", h.user_id as "userId", h.attempt, h.submission_type as "submissionType", h.body, h.url,
  h.media_comment_id as "mediaCommentId", h.media_comment_type as "mediaCommentType", nullif(h.file_ids, '{}') as "fileIds",
  h.submitted_at as "submittedAt", floor(extract(epoch from coalesce(h.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = h.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = h.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = h.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness, g.score, g.grade, g.created_at as "gradedAt", g.grader_id as "graderId", g.attempt as "gradedAttempt",
  g.so_far as "soFar", (h.submission_type = 'online_quiz' and exists (
  select 1 from quizzes q join quiz_attempts t on t.quiz_id = q.id
  where q.assignment_id = h.assignment_id and t.user_id = h.user_id and t.finished_at = h.submitted_at and t.pending)) as waits, exists (select 1 from late_policies lp where lp.course_id = a.course_id) as "hasPolicy"
  from unnest($1::int[], $2::int[]) s(assignment_id, user_id) join assignments a on a.id = s.assignment_id
  join submissions t on t.assignment_id = s.assignment_id and t.user_id = s.user_id
  join submission_attempts h on h.assignment_id = s.assignment_id and h.user_id = s.user_id and h.attempt < t.attempt
  left join lateral (select * from grade_changes c where c.assignment_id = h.assignment_id and c.user_id = h.user_id
  and coalesce(c.attempt, 0) <= h.attempt order by c.id desc limit 1) g on true
  order by h.assignment_id, h.user_id, h.attempt;

-- changed_submissions (src/areas/submissions/rows.ts)
-- takes $1 assignmentId int4, $2 userIds int4[]
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?, commented bool
select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness, exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented from submissions s join assignments a on a.id = s.assignment_id
  where s.assignment_id = $1 and s.user_id = any($2::int[]) order by s.user_id;

-- comments_of_submissions (src/areas/submissions/rows.ts)
-- takes $1 assignmentIds int4[], $2 userIds int4[]
-- gives assignmentId int4, userId int4, id int4, authorId int4, authorName text, picture text?, comment text, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, hidden bool, createdAt timestamptz
select c.assignment_id as "assignmentId", c.user_id as "userId", c.id, c.author_id as "authorId", u.short_name as "authorName", c.comment,
  c.media_comment_id as "mediaCommentId", c.media_comment_type as "mediaCommentType", nullif(c.file_ids, '{}') as "fileIds", c.hidden, c.created_at as "createdAt", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture
  from unnest($1::int[], $2::int[]) s(assignment_id, user_id) join submission_comments c on c.assignment_id = s.assignment_id and c.user_id = s.user_id
  join users u on u.id = c.author_id order by c.id;

-- submission (src/areas/submissions/rows.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userId int4, $4 within int4[]?, $5 callerId int4, $6 gradedIn int4[]?
-- gives published bool, visible bool, graded bool, reviews bool, assignmentId int4?, userId int4?, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool?, id int4?, state submission_state?, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?, known bool
select a.published, exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($4::int[] is null or e.course_section_id = any($4::int[])) offset 0) as visible, ($6::int[] is null or ($6::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($6::int[] is null or e.course_section_id = any($6::int[])) offset 0))) as graded,
  exists (select 1 from peer_reviews p where p.assignment_id = a.id and p.user_id = $3 and p.assessor_id = $5) as reviews, (not a.muted or s.attempt is not null or exists (select 1 from submission_comments c
  where c.assignment_id = s.assignment_id and c.user_id = s.user_id and (not c.hidden or c.author_id = s.user_id))) as known, s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = $3 and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = $3 and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = $3 and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness
  from assignments a left join submissions s on s.assignment_id = a.id and s.user_id = $3
  where a.id = $1 and a.course_id = $2 and not a.deleted;

-- association_to_assess_by (src/areas/submissions/rubric-assessments.ts)
-- takes $1 id int4, $2 courseId int4
-- gives assignmentId int4
select ra.assignment_id as "assignmentId" from rubric_associations ra
  join assignments a on a.id = ra.assignment_id and a.course_id = $2 and not a.deleted
  where ra.id = $1;

-- hold_review_by_rubric (src/areas/submissions/rubric-assessments.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userId int4, $4 reviewerId int4, $5 now timestamptz
-- gives data jsonb?
with s as (insert into submissions (assignment_id, user_id, course_id) values ($1, $3, $2)
  on conflict do nothing)
  insert into rubric_assessments as x (assignment_id, user_id, type, assessor_id, data, created_at, updated_at)
  values ($1, $3, 'peer_review', $4, '{}', $5, $5)
  on conflict (assignment_id, user_id, assessor_id) where type = 'peer_review' do update set updated_at = excluded.updated_at
  returning x.data;

-- place_to_review_by_rubric (src/areas/submissions/rubric-assessments.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userId int4, $4 callerId int4, $5 gradedIn int4[]?
-- gives published bool, visible bool, graded bool, reviews bool, useForGrading bool, criteria jsonb
select a.published, exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) as visible, ($5::int[] is null or ($5::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($5::int[] is null or e.course_section_id = any($5::int[])) offset 0))) as graded,
  exists (select 1 from peer_reviews p where p.assignment_id = a.id and p.user_id = $3 and p.assessor_id = $4) as reviews,
  ra.use_for_grading as "useForGrading", coalesce((select json_agg(json_build_object('id', rc.id::text, 'points', rc.points))
  from rubric_criteria rc where rc.rubric_id = r.id), '[]') as criteria
  from assignments a join rubric_associations ra on ra.assignment_id = a.id join rubrics r on r.id = ra.rubric_id and not r.deleted
  where a.id = $1 and a.course_id = $2 and not a.deleted for share of a;

-- remove_rubric_assessment (src/areas/submissions/rubric-assessments.ts)
-- takes $1 id int4, $2 now timestamptz
-- gives id int4
with x as (delete from rubric_assessments where id = $1 returning id, assignment_id, user_id, type),
  s as (update submissions s set assessment = null, updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', $2::timestamptz) from x
  where x.type = 'grading' and s.assignment_id = x.assignment_id and s.user_id = x.user_id)
  select id from x;

-- write_review_by_rubric (src/areas/submissions/rubric-assessments.ts)
-- takes $1 assignmentId int4, $2 userId int4, $3 reviewerId int4, $4 data jsonb
update rubric_assessments set data = $4::jsonb
  where assignment_id = $1 and user_id = $2 and assessor_id = $3 and type = 'peer_review';

-- submissions_shown (src/areas/submissions/shown.ts)
-- takes $1 callerId int4, $2 named jsonb, $3 ownIds int4[], $4 ownStaff bool[], $5 ownGrades bool[], $6 ownStudies bool[], $7 ownDrafts bool[], $8 ownGraded text[], $9 ownOversees text[], $10 ownStudents text[], $11 ownSections text[], $12 ownGroups text[]
-- gives nicknames jsonb[], enrollments jsonb[], selector bytea?, secret bytea?, grades bool, submission jsonb, commented bool, assignment jsonb?, course jsonb
with named as materialized (select * from json_to_recordset($2::json) as n(assignment_id int, student_id int)), own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($3::int[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)), dates as materialized ((with mine as materialized (select * from own where own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id and not a.deleted and a.id = any(array(select named.assignment_id from named)))
  select a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from a join mine on mine.course_id = a.course_id cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  when count(o.course_section_id) filter (where o.due_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.due_at) filter (where o.due_at_overridden)
  when a.due_at is null then null
  else greatest(a.due_at, max(o.due_at) filter (where o.due_at_overridden)) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  when count(o.course_section_id) filter (where o.unlock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then min(o.unlock_at) filter (where o.unlock_at_overridden)
  when a.unlock_at is null then null
  else least(a.unlock_at, min(o.unlock_at) filter (where o.unlock_at_overridden)) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  when count(o.course_section_id) filter (where o.lock_at_overridden) = nullif((select count(*) from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[]))), 0)
  then max(o.lock_at) filter (where o.lock_at_overridden)
  when a.lock_at is null then null
  else greatest(a.lock_at, max(o.lock_at) filter (where o.lock_at_overridden)) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id is null or exists (select 1 from course_sections s where s.course_id = mine.course_id and not s.deleted and (mine.oversees::int[] is null or s.id = any(mine.oversees::int[])) and s.id = o.course_section_id))
  and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
  and (mine.oversees::int[] is null or o.course_section_id is not null
  or (o.group_id is not null and exists (select 1 from group_memberships m
  where m.group_id = o.group_id and m.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = m.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t where t.override_id = o.id and exists (select 1 from enrollments e where e.course_id = mine.course_id and e.user_id = t.user_id and e.course_section_id = any(mine.oversees::int[])
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')))))) dates) union all (with mine as materialized (select * from own where not own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id and not a.deleted and (a.published or not mine.drafts) and a.id = any(array(select named.assignment_id from named)))
  select a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from a join mine on mine.course_id = a.course_id cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any(mine.sections::int[]) or o.group_id = any(mine.groups::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates))
  select s.*, own.* from (select f.selector, f.secret, array(
  select json_build_object('courseId', n.course_id, 'nickname', n.nickname) from course_nicknames n
  where n.user_id = $1::int and n.course_id = any(array(select (select a.course_id from assignments a where a.id = named.assignment_id) from named))
  ) as nicknames, array(
  select json_build_object('courseId', e.course_id, 'id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section)
  from enrollments e where e.user_id = $1::int and e.course_id = any(array(select (select a.course_id from assignments a where a.id = named.assignment_id) from named)) and e.state in ('active', 'invited', 'completed') order by e.id
  ) as enrollments
  from (select $1::int as user_id) caller left join feed_codes f on f.user_id = caller.user_id) own
  cross join named cross join lateral (
  select r.grades, (select to_json(q) from (select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness) q) as submission,
  exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented,
  (select to_json(q) from (select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", a.created_at as "createdAt", a.updated_at as "updatedAt", case when dates.grades then (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (dates.graded::int[] is null or e.course_section_id = any(dates.graded::int[])) offset 0)) end as "needsGrading" from dates join assignments a on a.id = dates.id where dates.id = s.assignment_id) q) as assignment,
  (select to_json(q) from (select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme") q) as course
  from submissions s join assignments a on a.id = s.assignment_id join courses c on c.id = s.course_id
  cross join lateral (select (exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = $1 and me.state in ('active', 'completed')
  and me.type in ('TeacherEnrollment', 'TaEnrollment') and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[] is null or e.course_section_id = any(case when me.limit_privileges_to_course_section then array[me.course_section_id] end::int[])) offset 0))
  or (exists (select 1 from account_admins aa join accounts own on aa.account_id = any(own.chain) where own.id = c.account_id and aa.user_id = $1)
  and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = s.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0))) as grades) r
  where s.assignment_id = named.assignment_id and s.user_id = named.student_id offset 0) s;

-- submissions_shown_to_student (src/areas/submissions/shown.ts)
-- takes $1 callerId int4, $2 named jsonb, $3 ownIds int4[], $4 ownStaff bool[], $5 ownGrades bool[], $6 ownStudies bool[], $7 ownDrafts bool[], $8 ownGraded text[], $9 ownOversees text[], $10 ownStudents text[], $11 ownSections text[], $12 ownGroups text[]
-- gives nicknames jsonb[], enrollments jsonb[], selector bytea?, secret bytea?, grades bool, submission jsonb, commented bool, assignment jsonb?, course jsonb
with named as materialized (select * from json_to_recordset($2::json) as n(assignment_id int, student_id int)), own as materialized (select course_id, staff, grades, studies, drafts, graded::int[] as graded, oversees::int[] as oversees, students::int[] as students,
  sections::int[] as sections, groups::int[] as groups
  from unnest($3::int[], $4::boolean[], $5::boolean[], $6::boolean[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
  as given(course_id, staff, grades, studies, drafts, graded, oversees, students, sections, groups)), dates as materialized ((with mine as materialized (select * from own where not own.staff and true) , a as materialized (select a.id, a.course_id, a.due_at, a.unlock_at, a.lock_at from mine join assignments a on a.course_id = mine.course_id and not a.deleted and (a.published or not mine.drafts) and a.id = any(array(select named.assignment_id from named)))
  select a.id, dates.due_at, dates.unlock_at, dates.lock_at, mine.grades, mine.graded from a join mine on mine.course_id = a.course_id cross join lateral (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at, case
  when bool_or(o.unlock_at_overridden) is not true then a.unlock_at
  when bool_or(o.unlock_at_overridden and o.unlock_at is null) then null
  else min(o.unlock_at) filter (where o.unlock_at_overridden) end as unlock_at, case
  when bool_or(o.lock_at_overridden) is not true then a.lock_at
  when bool_or(o.lock_at_overridden and o.lock_at is null) then null
  else max(o.lock_at) filter (where o.lock_at_overridden) end as lock_at from assignment_overrides o where o.assignment_id = a.id and (o.course_section_id = any(mine.sections::int[]) or o.group_id = any(mine.groups::int[])
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students t
  where t.assignment_id = a.id and t.user_id = any(mine.students::int[]) and t.override_id = o.id)))) dates))
  select s.*, own.* from (select f.selector, f.secret, array(
  select json_build_object('courseId', n.course_id, 'nickname', n.nickname) from course_nicknames n
  where n.user_id = $1::int and n.course_id = any(array(select (select a.course_id from assignments a where a.id = named.assignment_id) from named))
  ) as nicknames, array(
  select json_build_object('courseId', e.course_id, 'id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
  'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section)
  from enrollments e where e.user_id = $1::int and e.course_id = any(array(select (select a.course_id from assignments a where a.id = named.assignment_id) from named)) and e.state in ('active', 'invited', 'completed') order by e.id
  ) as enrollments
  from (select $1::int as user_id) caller left join feed_codes f on f.user_id = caller.user_id) own
  cross join named cross join lateral (
  select r.grades, (select to_json(q) from (select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end))::float8 as lateness) q) as submission,
  exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented,
  (select to_json(q) from (select a.id, a.course_id as "courseId", a.assignment_group_id as "assignmentGroupId", a.position, a.name, a.description,
  a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions", a.points_possible as "pointsPossible",
  a.grading_type as "gradingType", a.grading_standard_id as "gradingStandardId",
  a.due_at as "baseDueAt", a.unlock_at as "baseUnlockAt", a.lock_at as "baseLockAt",
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
  a.published, a.muted, a.group_category_id as "groupCategoryId", a.grade_group_students_individually as "gradeGroupStudentsIndividually",
  a.peer_reviews as "peerReviews", a.automatic_peer_reviews as "automaticPeerReviews", a.peer_review_count as "peerReviewCount",
  a.peer_reviews_assign_at as "peerReviewsAssignAt", a.external_tool as "externalTool", a.checker_enabled as "checkerEnabled",
  a.checker_settings as "checkerSettings", a.freeze_on_copy as "freezeOnCopy", a.frozen, (select true from rubric_associations ra where ra.assignment_id = a.id) as "hasRubric", a.created_at as "createdAt", a.updated_at as "updatedAt", case when dates.grades then (select count(*) from submissions t where t.assignment_id = a.id and t.state in ('submitted', 'pending_review') and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = t.user_id and e.type = 'StudentEnrollment'
  and e.state = 'active' and (dates.graded::int[] is null or e.course_section_id = any(dates.graded::int[])) offset 0)) end as "needsGrading" from dates join assignments a on a.id = dates.id where dates.id = s.assignment_id) q) as assignment,
  (select to_json(q) from (select c.id, c.name, c.course_code as "courseCode", c.account_id as "accountId", c.root_account_id as "rootAccountId", c.state,
  c.start_at as "startAt", c.end_at as "endAt", c.sis_course_id as "sisCourseId", c.is_public as "isPublic",
  c.created_at as "createdAt", coalesce(c.enrollment_term_id,
  (select t.id from enrollment_terms t where t.root_account_id = c.root_account_id and t.is_default)) as "termId", coalesce(c.time_zone, (select above.default_time_zone from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.default_time_zone is not null order by cardinality(above.chain) desc limit 1), 'Etc/UTC') as "timeZone", c.grading_standard_id as "gradingStandardId", c.group_weighting_scheme as "groupWeightingScheme") q) as course
  from submissions s join assignments a on a.id = s.assignment_id join courses c on c.id = s.course_id
  cross join lateral (select false as grades) r
  where s.assignment_id = named.assignment_id and s.user_id = named.student_id offset 0) s;

-- students_named (src/areas/submissions/students.ts)
-- takes $1 ids int4[], $2 forms text[], $3 values text[], $4 rootAccountId int4, $5 courseId int4, $6 reach int4[]?
-- gives id int4?, student bool, within bool
select f.id, exists (select 1 from enrollments e where e.course_id = $5 and e.user_id = f.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) as student, exists (select 1 from enrollments e where e.course_id = $5 and e.user_id = f.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($6::int[] is null or e.course_section_id = any($6::int[])) offset 0) as within
  from (select unnest($1::int[]) as id
  union all select case x.form when 'id' then x.value::int
  when 'sis_user_id' then (select p.user_id from pseudonyms p
  where p.root_account_id = $4 and p.sis_user_id = x.value and p.state = 'active')
  else (select p.user_id from pseudonyms p
  where p.root_account_id = $4 and lower(p.unique_id) = lower(x.value) and p.state = 'active') end
  from unnest($2::text[], $3::text[]) x(form, value)) f;

-- files_to_turn_in (src/areas/submissions/turning-in.ts)
-- takes $1 fileIds int4[], $2 callerId int4, $3 groupId int4?
-- gives id int4, name text
select f.id, f.display_name as name from attachments f where f.id = any($1::int[]) and not f.deleted and (f.user_id = $2 or f.group_id = $3);

-- group_to_turn_in (src/areas/submissions/turning-in.ts)
-- takes $1 assignmentId int4, $2 userId int4
-- gives groupId int4?, members int4[]
select (select m.group_id from group_memberships m join groups g on g.id = m.group_id
  where m.group_category_id = a.group_category_id and m.user_id = $2 and m.state = 'accepted' and not g.deleted) as "groupId", array(select other.user_id from group_memberships other
  where a.group_category_id is not null and other.group_id = (select m.group_id from group_memberships m join groups g on g.id = m.group_id
  where m.group_category_id = a.group_category_id and m.user_id = $2 and m.state = 'accepted' and not g.deleted) and other.state = 'accepted'
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = other.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by other.user_id) as members from assignments a where a.id = $1;

-- place_to_turn_in (src/areas/submissions/turning-in.ts)
-- takes $1 courseId int4, $2 viewerStudents int4[], $3 viewerSections int4[], $4 viewerObserved int4[], $5 assignmentId int4
-- gives published bool, submissionTypes text[], allowedExtensions text[], unlockAt timestamptz?, lockAt timestamptz?, dueAt timestamptz?, ofGroups bool, gradesMissing bool
with places as materialized (select $3::int[] || array(select e.course_section_id from enrollments e
  where e.course_id = $1 and e.user_id = any($4::int[]) and e.type = 'StudentEnrollment' and (e.state = 'active' or (e.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = e.course_id and going.user_id = e.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0)))) as sections,
  array(select m.group_id from group_memberships m where m.user_id = any($2::int[]) and m.state = 'accepted'
  and exists (select 1 from groups g where g.id = m.group_id and g.course_id = $1 and not g.deleted offset 0)) as groups), a as (select * from assignments a where a.id = $5 and a.course_id = $1 and not a.deleted)
  select a.published, a.submission_types as "submissionTypes", a.allowed_extensions as "allowedExtensions",
  dates.unlock_at as "unlockAt", dates.lock_at as "lockAt", dates.due_at as "dueAt", a.group_category_id is not null as "ofGroups",
  (exists (select 1 from late_policies lp
  where lp.course_id = a.course_id and lp.missing_submission_deduction_enabled)
  or exists (select 1 from submissions s where s.assignment_id = a.id and s.user_id = any($2::int[]) and s.missing_grade)) as "gradesMissing"
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
  where t.assignment_id = a.id and t.user_id = any($2::int[]) and t.override_id = o.id)))) dates;

-- topic_to_turn_in (src/areas/submissions/turning-in.ts)
-- takes $1 assignmentId int4, $2 userId int4, $3 drafts bool
-- gives courseId int4, members int4[]
select a.course_id as "courseId", array(select other.user_id from group_memberships other
  where a.group_category_id is not null and other.group_id = (select m.group_id from group_memberships m join groups g on g.id = m.group_id
  where m.group_category_id = a.group_category_id and m.user_id = $2 and m.state = 'accepted' and not g.deleted) and other.state = 'accepted'
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = other.user_id and e.type = 'StudentEnrollment' and e.state = 'active')
  order by other.user_id) as members
  from assignments a join courses c on c.id = a.course_id
  where a.id = $1 and not a.deleted and 'discussion_topic' = any(a.submission_types) and ($3 or (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)))
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $2 and e.type = 'StudentEnrollment' and e.state = 'active');

-- turn_in (src/areas/submissions/turning-in.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userIds int4[], $4 attempt int4?, $5 type text, $6 body text?, $7 url text?, $8 mediaCommentId text?, $9 mediaCommentType media_type?, $10 fileIds int4[], $11 now timestamptz, $12 submitterId int4, $13 dueAt timestamptz?
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?, commented bool
with a as (select * from assignments where id = $1),
  s as (insert into submissions as s (assignment_id, user_id, course_id, state, attempt, submission_type, body, url, media_comment_id,
  media_comment_type, file_ids, submitted_at, updated_at)
  select $1, m, $2, 'submitted', coalesce($4::int, 1), $5::text, $6::text, $7::text, $8::text, $9::media_type, $10::int[], $11::timestamptz, $11
  from (select ($3::int[])[1] as m) one order by m
  on conflict (assignment_id, user_id) do update set state = 'submitted', attempt = coalesce($4::int, coalesce(s.attempt, 0) + 1),
  submission_type = excluded.submission_type, body = excluded.body, url = excluded.url, media_comment_id = excluded.media_comment_id,
  media_comment_type = excluded.media_comment_type, file_ids = excluded.file_ids, submitted_at = excluded.submitted_at,
  grade_matches_current_submission = (s.grade_matches_current_submission and not (s.graded_at is not null and not s.missing_grade)), score = case when not s.missing_grade then s.score end,
  grade = case when not s.missing_grade then s.grade end, graded_at = case when not s.missing_grade then s.graded_at end, missing_grade = false,
  late_policy_status = nullif(s.late_policy_status, 'missing'), updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.updated_at::timestamptz)
  returning *),
  kept as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, body, url, media_comment_id,
  media_comment_type, file_ids, submitted_at, submitter_id)
  select assignment_id, user_id, attempt, submission_type, body, url, media_comment_id, media_comment_type, file_ids, submitted_at, $12::int
  from s),
  ended as (insert into grade_changes (assignment_id, user_id, attempt, created_at)
  select s.assignment_id, s.user_id, s.attempt, greatest(s.updated_at, s.graded_at + interval '1 millisecond', $11::timestamptz) from submissions s where s.assignment_id = $1 and s.user_id = any($3::int[]) and s.missing_grade),
  files as (update attachments set turned_in = true, carried = true where id = any($10::int[]) and not (turned_in and carried))
  select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - $13::timestamptz))::float8 as lateness, exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented from s join a on true;

-- turn_in_earlier_entries (src/areas/submissions/turning-in.ts)
-- takes $1 assignmentId int4, $2 entries jsonb, $3 now timestamptz
with said as materialized (select a.id as assignment_id, a.course_id, r."userId" as user_id, r."postedAt" as posted_at,
  coalesce(r."groupId", (select m.group_id from group_memberships m join groups g on g.id = m.group_id
  where m.group_category_id = a.group_category_id and m.user_id = r."userId" and m.state = 'accepted' and not g.deleted)) as group_id
  from assignments a join courses c on c.id = a.course_id
  join json_to_recordset($2::json) as r("userId" int, "groupId" int, "postedAt" timestamptz) on exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = r."userId" and e.type = 'StudentEnrollment' and e.state = 'active')
  where a.id = $1 and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  of_groups as (select distinct on (group_id) * from said where group_id is not null order by group_id, posted_at, user_id),
  reached as (select distinct on (user_id) * from (
  select assignment_id, course_id, user_id, user_id as submitter_id, posted_at as submitted_at from said
  union all
  select g.assignment_id, g.course_id, other.user_id, g.user_id, g.posted_at from of_groups g
  join group_memberships other on other.group_id = g.group_id and other.state = 'accepted' and exists (select 1 from enrollments e where e.course_id = g.course_id and e.user_id = other.user_id and e.type = 'StudentEnrollment' and e.state = 'active')) each
  order by user_id, submitted_at, submitter_id),
  made as (insert into submissions (assignment_id, user_id, course_id, state, attempt, submission_type, submitted_at, updated_at)
  select assignment_id, user_id, course_id, 'submitted', 1, 'discussion_topic', submitted_at, $3 from reached)
  insert into submission_attempts (assignment_id, user_id, attempt, submission_type, submitted_at, submitter_id)
  select assignment_id, user_id, 1, 'discussion_topic', submitted_at, submitter_id from reached;

-- turn_in_of_group (src/areas/submissions/turning-in.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userIds int4[], $4 attempt int4?, $5 type text, $6 body text?, $7 url text?, $8 mediaCommentId text?, $9 mediaCommentType media_type?, $10 fileIds int4[], $11 now timestamptz, $12 submitterId int4, $13 dueAt timestamptz?
-- gives assignmentId int4, userId int4, submissionType text?, body text?, url text?, mediaCommentId text?, mediaCommentType media_type?, fileIds int4[]?, score float8?, grade text?, gradedAt timestamptz?, graderId int4?, matches bool, id int4, state submission_state, attempt int4?, submittedAt timestamptz?, assessment jsonb?, muted bool, enteredScore float8?, enteredGrade text?, pointsDeducted float8?, latePolicyStatus late_policy_status?, secondsLateOverride int4?, submittable bool, lateness float8?, commented bool
with a as (select * from assignments where id = $1),
  s as (insert into submissions as s (assignment_id, user_id, course_id, state, attempt, submission_type, body, url, media_comment_id,
  media_comment_type, file_ids, submitted_at, updated_at)
  select $1, m, $2, 'submitted', coalesce($4::int, 1), $5::text, $6::text, $7::text, $8::text, $9::media_type, $10::int[], $11::timestamptz, $11
  from unnest($3::int[]) m order by m
  on conflict (assignment_id, user_id) do update set state = 'submitted', attempt = coalesce($4::int, coalesce(s.attempt, 0) + 1),
  submission_type = excluded.submission_type, body = excluded.body, url = excluded.url, media_comment_id = excluded.media_comment_id,
  media_comment_type = excluded.media_comment_type, file_ids = excluded.file_ids, submitted_at = excluded.submitted_at,
  grade_matches_current_submission = (s.grade_matches_current_submission and not (s.graded_at is not null and not s.missing_grade)), score = case when not s.missing_grade then s.score end,
  grade = case when not s.missing_grade then s.grade end, graded_at = case when not s.missing_grade then s.graded_at end, missing_grade = false,
  late_policy_status = nullif(s.late_policy_status, 'missing'), updated_at = greatest(s.updated_at, s.graded_at + interval '1 millisecond', excluded.updated_at::timestamptz)
  returning *),
  kept as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, body, url, media_comment_id,
  media_comment_type, file_ids, submitted_at, submitter_id)
  select assignment_id, user_id, attempt, submission_type, body, url, media_comment_id, media_comment_type, file_ids, submitted_at, $12::int
  from s),
  ended as (insert into grade_changes (assignment_id, user_id, attempt, created_at)
  select s.assignment_id, s.user_id, s.attempt, greatest(s.updated_at, s.graded_at + interval '1 millisecond', $11::timestamptz) from submissions s where s.assignment_id = $1 and s.user_id = any($3::int[]) and s.missing_grade),
  files as (update attachments set turned_in = true, carried = true where id = any($10::int[]) and not (turned_in and carried))
  select s.id, s.assignment_id as "assignmentId", s.user_id as "userId", s.state, s.attempt, s.submission_type as "submissionType", s.body, s.url, s.media_comment_id as "mediaCommentId",
  s.media_comment_type as "mediaCommentType", nullif(s.file_ids, '{}') as "fileIds",
  s.submitted_at as "submittedAt", s.score, s.grade, s.graded_at as "gradedAt", s.grader_id as "graderId",
  s.grade_matches_current_submission as "matches", s.assessment, a.muted, coalesce(s.entered_score, s.score) as "enteredScore", coalesce(s.entered_grade, s.grade) as "enteredGrade",
  s.points_deducted as "pointsDeducted", s.late_policy_status as "latePolicyStatus", s.seconds_late_override as "secondsLateOverride",
  not (a.submission_types <@ '{none,on_paper}') as submittable, floor(extract(epoch from coalesce(s.submitted_at, now()) - coalesce($13::timestamptz, case
  when exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden offset 0)
  then (select case
  when bool_or(o.due_at_overridden) is not true then a.due_at
  when bool_or(o.due_at_overridden and o.due_at is null) then null
  else max(o.due_at) filter (where o.due_at_overridden) end as due_at from assignment_overrides o where o.assignment_id = a.id and (
  o.course_section_id in (select oe.course_section_id from enrollments oe
  where oe.course_id = a.course_id and oe.user_id = s.user_id and oe.type = 'StudentEnrollment' and (oe.state = 'active' or (oe.state in ('active', 'completed') and not exists (select 1 from enrollments going
  where going.course_id = oe.course_id and going.user_id = oe.user_id and going.type = 'StudentEnrollment' and going.state = 'active'
  offset 0))))
  or (o.group_id is not null and o.group_id = (select om.group_id from group_memberships om
  where om.group_category_id = a.group_category_id and om.user_id = s.user_id and om.state = 'accepted'
  and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted offset 0)))
  or (o.course_section_id is null and o.group_id is null and exists (select 1 from assignment_override_students ot
  where ot.assignment_id = a.id and ot.user_id = s.user_id and ot.override_id = o.id))))
  else a.due_at end)))::float8 as lateness, exists (select 1 from submission_comments c where c.assignment_id = s.assignment_id and c.user_id = s.user_id) as commented from s join a on true;

-- place_to_upload (src/areas/submissions/uploading.ts)
-- takes $1 assignmentId int4, $2 courseId int4, $3 userId int4, $4 within int4[]?, $5 callerId int4, $6 gradedIn int4[]?
-- gives allowedExtensions text[], attempt int4?, published bool, visible bool, graded bool, reviews bool
select a.published, exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($4::int[] is null or e.course_section_id = any($4::int[])) offset 0) as visible, ($6::int[] is null or ($6::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($6::int[] is null or e.course_section_id = any($6::int[])) offset 0))) as graded,
  exists (select 1 from peer_reviews p where p.assignment_id = a.id and p.user_id = $3 and p.assessor_id = $5) as reviews,
  case when 'online_upload' = any(a.submission_types) then a.allowed_extensions else '{}' end as "allowedExtensions",
  (select s.attempt from submissions s where s.assignment_id = a.id and s.user_id = $3) as attempt
  from assignments a where a.id = $1 and a.course_id = $2 and not a.deleted;
