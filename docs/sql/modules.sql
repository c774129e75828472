-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- assignment_for_module (src/areas/modules/content.ts)
-- takes $1 courseId int4, $2 id int4
-- gives assignmentId int4?
select a.id as "assignmentId" from assignments a where a.id = $2 and a.course_id = $1 and not a.deleted;

-- file_for_module (src/areas/modules/content.ts)
-- takes $1 courseId int4, $2 id int4
-- gives assignmentId int4?
select null::int as "assignmentId" from attachments f where f.id = $2 and f.course_id = $1 and not f.deleted;

-- page_for_module (src/areas/modules/content.ts)
-- takes $1 courseId int4, $2 id int4
-- gives assignmentId int4?
select null::int as "assignmentId" from wiki_pages w where w.id = $2 and (not w.deleted and w.course_id = $1);

-- quiz_for_module (src/areas/modules/content.ts)
-- takes $1 courseId int4, $2 id int4
-- gives assignmentId int4?
select q.assignment_id as "assignmentId" from quizzes q where q.id = $2 and q.course_id = $1 and not q.deleted;

-- topic_for_module (src/areas/modules/content.ts)
-- takes $1 courseId int4, $2 id int4
-- gives assignmentId int4?
select t.assignment_id as "assignmentId" from discussion_topics t
  where t.id = $2 and t.course_id = $1 and t.state <> 'deleted' and not t.is_announcement;

-- progress_of_student_in_courses (src/areas/modules/course-progress.ts)
-- takes $1 courseIds int4[], $2 studentId int4, $3 now timestamptz
-- gives courseId int4, asked int4, met int4, metAt timestamptz?, nextItemId int4?
with steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select c.id as course_id, array[$2::int] as students from courses c
  where c.id = any($1::int[]) and exists (select 1 from enrollments e where e.course_id = c.id and e.user_id = $2 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) place join course_modules m on m.course_id = place.course_id and not m.deleted
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
  end as met_at
  from module_items i left join lateral (select own.* from (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) own where i.requirement is not null offset 0) content on true
  where i.module_id = m.id and not i.deleted and (i.requirement is null or content.is_shown) offset 0) own on true
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
  following as materialized (select distinct on (own.course_id) own.course_id, w.item_id
  from paths w join course_modules own on own.id = w.module_id where w.asked and w.met_at is null and not w.held
  order by own.course_id, w.module_position, own.id, w.position, w.item_id)
  select m.course_id as "courseId", sum(g.asked)::int as asked, sum(g.met)::int as met, max(g.met_at) as "metAt",
  (select f.item_id from following f where f.course_id = m.course_id) as "nextItemId"
  from stages g join course_modules m on m.id = g.module_id group by m.course_id having sum(g.asked) > 0;

-- module_item_progress_noted (src/areas/modules/items.ts)
-- takes $1 itemId int4, $2 userId int4, $3 viewedAt timestamptz?, $4 doneAt timestamptz?
insert into module_item_progress as v (item_id, user_id, viewed_at, done_at)
  values ($1, $2, $3::timestamptz, $4::timestamptz)
  on conflict (item_id, user_id) do update set viewed_at = coalesce(v.viewed_at, excluded.viewed_at), done_at = coalesce(v.done_at, excluded.done_at);

