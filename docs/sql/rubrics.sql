-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- association_ends (src/areas/rubrics/associations.ts)
-- takes $1 id int4, $2 courseId int4
-- gives rubricId int4, assignmentId int4, useForGrading bool
select ra.rubric_id as "rubricId", ra.assignment_id as "assignmentId", ra.use_for_grading as "useForGrading" from rubric_associations ra
  join rubrics r on r.id = ra.rubric_id and not r.deleted
  join assignments a on a.id = ra.assignment_id and a.course_id = $2 and not a.deleted
  where ra.id = $1;

-- association_held (src/areas/rubrics/associations.ts)
-- takes $1 id int4, $2 courseId int4
-- gives rubricId int4, assignmentId int4, useForGrading bool
select ra.rubric_id as "rubricId", ra.assignment_id as "assignmentId", ra.use_for_grading as "useForGrading" from rubric_associations ra
  join rubrics r on r.id = ra.rubric_id and not r.deleted
  join assignments a on a.id = ra.assignment_id and a.course_id = $2 and not a.deleted
  where ra.id = $1 for update of ra;

-- rubric_of_course_there (src/areas/rubrics/associations.ts)
-- takes $1 id int4, $2 courseId int4
-- gives id int4
select id from rubrics where id = $1 and course_id = $2 and not deleted;

-- assignment_of_rubric_held (src/areas/rubrics/rubrics.ts)
-- takes $1 assignmentId int4, $2 courseId int4
-- gives id int4
select id from assignments where id = $1 and course_id = $2 and not deleted for update;

-- assignments_of_rubric_all_held (src/areas/rubrics/rubrics.ts)
-- takes $1 rubricId int4
-- gives assignmentId int4
select a.id as "assignmentId" from assignments a where a.id in (select ra.assignment_id from rubric_associations ra where ra.rubric_id = $1)
  order by a.id for no key update of a;

-- attach_rubric (src/areas/rubrics/rubrics.ts)
-- takes $1 rubricId int4, $2 assignmentId int4, $3 useForGrading bool?, $4 purpose text
-- gives assignmentId int4
insert into rubric_associations as ra (rubric_id, assignment_id, use_for_grading, purpose)
  values ($1, $2, coalesce($3::boolean, false), $4)
  on conflict (assignment_id) do update set rubric_id = excluded.rubric_id,
  use_for_grading = coalesce($3::boolean, ra.use_for_grading and ra.rubric_id = excluded.rubric_id)
  where ra.rubric_id <> excluded.rubric_id or ra.use_for_grading <> $3::boolean
  returning assignment_id as "assignmentId";

-- change_rubric_criteria (src/areas/rubrics/rubrics.ts)
-- takes $1 kept jsonb
update rubric_criteria rc set position = n.position, description = n.description, points = n.points,
  learning_outcome_id = n."learningOutcomeId", mastery_points = n."masteryPoints", ratings = n.ratings
  from json_to_recordset($1::json) as n(id int, position int, description text, points float8, "learningOutcomeId" int, "masteryPoints" float8,
  ratings jsonb)
  where rc.id = n.id;

-- remove_rubric_criteria (src/areas/rubrics/rubrics.ts)
-- takes $1 gone int4[]
delete from rubric_criteria where id = any($1::int[]);

-- rubric (src/areas/rubrics/rubrics.ts)
-- takes $1 courseId int4, $2 id int4, $3 assignmentId int4?
-- gives id int4, title text, courseId int4, criteria jsonb, association jsonb?
select r.id, r.title, r.course_id as "courseId",
  coalesce((select json_agg(json_build_object('id', rc.id, 'description', rc.description, 'points', rc.points,
  'learningOutcomeId', rc.learning_outcome_id, 'masteryPoints', rc.mastery_points, 'ratings', rc.ratings) order by rc.position, rc.id)
  from rubric_criteria rc where rc.rubric_id = r.id), '[]') as criteria,
  (select json_build_object('id', ra.id, 'assignmentId', ra.assignment_id, 'useForGrading', ra.use_for_grading, 'purpose', ra.purpose)
  from rubric_associations ra join assignments a on a.id = ra.assignment_id and not a.deleted
  where ra.rubric_id = r.id order by ra.assignment_id = $3::int desc, ra.id limit 1) as association
  from rubrics r where r.course_id = $1 and not r.deleted and r.id = $2;

-- rubric_held (src/areas/rubrics/rubrics.ts)
-- takes $1 id int4, $2 courseId int4
-- gives id int4
select id from rubrics where id = $1 and course_id = $2 and not deleted for update;

