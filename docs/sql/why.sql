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
-- gives id int4, name text, isThere bool
select f.id, f.display_name as name, (not f.deleted or f.carried) as "isThere" from attachments named left join replaced_files rf on rf.file_id = named.id
  join attachments f on f.id = coalesce(rf.by_id, named.id) where named.id = $1;

-- why_places_in_modules (src/why/modules.ts)
-- takes $1 courseIds int4[], $2 students text[], $3 now timestamptz, $4 assignments int4[], $5 quizzes int4[], $6 topics int4[], $7 files int4[], $8 pages int4[]
-- gives moduleId int4, name text, published bool, held bool, unlockAt timestamptz?
with concerned as materialized (select m.id, m.waits_for from course_modules m
  where not m.deleted and m.id in (select i.module_id from (select i.* from module_items i where i.assignment_id = any($4::int[]) union all select i.* from quizzes x join module_items i on i.quiz_id = x.id where x.assignment_id = any($4::int[]) union all select i.* from discussion_topics x join module_items i on i.topic_id = x.id where x.assignment_id = any($4::int[]) union all select i.* from module_items i where i.quiz_id = any($5::int[]) union all select i.* from module_items i where i.topic_id = any($6::int[]) union all select i.* from module_items i where i.file_id = any($7::int[]) union all select i.* from module_items i where i.page_id = any($8::int[])) i where not i.deleted)), steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select given.course_id, given.students::int[] as students from unnest($1::int[], $2::text[]) as given(course_id, students)) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select id from concerned union select unnest(waits_for) from concerned))
  join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
  left join lateral (select i.id as item_id, i.position, i.requirement is not null as asked, case i.requirement
  when 'must_view' then (select v.viewed_at from module_item_progress v where v.item_id = i.id and v.user_id = learner.id)
  when 'must_mark_done' then (select v.done_at from module_item_progress v where v.item_id = i.id and v.user_id = learner.id)
  when 'must_contribute' then coalesce(
  (select min(e.created_at) from discussion_topics x join discussion_entries e on e.topic_id = x.id
  where (x.id = i.topic_id or x.root_topic_id = i.topic_id) and e.user_id = learner.id and not e.deleted),
  (select min(r.created_at) from wiki_page_revisions r where r.page_id = i.page_id and r.editor_id = learner.id))
  when 'must_submit' then coalesce(
  (select case when s.submitted_at is not null then s.submitted_at when (s.graded_at is not null and not s.missing_grade) and not x.muted then s.graded_at end
  from submissions s join assignments x on x.id = s.assignment_id where s.assignment_id = content.assignment_id and s.user_id = learner.id),
  (select min(t.finished_at) from quiz_attempts t where t.quiz_id = i.quiz_id and t.user_id = learner.id and t.finished_at is not null))
  when 'min_score' then coalesce(
  (select s.graded_at from submissions s join assignments x on x.id = s.assignment_id
  where s.assignment_id = content.assignment_id and s.user_id = learner.id and s.score >= i.min_score and s.graded_at is not null and not x.muted),
  (select min(t.finished_at) from quiz_attempts t
  where t.quiz_id = i.quiz_id and content.assignment_id is null and t.user_id = learner.id and t.score >= i.min_score and t.finished_at is not null))
  end as met_at, case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
  coalesce(content.assignment_id, content.content_id) as of_id
  from module_items i cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) content where i.module_id = m.id and not i.deleted and content.is_shown offset 0) own on true
  where (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  counted as materialized (
  select module_id, student, waits_for, coalesce(unlock_at > $3::timestamptz, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
  count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
  from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
  select o.*, not o.early and not exists (select 1 from counted r
  where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
  from counted o),
  paths as (
  select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
  over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
  from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null),
  every_place as (
  select student, of_kind, of_id, module_id, module_position, position, item_id, early, held from paths where of_id is not null
  union all select learner.id, case when content.assignment_id is not null then 'Assignment' when content.content_id is not null then i.kind end as of_kind,
  coalesce(content.assignment_id, content.content_id) as of_id, m.id, m.position, i.position, i.id, false, true
  from (select given.course_id, given.students::int[] as students from unnest($1::int[], $2::text[]) as given(course_id, students)) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select id from concerned union select unnest(waits_for) from concerned))
  join courses c on c.id = m.course_id cross join unnest(place.students) learner(id)
  join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) content
  where content.content_id is not null and not (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  standing as (
  select of_kind, of_id, bool_and(held) as held, (array_agg(module_id order by module_position, position, item_id))[1] as module_id,
  (array_agg(early order by module_position, position, item_id))[1] as early
  from every_place group by of_kind, of_id)
  select m.id as "moduleId", m.name, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published, place.held, case when place.early then m.unlock_at end as "unlockAt"
  from (select standing.module_id, standing.item_id, bool_and(standing.held) as held, bool_and(standing.early) as early
  from every_place standing where standing.of_id = any(case standing.of_kind when 'Assignment' then $4::int[]
  when 'Quiz' then $5::int[] when 'Discussion' then $6::int[] when 'File' then $7::int[] else $8::int[] end) group by standing.module_id, standing.item_id) place
  join course_modules m on m.id = place.module_id join courses c on c.id = m.course_id
  order by m.position, place.item_id;

-- why_page (src/why/pages.ts)
-- takes $1 id int4
-- gives courseId int4?, groupId int4?, title text, isThere bool, isPublished bool
select w.course_id as "courseId", w.group_id as "groupId", w.title, not w.deleted as "isThere", w.published as "isPublished"
  from wiki_pages w where w.id = $1;

-- why_quiz (src/why/quizzes.ts)
-- takes $1 id int4
-- gives courseId int4, title text, isThere bool, isPublished bool, hasDrafts bool, ipFilter text?, assignmentId int4?
select q.course_id as "courseId", q.title, not q.deleted as "isThere", q.published as "isPublished", coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true) as "hasDrafts",
  q.ip_filter as "ipFilter", q.assignment_id as "assignmentId"
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
-- gives courseId int4?, groupId int4?, itemId int4?, title text, authorId int4, isThere bool, isPosted bool, lockedByHand bool
select t.course_id as "courseId", t.group_id as "groupId", t.collection_item_id as "itemId", t.title, t.user_id as "authorId",
  t.state <> 'deleted' as "isThere", t.state = 'active' as "isPosted", t.locked as "lockedByHand" from discussion_topics t where t.id = $1;