-- places_among_module_items_for_staff (src/areas/modules/neighbours.ts)
-- takes $1 courseId int4, $2 itemId int4, $3 assignments int4[], $4 quizzes int4[], $5 topics int4[], $6 files int4[], $7 pages int4[]
-- gives id int4, moduleId int4, prevId int4?, prevModuleId int4?, nextId int4?, nextModuleId int4?
with at as materialized (select i.id, i.position, m.id as module_id, m.position as module_position, m.course_id
  from (select i.* from module_items i where i.id = $2 union all select i.* from (select i.* from module_items i where i.assignment_id = any($3::int[]) union all select i.* from quizzes x join module_items i on i.quiz_id = x.id where x.assignment_id = any($3::int[]) union all select i.* from discussion_topics x join module_items i on i.topic_id = x.id where x.assignment_id = any($3::int[]) union all select i.* from module_items i where i.quiz_id = any($4::int[]) union all select i.* from module_items i where i.topic_id = any($5::int[]) union all select i.* from module_items i where i.file_id = any($6::int[]) union all select i.* from module_items i where i.page_id = any($7::int[])) i) i
  join course_modules m on m.id = i.module_id join courses c on c.id = m.course_id
  where m.course_id = $1 and not m.deleted  and not i.deleted and i.kind <> 'SubHeader' and case i.kind when 'Assignment' then (select one.is_there from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end
  order by m.position, m.id, i.position, i.id limit 10)
  select at.id, at.module_id as "moduleId", prev.id as "prevId", prev.module_id as "prevModuleId", next.id as "nextId",
  next.module_id as "nextModuleId"
  from at left join lateral (select one.id, m.id as module_id
  from course_modules m join courses c on c.id = m.course_id
  cross join lateral (select i.id from module_items i
  where i.module_id = m.id and not i.deleted and i.kind <> 'SubHeader' and case i.kind when 'Assignment' then (select one.is_there from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end and (m.id <> at.module_id or (i.position, i.id) < (at.position, at.id))
  order by i.position desc, i.id desc limit 1) one
  where m.course_id = at.course_id and (m.position, m.id) <= (at.module_position, at.module_id) and not m.deleted
  order by m.position desc, m.id desc limit 1) prev on true left join lateral (select one.id, m.id as module_id
  from course_modules m join courses c on c.id = m.course_id
  cross join lateral (select i.id from module_items i
  where i.module_id = m.id and not i.deleted and i.kind <> 'SubHeader' and case i.kind when 'Assignment' then (select one.is_there from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end and (m.id <> at.module_id or (i.position, i.id) > (at.position, at.id))
  order by i.position asc, i.id asc limit 1) one
  where m.course_id = at.course_id and (m.position, m.id) >= (at.module_position, at.module_id) and not m.deleted
  order by m.position asc, m.id asc limit 1) next on true
  order by at.module_position, at.module_id, at.position, at.id;

-- places_among_module_items_for_student (src/areas/modules/neighbours.ts)
-- takes $1 courseId int4, $2 itemId int4, $3 assignments int4[], $4 quizzes int4[], $5 topics int4[], $6 files int4[], $7 pages int4[]
-- gives id int4, moduleId int4, prevId int4?, prevModuleId int4?, nextId int4?, nextModuleId int4?
with at as materialized (select i.id, i.position, m.id as module_id, m.position as module_position, m.course_id
  from (select i.* from module_items i where i.id = $2 union all select i.* from (select i.* from module_items i where i.assignment_id = any($3::int[]) union all select i.* from quizzes x join module_items i on i.quiz_id = x.id where x.assignment_id = any($3::int[]) union all select i.* from discussion_topics x join module_items i on i.topic_id = x.id where x.assignment_id = any($3::int[]) union all select i.* from module_items i where i.quiz_id = any($4::int[]) union all select i.* from module_items i where i.topic_id = any($5::int[]) union all select i.* from module_items i where i.file_id = any($6::int[]) union all select i.* from module_items i where i.page_id = any($7::int[])) i) i
  join course_modules m on m.id = i.module_id join courses c on c.id = m.course_id
  where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and not i.deleted and i.kind <> 'SubHeader' and case i.kind when 'Assignment' then (select one.is_there and one.is_shown from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there and one.is_shown from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there and one.is_shown from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end
  order by m.position, m.id, i.position, i.id limit 10)
  select at.id, at.module_id as "moduleId", prev.id as "prevId", prev.module_id as "prevModuleId", next.id as "nextId",
  next.module_id as "nextModuleId"
  from at left join lateral (select one.id, m.id as module_id
  from course_modules m join courses c on c.id = m.course_id
  cross join lateral (select i.id from module_items i
  where i.module_id = m.id and not i.deleted and i.kind <> 'SubHeader' and case i.kind when 'Assignment' then (select one.is_there and one.is_shown from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there and one.is_shown from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there and one.is_shown from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end and (m.id <> at.module_id or (i.position, i.id) < (at.position, at.id))
  order by i.position desc, i.id desc limit 1) one
  where m.course_id = at.course_id and (m.position, m.id) <= (at.module_position, at.module_id) and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))
  order by m.position desc, m.id desc limit 1) prev on true left join lateral (select one.id, m.id as module_id
  from course_modules m join courses c on c.id = m.course_id
  cross join lateral (select i.id from module_items i
  where i.module_id = m.id and not i.deleted and i.kind <> 'SubHeader' and case i.kind when 'Assignment' then (select one.is_there and one.is_shown from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there and one.is_shown from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there and one.is_shown from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end and (m.id <> at.module_id or (i.position, i.id) > (at.position, at.id))
  order by i.position asc, i.id asc limit 1) one
  where m.course_id = at.course_id and (m.position, m.id) >= (at.module_position, at.module_id) and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))
  order by m.position asc, m.id asc limit 1) next on true
  order by at.module_position, at.module_id, at.position, at.id;

-- course_can_gate (src/areas/modules/ordering.ts)
-- takes $1 courseId int4
-- gives gated bool
select exists (select 1 from course_modules m where m.course_id = $1 and not m.deleted
  and (not m.published or m.unlock_at is not null or m.require_sequential_progress or m.prerequisite_ids <> '{}'
  or exists (select 1 from module_items i where i.module_id = m.id and not i.deleted and i.requirement = 'must_view'))) as gated;

-- module_items_in_order (src/areas/modules/ordering.ts)
-- takes $1 moduleId int4
-- gives id int4
select i.id from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id
  where m.id = $1 and not i.deleted and case i.kind when 'Assignment' then (select one.is_there from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end order by i.position, i.id;

-- modules_in_order (src/areas/modules/ordering.ts)
-- takes $1 courseId int4
-- gives id int4, prerequisiteIds int4[]
select id, prerequisite_ids as "prerequisiteIds" from course_modules where course_id = $1 and not deleted order by position, id;

-- renumber_module_items (src/areas/modules/ordering.ts)
-- takes $1 ids int4[], $2 moduleId int4
update module_items i set position = n.position, module_id = $2
  from unnest($1::int[]) with ordinality as n(id, position) where i.id = n.id;

-- renumber_modules (src/areas/modules/ordering.ts)
-- takes $1 ids int4[], $2 prerequisites text[], $3 waits text[], $4 now timestamptz
update course_modules m set position = n.position, prerequisite_ids = n.prerequisites::int[], waits_for = n.waits::int[], updated_at = $4
  from unnest($1::int[], $2::text[], $3::text[]) with ordinality as n(id, prerequisites, waits, position)
  where m.id = n.id and (m.position, m.prerequisite_ids, m.waits_for) is distinct from (n.position, n.prerequisites::int[], n.waits::int[]);

-- module_items_held_from_students (src/areas/modules/progress.ts)
-- takes $1 courseId int4, $2 now timestamptz, $3 moduleIds int4[], $4 students int4[]
-- gives itemId int4, moduleName text, unlockAt timestamptz?
with steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select $1::int as course_id, $4::int[] as students) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select unnest(asked.waits_for || asked.id) from course_modules asked where asked.id = any($3::int[])))
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
  end as met_at
  from module_items i left join lateral (select own.* from (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) own where i.requirement is not null offset 0) content on true
  where i.module_id = m.id and not i.deleted and (i.requirement is null or content.is_shown) offset 0) own on true
  where (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  counted as materialized (
  select module_id, student, waits_for, coalesce(unlock_at > $2::timestamptz, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
  count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
  from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
  select o.*, not o.early and not exists (select 1 from counted r
  where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
  from counted o),
  paths as (
  select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
  over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
  from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null)
  select w.item_id as "itemId", w.module_name as "moduleName", case when w.early then w.unlock_at end as "unlockAt"
  from paths w where w.module_id = any($3::int[])
  group by w.item_id, w.module_name, w.early, w.unlock_at having bool_and(w.held);

-- module_progress_of_student (src/areas/modules/progress.ts)
-- takes $1 courseId int4, $2 now timestamptz, $3 moduleIds int4[], $4 studentId int4
-- gives moduleId int4, open bool, done bool, asked int4, met int4, metAt timestamptz?, itemId int4?, itemMetAt timestamptz?, held bool?, moduleName text?, unlockAt timestamptz?
with steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select $1::int as course_id, array[$4::int] as students) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select unnest(asked.waits_for || asked.id) from course_modules asked where asked.id = any($3::int[])))
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
  end as met_at
  from module_items i left join lateral (select own.* from (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) own where i.requirement is not null offset 0) content on true
  where i.module_id = m.id and not i.deleted and (i.requirement is null or content.is_shown) offset 0) own on true
  where (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  counted as materialized (
  select module_id, student, waits_for, coalesce(unlock_at > $2::timestamptz, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
  count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
  from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
  select o.*, not o.early and not exists (select 1 from counted r
  where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
  from counted o),
  paths as (
  select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
  over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
  from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null)
  select g.module_id as "moduleId", g.open, g.done, g.asked, g.met, g.met_at as "metAt", w.item_id as "itemId", w.met_at as "itemMetAt", w.held, w.module_name as "moduleName",
  case when w.early then w.unlock_at end as "unlockAt"
  from stages g left join paths w on w.module_id = g.module_id where g.module_id = any($3::int[]);

-- module_stages_of_student (src/areas/modules/progress.ts)
-- takes $1 courseId int4, $2 now timestamptz, $3 moduleIds int4[], $4 studentId int4
-- gives moduleId int4, open bool, done bool, asked int4, met int4, metAt timestamptz?
with steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select $1::int as course_id, array[$4::int] as students) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select unnest(asked.waits_for || asked.id) from course_modules asked where asked.id = any($3::int[])))
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
  end as met_at
  from module_items i left join lateral (select own.* from (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) own where i.requirement is not null offset 0) content on true
  where i.module_id = m.id and not i.deleted and (i.requirement is null or content.is_shown) offset 0) own on true
  where (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  counted as materialized (
  select module_id, student, waits_for, coalesce(unlock_at > $2::timestamptz, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
  count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
  from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
  select o.*, not o.early and not exists (select 1 from counted r
  where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
  from counted o),
  paths as (
  select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
  over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
  from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null) select g.module_id as "moduleId", g.open, g.done, g.asked, g.met, g.met_at as "metAt" from stages g where g.module_id = any($3::int[]);

-- module_content_to_view (src/areas/modules/relations.ts)
-- takes $1 courseId int4, $2 studentId int4, $3 assignments int4[], $4 quizzes int4[], $5 topics int4[], $6 files int4[], $7 pages int4[]
-- gives asks bool
select exists (select i.id, i.module_id, i.deleted
  from (select i.* from module_items i where i.assignment_id = any($3::int[]) union all select i.* from quizzes x join module_items i on i.quiz_id = x.id where x.assignment_id = any($3::int[]) union all select i.* from discussion_topics x join module_items i on i.topic_id = x.id where x.assignment_id = any($3::int[]) union all select i.* from module_items i where i.quiz_id = any($4::int[]) union all select i.* from module_items i where i.topic_id = any($5::int[]) union all select i.* from module_items i where i.file_id = any($6::int[]) union all select i.* from module_items i where i.page_id = any($7::int[])) i join course_modules m on m.id = i.module_id
  where m.course_id = $1 and not m.deleted and not i.deleted and i.requirement = 'must_view'
  and not exists (select 1 from module_item_progress v where v.item_id = i.id and v.user_id = $2 and v.viewed_at is not null)) as asks;

-- module_content_viewed (src/areas/modules/relations.ts)
-- takes $1 courseId int4, $2 studentId int4, $3 assignments int4[], $4 quizzes int4[], $5 topics int4[], $6 files int4[], $7 pages int4[], $8 now timestamptz
with asking as materialized (select i.id, i.module_id, i.deleted
  from (select i.* from module_items i where i.assignment_id = any($3::int[]) union all select i.* from quizzes x join module_items i on i.quiz_id = x.id where x.assignment_id = any($3::int[]) union all select i.* from discussion_topics x join module_items i on i.topic_id = x.id where x.assignment_id = any($3::int[]) union all select i.* from module_items i where i.quiz_id = any($4::int[]) union all select i.* from module_items i where i.topic_id = any($5::int[]) union all select i.* from module_items i where i.file_id = any($6::int[]) union all select i.* from module_items i where i.page_id = any($7::int[])) i join course_modules m on m.id = i.module_id
  where m.course_id = $1 and not m.deleted and not i.deleted and i.requirement = 'must_view'
  and not exists (select 1 from module_item_progress v where v.item_id = i.id and v.user_id = $2 and v.viewed_at is not null)), concerned as materialized (select m.id, m.waits_for from course_modules m
  where not m.deleted and m.id in (select i.module_id from asking i where not i.deleted)),
  steps as materialized (
  select m.id as module_id, m.name as module_name, m.position as module_position, m.unlock_at, m.waits_for, m.require_sequential_progress as in_order,
  learner.id as student, own.*
  from (select $1::int as course_id, array[$2::int] as students) place join course_modules m on m.course_id = place.course_id and not m.deleted and m.id = any(array(select id from concerned union select unnest(waits_for) from concerned))
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
  end as met_at
  from module_items i left join lateral (select own.* from (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id union all select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id union all select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id union all select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id union all select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader' union all select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug) where one.is_there) own where i.requirement is not null offset 0) content on true
  where i.module_id = m.id and not i.deleted and (i.requirement is null or content.is_shown) offset 0) own on true
  where (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true))),
  counted as materialized (
  select module_id, student, waits_for, coalesce(unlock_at > $8::timestamptz, false) as early, not coalesce(bool_or(asked and met_at is null), false) as done,
  count(*) filter (where asked) as asked, count(*) filter (where asked and met_at is not null) as met, max(met_at) filter (where asked) as met_at
  from steps group by module_id, student, waits_for, unlock_at),
  stages as materialized (
  select o.*, not o.early and not exists (select 1 from counted r
  where r.student = o.student and r.module_id = any(o.waits_for) and (r.early or not r.done)) as open
  from counted o),
  paths as (
  select steps.*, stages.early, not stages.open or (steps.in_order and coalesce(bool_or(steps.asked and steps.met_at is null)
  over (partition by steps.student, steps.module_id order by steps.position, steps.item_id rows between unbounded preceding and 1 preceding), false)) as held
  from steps join stages on stages.module_id = steps.module_id and stages.student = steps.student where steps.item_id is not null)
  insert into module_item_progress as v (item_id, user_id, viewed_at) select asking.id, $2::int, $8::timestamptz
  from paths join asking on asking.id = paths.item_id where not paths.held
  on conflict (item_id, user_id) do update set viewed_at = coalesce(v.viewed_at, excluded.viewed_at);

-- bare_modules_for_staff_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  m.prerequisite_ids as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted  order by m.position, m.id limit 11) m join courses c on c.id = m.course_id order by m.position, m.id;

-- bare_modules_for_student_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  case when m.prerequisite_ids = '{}' then '{}' else array(select r.id from unnest(m.prerequisite_ids) with ordinality as asked(id, nth)
  join course_modules r on r.id = asked.id and (r.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) order by asked.nth) end as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) order by m.position, m.id limit 11) m join courses c on c.id = m.course_id order by m.position, m.id;

