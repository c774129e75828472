-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- students_with_outcomes_in_reach (src/areas/outcome-results/asking.ts)
-- takes $1 courseId int4, $2 reach int4[]
-- gives id int4
select distinct e.user_id as id from (select e.user_id from enrollments e where e.course_id = $1 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($2::int[] is null or e.course_section_id = any($2::int[]))) e;

-- outcome_alignments_of_course_0_after_11 (src/areas/outcome-results/rows.ts)
-- takes $1 courseId int4, $2 published int4, $3 key 1 int4, $4 key 2 int4
-- gives assignmentId int4, title text, submissionTypes text[], outcomeId int4
select a.id as "assignmentId", a.name as title, a.submission_types as "submissionTypes", o.id as "outcomeId"
  from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
  cross join lateral (select distinct rc.learning_outcome_id as id from rubric_criteria rc
  where rc.rubric_id = ra.rubric_id and rc.learning_outcome_id is not null offset 0) o
  where a.course_id = $1 and not a.deleted and a.course_id = $2 and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and (a.id, o.id) > ($3::int, $4::int) order by a.id asc, o.id asc limit 11;

-- outcome_alignments_of_course_first_11 (src/areas/outcome-results/rows.ts)
-- takes $1 courseId int4
-- gives assignmentId int4, title text, submissionTypes text[], outcomeId int4
select a.id as "assignmentId", a.name as title, a.submission_types as "submissionTypes", o.id as "outcomeId"
  from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
  cross join lateral (select distinct rc.learning_outcome_id as id from rubric_criteria rc
  where rc.rubric_id = ra.rubric_id and rc.learning_outcome_id is not null offset 0) o
  where a.course_id = $1 and not a.deleted   order by a.id asc, o.id asc limit 11;

-- outcome_results_of_course_0_1_2_3_after_11 (src/areas/outcome-results/rows.ts)
-- takes $1 courseId int4, $2 students int4[], $3 sections int4[], $4 outcomes int4[], $5 asThey int4[], $6 key 1 int4, $7 key 2 int4, $8 key 3 int4
-- gives assessmentId int4, criterionId int4, position int4, userId int4, outcomeId int4, assignmentId int4, points float8, possible float8, mastered bool?, at timestamptz
select x.id as "assessmentId", rc.id as "criterionId", rc.position, x.user_id as "userId", rc.learning_outcome_id as "outcomeId",
  a.id as "assignmentId", (s.assessment -> rc.id::text ->> 'points')::float8 as points, rc.points as possible, case when o.mastery_points is not null then round((least(case when (o.ratings -> 0 ->> 'points')::float8 is null or rc.points = 0 then (s.assessment -> rc.id::text ->> 'points')::float8
  when rc.points between '1e-100'::float8 and '1e100'::float8 and ((s.assessment -> rc.id::text ->> 'points')::float8 = 0 or (s.assessment -> rc.id::text ->> 'points')::float8 between '1e-100'::float8 and '1e100'::float8) then (s.assessment -> rc.id::text ->> 'points')::float8 / rc.points * (o.ratings -> 0 ->> 'points')::float8
  else round(least(((s.assessment -> rc.id::text ->> 'points')::float8)::numeric / rc.points::numeric * ((o.ratings -> 0 ->> 'points')::float8)::numeric, 10000000000000), 20)::float8 end, 10000000000000))::numeric, 2) >= round((o.mastery_points)::numeric, 2) when rc.mastery_points is not null then round(((s.assessment -> rc.id::text ->> 'points')::float8)::numeric, 2) >= round((rc.mastery_points)::numeric, 2) end as mastered, coalesce(s.submitted_at, x.updated_at) as at
  from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
  join rubric_criteria rc on rc.rubric_id = ra.rubric_id join outcomes o on o.id = rc.learning_outcome_id
  join rubric_assessments x on x.assignment_id = a.id and x.type = 'grading'
  join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
  where a.course_id = $1 and not a.deleted and (s.assessment -> rc.id::text ->> 'points')::float8 is not null
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = x.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0) and x.user_id = any($2::int[]) and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = x.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0) and rc.learning_outcome_id = any($4::int[]) and (x.user_id <> all($5::int[]) or (not a.muted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)))) and (a.id, x.user_id, rc.id) > ($6::int, $7::int, $8::int) order by a.id asc, x.user_id asc, rc.id asc limit 11;

