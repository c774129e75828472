-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- why_assignment (src/why/assignments.ts)
-- takes $1 id int4
-- gives courseId int4, name text, isThere bool, isPublished bool, hasDrafts bool
select a.course_id as "courseId", a.name, not a.deleted as "isThere", a.published as "isPublished", coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true) as "hasDrafts"
  from assignments a join courses c on c.id = a.course_id where a.id = $1;

-- why_course (src/why/courses.ts)
-- takes $1 id int4
-- gives name text, isThere bool, state course_state, isOpen bool, isPublic bool, rootAccountId int4, chain int4[]
select c.name, c.state <> 'deleted' as "isThere", c.state in ('available', 'completed') as "isOpen", c.state, c.is_public as "isPublic", c.root_account_id as "rootAccountId", a.chain
  from courses c join accounts a on a.id = c.account_id where c.id = $1;

-- why_enrollments (src/why/courses.ts)
-- takes $1 id int4, $2 userId int4
-- gives id int4, type enrollment_type, state enrollment_state, sectionId int4, associatedUserId int4?, limited bool
select e.id, e.type, e.state, e.course_section_id as "sectionId", e.associated_user_id as "associatedUserId",
  e.limit_privileges_to_course_section as limited
  from enrollments e where e.course_id = $1 and e.user_id = $2 order by e.id;

-- why_file (src/why/files.ts)
-- takes $1 id int4
-- gives name text, isThere bool
select f.display_name as name, not f.deleted as "isThere" from attachments f where f.id = $1;

-- why_quiz (src/why/quizzes.ts)
-- takes $1 id int4
-- gives courseId int4, title text, isThere bool, isPublished bool, hasDrafts bool, ipFilter text?
select q.course_id as "courseId", q.title, not q.deleted as "isThere", q.published as "isPublished", coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true) as "hasDrafts",
  q.ip_filter as "ipFilter"
  from quizzes q join courses c on c.id = q.course_id where q.id = $1;

-- why_submission (src/why/submissions.ts)
-- takes $1 id int4
-- gives assignmentId int4, studentId int4
select s.assignment_id as "assignmentId", s.user_id as "studentId" from submissions s where s.id = $1;

-- why_submission_is_read (src/why/submissions.ts)
-- takes $1 courseId int4, $2 assignmentId int4, $3 studentId int4, $4 userId int4, $5 graded int4[]?
-- gives isStudent bool, isGraded bool, reviews bool
select exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $3 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed')) as "isStudent", ($5::int[] is null or ($5::int[] <> '{}' and exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = $3 and e.type = 'StudentEnrollment'
  and e.state in ('active', 'completed') and ($5::int[] is null or e.course_section_id = any($5::int[])) offset 0))) as "isGraded",
  exists (select 1 from peer_reviews p where p.assignment_id = $2 and p.user_id = $3 and p.assessor_id = $4) as reviews;

-- why_topic (src/why/topics.ts)
-- takes $1 id int4
-- gives courseId int4?, groupId int4?, itemId int4?, title text, authorId int4, isThere bool, isPosted bool
select t.course_id as "courseId", t.group_id as "groupId", t.collection_item_id as "itemId", t.title, t.user_id as "authorId",
  t.state <> 'deleted' as "isThere", t.state = 'active' as "isPosted" from discussion_topics t where t.id = $1;
