-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- assignment_of_rubric_held (src/areas/rubrics/rubrics.ts)
-- takes $1 assignmentId int4, $2 courseId int4
-- gives id int4
select id from assignments where id = $1 and course_id = $2 and not deleted for update;

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