-- bare_modules_named_for_staff_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 pattern text
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  m.prerequisite_ids as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted  and replace(lower(m.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') order by m.position, m.id limit 11) m join courses c on c.id = m.course_id order by m.position, m.id;

-- bare_modules_named_for_student_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 pattern text
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  case when m.prerequisite_ids = '{}' then '{}' else array(select r.id from unnest(m.prerequisite_ids) with ordinality as asked(id, nth)
  join course_modules r on r.id = asked.id and (r.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) order by asked.nth) end as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and replace(lower(m.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') order by m.position, m.id limit 11) m join courses c on c.id = m.course_id order by m.position, m.id;

-- items_of_modules_for_staff (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 moduleIds int4[]
-- gives id int4, moduleId int4, kind module_item_kind, position int4, indent int4, title text, contentId int4?, assignmentId int4?, slug text?, url text?, newTab bool, published bool, requirement module_requirement?, minScore float8?, points float8?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, moduleHolds bool, ofAll int4
select i.id, i."moduleId", i.kind, i.position, i.indent, i.title, i."contentId", i."assignmentId", i.slug, i.url, i."newTab", i.published, i.requirement, i."minScore", i.points, i."dueAt", i."unlockAt", i."lockAt", i."moduleHolds", i."ofAll" from (select i.*, count(*) over (partition by i."moduleId") as "ofAll",
  row_number() over (partition by i."moduleId" order by i.position) as nth
  from (select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
  i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
  i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
  content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
  m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
  row_number() over (partition by m.id order by i.position, i.id) as place
  from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
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
  where m.course_id = $1 and not m.deleted  and m.id = any($2::int[])) i
  where true ) i) i
  where i."ofAll" <= 200 or i.nth = 1 order by i."moduleId", i.position;

-- items_of_modules_for_student (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 moduleIds int4[]
-- gives id int4, moduleId int4, kind module_item_kind, position int4, indent int4, title text, contentId int4?, assignmentId int4?, slug text?, url text?, newTab bool, published bool, requirement module_requirement?, minScore float8?, points float8?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, moduleHolds bool, ofAll int4
select i.id, i."moduleId", i.kind, i.position, i.indent, i.title, i."contentId", i."assignmentId", i.slug, i.url, i."newTab", i.published, i.requirement, i."minScore", i.points, i."dueAt", i."unlockAt", i."lockAt", i."moduleHolds", i."ofAll" from (select i.*, count(*) over (partition by i."moduleId") as "ofAll",
  row_number() over (partition by i."moduleId" order by i.position) as nth
  from (select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
  i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
  i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
  content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
  m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
  row_number() over (partition by m.id order by i.position, i.id) as place
  from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
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
  where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and m.id = any($2::int[])) i
  where true and i.is_shown) i) i
  where i."ofAll" <= 200 or i.nth = 1 order by i."moduleId", i.position;

-- module_is_there_for_staff (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 id int4
-- gives id int4
select m.id from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted  and m.id = $2;

-- module_is_there_for_student (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 id int4
-- gives id int4
select m.id from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and m.id = $2;

-- module_items_by_ids_for_staff (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 moduleIds int4[], $3 ids int4[]
-- gives id int4, moduleId int4, kind module_item_kind, position int4, indent int4, title text, contentId int4?, assignmentId int4?, slug text?, url text?, newTab bool, published bool, requirement module_requirement?, minScore float8?, points float8?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, moduleHolds bool
select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
  i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
  i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
  content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
  m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
  row_number() over (partition by m.id order by i.position, i.id) as place
  from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
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
  where m.course_id = $1 and not m.deleted  and m.id = any($2::int[])) i
  where true  and i.id = any($3::int[]);

-- module_items_by_ids_for_student (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 moduleIds int4[], $3 ids int4[]
-- gives id int4, moduleId int4, kind module_item_kind, position int4, indent int4, title text, contentId int4?, assignmentId int4?, slug text?, url text?, newTab bool, published bool, requirement module_requirement?, minScore float8?, points float8?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, moduleHolds bool
select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
  i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
  i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
  content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
  m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
  row_number() over (partition by m.id order by i.position, i.id) as place
  from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
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
  where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and m.id = any($2::int[])) i
  where true and i.is_shown and i.id = any($3::int[]);

-- module_items_for_staff_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 moduleId int4
-- gives id int4, moduleId int4, kind module_item_kind, position int4, indent int4, title text, contentId int4?, assignmentId int4?, slug text?, url text?, newTab bool, published bool, requirement module_requirement?, minScore float8?, points float8?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, moduleHolds bool
select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
  i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
  i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
  content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
  m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
  row_number() over (partition by m.id order by i.position, i.id) as place
  from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
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
  where m.course_id = $1 and not m.deleted  and m.id = $2) i
  where true  order by i.module_position, i.module_id, i.place limit 11;

-- module_items_for_student_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 moduleId int4
-- gives id int4, moduleId int4, kind module_item_kind, position int4, indent int4, title text, contentId int4?, assignmentId int4?, slug text?, url text?, newTab bool, published bool, requirement module_requirement?, minScore float8?, points float8?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, moduleHolds bool
select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
  i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
  i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
  content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
  m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
  row_number() over (partition by m.id order by i.position, i.id) as place
  from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
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
  where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and m.id = $2) i
  where true and i.is_shown order by i.module_position, i.module_id, i.place limit 11;

-- module_items_named_for_staff_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 moduleId int4, $3 pattern text
-- gives id int4, moduleId int4, kind module_item_kind, position int4, indent int4, title text, contentId int4?, assignmentId int4?, slug text?, url text?, newTab bool, published bool, requirement module_requirement?, minScore float8?, points float8?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, moduleHolds bool
select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
  i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
  i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
  content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
  m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
  row_number() over (partition by m.id order by i.position, i.id) as place
  from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
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
  where m.course_id = $1 and not m.deleted  and m.id = $2) i
  where true  and replace(lower(i.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') order by i.module_position, i.module_id, i.place limit 11;

-- module_items_named_for_student_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 moduleId int4, $3 pattern text
-- gives id int4, moduleId int4, kind module_item_kind, position int4, indent int4, title text, contentId int4?, assignmentId int4?, slug text?, url text?, newTab bool, published bool, requirement module_requirement?, minScore float8?, points float8?, dueAt timestamptz?, unlockAt timestamptz?, lockAt timestamptz?, moduleHolds bool
select i.id, i.module_id as "moduleId", i.kind, i.place as position, i.indent,
  i.name as title, i.content_id as "contentId", i.assignment_id as "assignmentId", i.slug, i.url, i.new_tab as "newTab", i.is_shown as published,
  i.requirement, i.min_score as "minScore", i.points, i.due_at as "dueAt", i.unlock_at as "unlockAt", i.lock_at as "lockAt", i.holds as "moduleHolds"
  from (select i.id, i.module_id, i.kind, i.indent, coalesce(i.title, content.title, '') as name, content.content_id, content.assignment_id, content.slug, i.url, i.new_tab,
  content.is_shown, i.requirement, i.min_score, content.points, content.due_at, content.unlock_at, content.lock_at, m.position as module_position,
  m.require_sequential_progress or m.unlock_at is not null or m.waits_for <> '{}' as holds,
  row_number() over (partition by m.id order by i.position, i.id) as place
  from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id and not i.deleted cross join lateral (select * from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
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
  where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and m.id = $2) i
  where true and i.is_shown and replace(lower(i.name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') order by i.module_position, i.module_id, i.place limit 11;

-- modules_by_ids_for_staff (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 ids int4[]
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool, itemsCount int4, asks bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  m.prerequisite_ids as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published, own.items as "itemsCount", own.asks
  from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted  and m.id = any($2::int[])) m join courses c on c.id = m.course_id
  cross join lateral (select count(*) as items, coalesce(bool_or(i.requirement is not null), false) as asks
  from module_items i where i.module_id = m.id and not i.deleted and case i.kind when 'Assignment' then (select one.is_there from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end) own order by m.position, m.id;

-- modules_by_ids_for_student (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 ids int4[]
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool, itemsCount int4, asks bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  case when m.prerequisite_ids = '{}' then '{}' else array(select r.id from unnest(m.prerequisite_ids) with ordinality as asked(id, nth)
  join course_modules r on r.id = asked.id and (r.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) order by asked.nth) end as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published, own.items as "itemsCount", own.asks
  from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and m.id = any($2::int[])) m join courses c on c.id = m.course_id
  cross join lateral (select count(*) as items, coalesce(bool_or(i.requirement is not null), false) as asks
  from module_items i where i.module_id = m.id and not i.deleted and case i.kind when 'Assignment' then (select one.is_there and one.is_shown from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there and one.is_shown from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there and one.is_shown from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end) own order by m.position, m.id;

-- modules_for_staff_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool, itemsCount int4, asks bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  m.prerequisite_ids as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published, own.items as "itemsCount", own.asks
  from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted  order by m.position, m.id limit 11) m join courses c on c.id = m.course_id
  cross join lateral (select count(*) as items, coalesce(bool_or(i.requirement is not null), false) as asks
  from module_items i where i.module_id = m.id and not i.deleted and case i.kind when 'Assignment' then (select one.is_there from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end) own order by m.position, m.id;

-- modules_for_student_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool, itemsCount int4, asks bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  case when m.prerequisite_ids = '{}' then '{}' else array(select r.id from unnest(m.prerequisite_ids) with ordinality as asked(id, nth)
  join course_modules r on r.id = asked.id and (r.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) order by asked.nth) end as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published, own.items as "itemsCount", own.asks
  from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) order by m.position, m.id limit 11) m join courses c on c.id = m.course_id
  cross join lateral (select count(*) as items, coalesce(bool_or(i.requirement is not null), false) as asks
  from module_items i where i.module_id = m.id and not i.deleted and case i.kind when 'Assignment' then (select one.is_there and one.is_shown from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there and one.is_shown from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there and one.is_shown from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end) own order by m.position, m.id;

-- modules_named_for_staff_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 pattern text
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool, itemsCount int4, asks bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  m.prerequisite_ids as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published, own.items as "itemsCount", own.asks
  from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted  and replace(lower(m.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') order by m.position, m.id limit 11) m join courses c on c.id = m.course_id
  cross join lateral (select count(*) as items, coalesce(bool_or(i.requirement is not null), false) as asks
  from module_items i where i.module_id = m.id and not i.deleted and case i.kind when 'Assignment' then (select one.is_there from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end) own order by m.position, m.id;

-- modules_named_for_student_first_11 (src/areas/modules/rows.ts)
-- takes $1 courseId int4, $2 pattern text
-- gives id int4, name text, position int4, unlockAt timestamptz?, requireSequentialProgress bool, prerequisiteIds int4[], waits bool, published bool, itemsCount int4, asks bool
select m.id, m.name, m.position, m.unlock_at as "unlockAt", m.require_sequential_progress as "requireSequentialProgress",
  case when m.prerequisite_ids = '{}' then '{}' else array(select r.id from unnest(m.prerequisite_ids) with ordinality as asked(id, nth)
  join course_modules r on r.id = asked.id and (r.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) order by asked.nth) end as "prerequisiteIds", m.waits_for <> '{}' as waits, (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) as published, own.items as "itemsCount", own.asks
  from (select m.* from course_modules m join courses c on c.id = m.course_id where m.course_id = $1 and not m.deleted and (m.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)) and replace(lower(m.name), 'ς', 'σ') like replace(lower($2::text), 'ς', 'σ') order by m.position, m.id limit 11) m join courses c on c.id = m.course_id
  cross join lateral (select count(*) as items, coalesce(bool_or(i.requirement is not null), false) as asks
  from module_items i where i.module_id = m.id and not i.deleted and case i.kind when 'Assignment' then (select one.is_there and one.is_shown from (select x.id, x.name, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from assignments x where i.kind = 'Assignment' and x.id = i.assignment_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Quiz' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (x.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), x.assignment_id, x.points_possible, x.due_at, x.unlock_at, x.lock_at, null
  from quizzes x where i.kind = 'Quiz' and x.id = i.quiz_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Discussion' then (select one.is_there and one.is_shown from (select x.id, x.title, x.state <> 'deleted', x.state = 'active', x.assignment_id, null, null, null, x.lock_at, null
  from discussion_topics x where i.kind = 'Discussion' and x.id = i.topic_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'File' then (select one.is_there and one.is_shown from (select f.id, f.display_name, not f.deleted, not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))), null, null, null, null, null, null
  from attachments f join folders fo on fo.id = f.folder_id where i.kind = 'File' and f.id = i.file_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'Page' then (select one.is_there and one.is_shown from (select x.id, x.title, not x.deleted, (not x.deleted and x.published), null, null, null, null, null, x.url
  from wiki_pages x where i.kind = 'Page' and x.id = i.page_id) one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'SubHeader' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'SubHeader') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) when 'ExternalUrl' then (select one.is_there and one.is_shown from (select null, i.title, true, (i.published or not coalesce((select (above.settings ->> 'enable_draft')::boolean from accounts own join accounts above on above.id = any(own.chain)
  where own.id = c.account_id and above.settings ? 'enable_draft' order by cardinality(above.chain) desc limit 1), true)), null, null, null, null, null, null where i.kind = 'ExternalUrl') one(content_id, title, is_there, is_shown, assignment_id, points, due_at, unlock_at, lock_at, slug)) end) own order by m.position, m.id;

-- quizzes_of_items_unlocked (src/areas/modules/rows.ts)
-- takes $1 quizIds int4[], $2 students int4[]
-- gives id int4
select q.id from unnest($1::int[]) as q(id) where exists (select 1 from quiz_extensions x where x.quiz_id = q.id and x.user_id = any($2::int[]) and x.manually_unlocked);