-- rubrics_of_course_first_11 (src/areas/rubrics/rubrics.ts)
-- takes $1 courseId int4
-- gives id int4, title text, courseId int4, criteria jsonb, association jsonb?
select r.id, r.title, r.course_id as "courseId",
  coalesce((select json_agg(json_build_object('id', rc.id, 'description', rc.description, 'points', rc.points,
  'learningOutcomeId', rc.learning_outcome_id, 'masteryPoints', rc.mastery_points, 'ratings', rc.ratings) order by rc.position, rc.id)
  from rubric_criteria rc where rc.rubric_id = r.id), '[]') as criteria,
  (select json_build_object('id', ra.id, 'assignmentId', ra.assignment_id, 'useForGrading', ra.use_for_grading, 'purpose', ra.purpose)
  from rubric_associations ra join assignments a on a.id = ra.assignment_id and not a.deleted
  where ra.rubric_id = r.id order by ra.id limit 1) as association
  from rubrics r where r.course_id = $1 and not r.deleted order by r.id limit 11;

-- associations_of_rubric (src/areas/rubrics/showing.ts)
-- takes $1 rubricId int4
-- gives id int4, assignmentId int4, useForGrading bool, purpose text
select ra.id, ra.assignment_id as "assignmentId", ra.use_for_grading as "useForGrading", ra.purpose
  from rubric_associations ra join assignments a on a.id = ra.assignment_id and not a.deleted where ra.rubric_id = $1 order by ra.id;

-- rubric_of_account (src/areas/rubrics/showing.ts)
-- takes $1 accountId int4, $2 id int4
-- gives id int4, title text, courseId int4, criteria jsonb, association jsonb?
select r.id, r.title, r.course_id as "courseId",
  coalesce((select json_agg(json_build_object('id', rc.id, 'description', rc.description, 'points', rc.points,
  'learningOutcomeId', rc.learning_outcome_id, 'masteryPoints', rc.mastery_points, 'ratings', rc.ratings) order by rc.position, rc.id)
  from rubric_criteria rc where rc.rubric_id = r.id), '[]') as criteria,
  (select json_build_object('id', ra.id, 'assignmentId', ra.assignment_id, 'useForGrading', ra.use_for_grading, 'purpose', ra.purpose)
  from rubric_associations ra join assignments a on a.id = ra.assignment_id and not a.deleted
  where ra.rubric_id = r.id order by ra.id limit 1) as association
  from rubrics r where coalesce((select c.account_id from courses c where c.id = r.course_id and c.state <> 'deleted')
  in (select a.id from accounts a where a.chain @> array[$1::int]), false) and not r.deleted and r.id = $2;

-- rubrics_of_account_after_11 (src/areas/rubrics/showing.ts)
-- takes $1 accountId int4, $2 key 1 int4
-- gives id int4, title text, courseId int4, criteria jsonb, association jsonb?
with few as materialized (select c.id from accounts own join accounts a on a.chain @> array[own.id] join courses c on c.account_id = a.id
  where own.id = $1 and own.parent_account_id is not null limit 300 + 1)
  select r.id, r.title, r.course_id as "courseId",
  coalesce((select json_agg(json_build_object('id', rc.id, 'description', rc.description, 'points', rc.points,
  'learningOutcomeId', rc.learning_outcome_id, 'masteryPoints', rc.mastery_points, 'ratings', rc.ratings) order by rc.position, rc.id)
  from rubric_criteria rc where rc.rubric_id = r.id), '[]') as criteria,
  (select json_build_object('id', ra.id, 'assignmentId', ra.assignment_id, 'useForGrading', ra.use_for_grading, 'purpose', ra.purpose)
  from rubric_associations ra join assignments a on a.id = ra.assignment_id and not a.deleted
  where ra.rubric_id = r.id order by ra.id limit 1) as association
  from rubrics r where r.id = any(array(
  (select r.id from few cross join lateral (select * from rubrics r where r.course_id = few.id offset 0) r
  where ((select count(*) from few) <= 300 and (select own.parent_account_id is not null from accounts own where own.id = $1)) and coalesce((select c.account_id from courses c where c.id = r.course_id and c.state <> 'deleted')
  in (select a.id from accounts a where a.chain @> array[$1::int]), false) and not r.deleted and (r.id) > ($2::int) order by r.id asc limit 11)
  union all (select r.id from rubrics r where not ((select count(*) from few) <= 300 and (select own.parent_account_id is not null from accounts own where own.id = $1)) and coalesce((select c.account_id from courses c where c.id = r.course_id and c.state <> 'deleted')
  in (select a.id from accounts a where a.chain @> array[$1::int]), false) and not r.deleted and (r.id) > ($2::int) order by r.id asc limit 11))) and not r.deleted  and (r.id) > ($2::int) order by r.id asc limit 11;