-- outcome_results_of_course_first_11 (src/areas/outcome-results/rows.ts)
-- takes $1 courseId int4
-- gives assessmentId int4, criterionId int4, position int4, userId int4, outcomeId int4, assignmentId int4, points float8, possible float8, mastered bool?, at timestamptz
select x.id as "assessmentId", rc.id as "criterionId", rc.position, x.user_id as "userId", rc.learning_outcome_id as "outcomeId",
  a.id as "assignmentId", (s.assessment -> rc.id::text ->> 'points')::float8 as points, rc.points as possible, case when o.mastery_points is not null then round((least(case when (o.ratings -> 0 ->> 'points')::float8 is null or rc.points = 0 then (s.assessment -> rc.id::text ->> 'points')::float8
  when rc.points between '1e-100'::float8 and '1e100'::float8 and ((s.assessment -> rc.id::text ->> 'points')::float8 = 0 or (s.assessment -> rc.id::text ->> 'points')::float8 between '1e-100'::float8 and '1e100'::float8) then (s.assessment -> rc.id::text ->> 'points')::float8 / rc.points * (o.ratings -> 0 ->> 'points')::float8
  else round(least(((s.assessment -> rc.id::text ->> 'points')::float8)::numeric / rc.points::numeric * ((o.ratings -> 0 ->> 'points')::float8)::numeric, 10000000000000), 20)::float8 end, 10000000000000))::numeric, 2) >= round((o.mastery_points)::numeric, 2) when rc.mastery_points is not null then round(((s.assessment -> rc.id::text ->> 'points')::float8)::numeric, 2) >= round((rc.mastery_points)::numeric, 2) end as mastered, coalesce(s.submitted_at, x.updated_at) as at
  from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
  join rubric_criteria rc on rc.rubric_id = ra.rubric_id join outcomes o on o.id = rc.learning_outcome_id
  join rubric_assessments x on x.assignment_id = a.id and x.type = 'grading'
  join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
  where a.course_id = $1 and not a.deleted and (s.assessment -> rc.id::text ->> 'points')::float8 is not null
  and exists (select 1 from enrollments e where e.course_id = a.course_id and e.user_id = x.user_id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and (null::int[] is null or e.course_section_id = any(null::int[])) offset 0)   order by a.id asc, x.user_id asc, rc.id asc limit 11;

-- outcomes_of_course (src/areas/outcome-results/rows.ts)
-- takes $1 courseId int4, $2 outcomeIds int4[]?, $3 seesAll bool
-- gives description text?, ratings jsonb?, masteryPoints int4?, calculationMethod calculation_method, calculationInt int4?, id int4, title text, vendorGuid text?, courseId int4?, accountId int4?, groups jsonb, alignments jsonb
with linked as (
  select l.outcome_id as id, json_agg(json_build_object('id', g.id, 'title', coalesce(g.title, c.name)) order by g.id) as groups
  from outcome_groups g join outcome_links l on l.group_id = g.id join courses c on c.id = g.course_id
  where g.course_id = $1 and not g.deleted group by l.outcome_id),
  measured as (
  select m.id, json_agg(json_build_object('assignmentId', m.assignment_id, 'title', m.title) order by m.assignment_id) filter (where m.shown) as alignments
  from (select distinct rc.learning_outcome_id as id, a.id as assignment_id, a.name as title, $3::boolean or (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as shown
  from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
  join rubric_criteria rc on rc.rubric_id = ra.rubric_id
  where a.course_id = $1 and not a.deleted and rc.learning_outcome_id is not null) m
  group by m.id)
  select o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId", o.description, o.ratings, o.mastery_points as "masteryPoints",
  o.calculation_method as "calculationMethod", o.calculation_int as "calculationInt", coalesce(l.groups, '[]') as groups, coalesce(m.alignments, '[]') as alignments
  from (select id from linked union select id from measured) own join outcomes o on o.id = own.id
  left join linked l on l.id = o.id left join measured m on m.id = o.id
  where not o.deleted and ($2::int[] is null or o.id = any($2::int[])) order by o.id;

-- outcome_scores_of_all (src/areas/outcome-results/scores.ts)
-- takes $1 courseId int4, $2 userIds int4[]?, $3 sections int4[]?, $4 asThey int4[], $5 outcomeIds int4[]
-- gives userId int4, outcomeId int4, count int4, score float8?, title text, at timestamptz
select s."userId", s."outcomeId", s.count, s.score::float8 as score, s.title, s.at
  from (select r."userId", r."outcomeId", count(*) as count,
  round((case when r.method = 'n_mastery'
  then case when count(*) filter (where r.mastered) >= r.number then avg(r.reached) filter (where r.mastered) end
  else case r.method when 'highest' then max(r.reached)
  when 'average' then avg(r.reached) when 'latest' then (array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)]
  when 'decaying_average' then case when count(*) = 1 then max(r.reached)
  else ((array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)] * r.number + ((sum(r.reached) - (array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)]) / (count(*) - 1)) * (100 - r.number)) / 100 end end end)::numeric, 2) as score, (array_agg(r.title order by r.at, r."assessmentId", r.position))[count(*)] as title, (array_agg(r.at order by r.at, r."assessmentId", r.position))[count(*)] as at
  from (select r.*, least(case when r.highest is null or r.possible = 0 then r.points
  when r.possible between '1e-100'::float8 and '1e100'::float8 and (r.points = 0 or r.points between '1e-100'::float8 and '1e100'::float8) then r.points / r.possible * r.highest
  else round(least((r.points)::numeric / r.possible::numeric * (r.highest)::numeric, 10000000000000), 20)::float8 end, 10000000000000) as reached, case when r.method = 'n_mastery' then case when r.mastery is not null then round((least(case when r.highest is null or r.possible = 0 then r.points
  when r.possible between '1e-100'::float8 and '1e100'::float8 and (r.points = 0 or r.points between '1e-100'::float8 and '1e100'::float8) then r.points / r.possible * r.highest
  else round(least((r.points)::numeric / r.possible::numeric * (r.highest)::numeric, 10000000000000), 20)::float8 end, 10000000000000))::numeric, 2) >= round((r.mastery)::numeric, 2) when r."criterionMastery" is not null then round((r.points)::numeric, 2) >= round((r."criterionMastery")::numeric, 2) end end as mastered
  from (select one.*, m.title, x.id as "assessmentId", x."userId", x.at, (x.assessment -> one.criterion::text ->> 'points')::float8 as points
  from (select a.id, a.name as title, (not a.muted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))) as open,
  array_agg(row(rc.id::text, rc.position, rc.points, rc.mastery_points, o.id, (o.ratings -> 0 ->> 'points')::float8, o.mastery_points, o.calculation_method,
  o.calculation_int)) as criteria
  from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
  join rubric_criteria rc on rc.rubric_id = ra.rubric_id join outcomes o on o.id = rc.learning_outcome_id
  where a.course_id = $1 and not a.deleted and rc.learning_outcome_id = any($5::int[]) group by a.id, c.id offset 0) m
  cross join lateral (select x.id, x.user_id as "userId", s.assessment, coalesce(s.submitted_at, x.updated_at) as at
  from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
  where x.assignment_id = m.id and x.type = 'grading' and x.user_id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and ($2::int[] is null or e.user_id = any($2::int[])))
  and (x.user_id <> all($4::int[]) or m.open) offset 0) x
  cross join lateral unnest(m.criteria) one(criterion text, position int, possible float8, "criterionMastery" float8, "outcomeId" int, highest float8,
  mastery int, method calculation_method, number int) offset 0) r
  where r.points is not null offset 0) r group by r."userId", r."outcomeId", r.method, r.number) s order by s."outcomeId";

-- outcome_scores_of_students (src/areas/outcome-results/scores.ts)
-- takes $1 courseId int4, $2 userIds int4[], $3 asThey int4[], $4 outcomeIds int4[]
-- gives userId int4, outcomeId int4, count int4, score float8?, title text, at timestamptz
select s."userId", s."outcomeId", s.count, s.score::float8 as score, s.title, s.at
  from (select r."userId", r."outcomeId", count(*) as count,
  round((case when r.method = 'n_mastery'
  then case when count(*) filter (where r.mastered) >= r.number then avg(r.reached) filter (where r.mastered) end
  else case r.method when 'highest' then max(r.reached)
  when 'average' then avg(r.reached) when 'latest' then (array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)]
  when 'decaying_average' then case when count(*) = 1 then max(r.reached)
  else ((array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)] * r.number + ((sum(r.reached) - (array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)]) / (count(*) - 1)) * (100 - r.number)) / 100 end end end)::numeric, 2) as score, (array_agg(r.title order by r.at, r."assessmentId", r.position))[count(*)] as title, (array_agg(r.at order by r.at, r."assessmentId", r.position))[count(*)] as at
  from (select r.*, least(case when r.highest is null or r.possible = 0 then r.points
  when r.possible between '1e-100'::float8 and '1e100'::float8 and (r.points = 0 or r.points between '1e-100'::float8 and '1e100'::float8) then r.points / r.possible * r.highest
  else round(least((r.points)::numeric / r.possible::numeric * (r.highest)::numeric, 10000000000000), 20)::float8 end, 10000000000000) as reached, case when r.method = 'n_mastery' then case when r.mastery is not null then round((least(case when r.highest is null or r.possible = 0 then r.points
  when r.possible between '1e-100'::float8 and '1e100'::float8 and (r.points = 0 or r.points between '1e-100'::float8 and '1e100'::float8) then r.points / r.possible * r.highest
  else round(least((r.points)::numeric / r.possible::numeric * (r.highest)::numeric, 10000000000000), 20)::float8 end, 10000000000000))::numeric, 2) >= round((r.mastery)::numeric, 2) when r."criterionMastery" is not null then round((r.points)::numeric, 2) >= round((r."criterionMastery")::numeric, 2) end end as mastered
  from (select one.*, m.title, x.id as "assessmentId", x."userId", x.at, (x.assessment -> one.criterion::text ->> 'points')::float8 as points
  from (select a.id, a.name as title, (not a.muted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))) as open,
  array_agg(row(rc.id::text, rc.position, rc.points, rc.mastery_points, o.id, (o.ratings -> 0 ->> 'points')::float8, o.mastery_points, o.calculation_method,
  o.calculation_int)) as criteria
  from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
  join rubric_criteria rc on rc.rubric_id = ra.rubric_id join outcomes o on o.id = rc.learning_outcome_id
  where a.course_id = $1 and not a.deleted and rc.learning_outcome_id = any($4::int[]) group by a.id, c.id offset 0) m
  cross join lateral (select x.id, x.user_id as "userId", s.assessment, coalesce(s.submitted_at, x.updated_at) as at
  from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
  where x.assignment_id = m.id and x.type = 'grading' and x.user_id = any($2::int[])
  and (x.user_id <> all($3::int[]) or m.open) offset 0) x
  cross join lateral unnest(m.criteria) one(criterion text, position int, possible float8, "criterionMastery" float8, "outcomeId" int, highest float8,
  mastery int, method calculation_method, number int) offset 0) r
  where r.points is not null offset 0) r group by r."userId", r."outcomeId", r.method, r.number) s order by s."outcomeId";

-- students_by_outcome_score_after_11 (src/areas/outcome-results/scores.ts)
-- takes $1 courseId int4, $2 userIds int4[]?, $3 sections int4[]?, $4 asThey int4[], $5 outcomeId int4, $6 direction int4, $7 key 1 int4, $8 key 2 text, $9 key 3 int4
-- gives id int4, sortKey text, rank int4
select * from (select u.id, u.sort_key as "sortKey", coalesce((s.score * 100)::int8 * $6::int, 9007199254740991) as rank
  from users u left join (select r."userId", r."outcomeId", count(*) as count,
  round((case when r.method = 'n_mastery'
  then case when count(*) filter (where r.mastered) >= r.number then avg(r.reached) filter (where r.mastered) end
  else case r.method when 'highest' then max(r.reached)
  when 'average' then avg(r.reached) when 'latest' then (array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)]
  when 'decaying_average' then case when count(*) = 1 then max(r.reached)
  else ((array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)] * r.number + ((sum(r.reached) - (array_agg(r.reached order by r.at, r."assessmentId", r.position))[count(*)]) / (count(*) - 1)) * (100 - r.number)) / 100 end end end)::numeric, 2) as score, (array_agg(r.title order by r.at, r."assessmentId", r.position))[count(*)] as title, (array_agg(r.at order by r.at, r."assessmentId", r.position))[count(*)] as at
  from (select r.*, least(case when r.highest is null or r.possible = 0 then r.points
  when r.possible between '1e-100'::float8 and '1e100'::float8 and (r.points = 0 or r.points between '1e-100'::float8 and '1e100'::float8) then r.points / r.possible * r.highest
  else round(least((r.points)::numeric / r.possible::numeric * (r.highest)::numeric, 10000000000000), 20)::float8 end, 10000000000000) as reached, case when r.method = 'n_mastery' then case when r.mastery is not null then round((least(case when r.highest is null or r.possible = 0 then r.points
  when r.possible between '1e-100'::float8 and '1e100'::float8 and (r.points = 0 or r.points between '1e-100'::float8 and '1e100'::float8) then r.points / r.possible * r.highest
  else round(least((r.points)::numeric / r.possible::numeric * (r.highest)::numeric, 10000000000000), 20)::float8 end, 10000000000000))::numeric, 2) >= round((r.mastery)::numeric, 2) when r."criterionMastery" is not null then round((r.points)::numeric, 2) >= round((r."criterionMastery")::numeric, 2) end end as mastered
  from (select one.*, m.title, x.id as "assessmentId", x."userId", x.at, (x.assessment -> one.criterion::text ->> 'points')::float8 as points
  from (select a.id, a.name as title, (not a.muted and (a.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))) as open,
  array_agg(row(rc.id::text, rc.position, rc.points, rc.mastery_points, o.id, (o.ratings -> 0 ->> 'points')::float8, o.mastery_points, o.calculation_method,
  o.calculation_int)) as criteria
  from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
  join rubric_criteria rc on rc.rubric_id = ra.rubric_id join outcomes o on o.id = rc.learning_outcome_id
  where a.course_id = $1 and not a.deleted and rc.learning_outcome_id = $5 group by a.id, c.id offset 0) m
  cross join lateral (select x.id, x.user_id as "userId", s.assessment, coalesce(s.submitted_at, x.updated_at) as at
  from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
  where x.assignment_id = m.id and x.type = 'grading' and true
  and (x.user_id <> all($4::int[]) or m.open) offset 0) x
  cross join lateral unnest(m.criteria) one(criterion text, position int, possible float8, "criterionMastery" float8, "outcomeId" int, highest float8,
  mastery int, method calculation_method, number int) offset 0) r
  where r.points is not null offset 0) r group by r."userId", r."outcomeId", r.method, r.number) s on s."userId" = u.id
  where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[]))
  and ($2::int[] is null or e.user_id = any($2::int[])))) u where true  and (u.rank, u."sortKey", u.id) > ($7::int8, $8::text collate "C", $9::int) order by u.rank asc, u."sortKey" asc, u.id asc limit 11;

-- students_with_outcomes_0_1_after_11 (src/areas/outcome-results/scores.ts)
-- takes $1 courseId int4, $2 students int4[], $3 sections int4[], $4 key 1 text, $5 key 2 int4
-- gives id int4, sortKey text
select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')) and u.id = any($2::int[]) and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = u.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0) and (u.sort_key, u.id) > ($4::text collate "C", $5::int) order by u.sort_key asc, u.id asc limit 11;

-- students_with_outcomes_descending_0_1_after_11 (src/areas/outcome-results/scores.ts)
-- takes $1 courseId int4, $2 students int4[], $3 sections int4[], $4 key 1 text, $5 key 2 int4
-- gives id int4, sortKey text
select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')) and u.id = any($2::int[]) and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = u.id and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($3::int[] is null or e.course_section_id = any($3::int[])) offset 0) and (u.sort_key, u.id) < ($4::text collate "C", $5::int) order by u.sort_key desc, u.id desc limit 11;

-- students_with_outcomes_descending_first_11 (src/areas/outcome-results/scores.ts)
-- takes $1 courseId int4
-- gives id int4, sortKey text
select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))   order by u.sort_key desc, u.id desc limit 11;

-- students_with_outcomes_first_11 (src/areas/outcome-results/scores.ts)
-- takes $1 courseId int4
-- gives id int4, sortKey text
select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))   order by u.sort_key asc, u.id asc limit 11;
