-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- overrides_of_terms (src/areas/terms/overrides.ts)
-- takes $1 ids int4[]
-- gives termId int4, type enrollment_type, startAt timestamptz?, endAt timestamptz?
select o.term_id as "termId", o.type, o.start_at as "startAt", o.end_at as "endAt"
  from enrollment_term_overrides o where o.term_id = any($1::int[]) order by o.term_id, o.type;

-- enrollment_terms_of_set_held (src/areas/terms/period-sets.ts)
-- takes $1 rootAccountId int4, $2 setId int4, $3 ids int4[]
-- gives id int4
select t.id from enrollment_terms t where t.root_account_id = $1 and not t.deleted and (t.id = any($3::int[]) or t.grading_period_set_id = $2) order by t.id for no key update;

-- put_enrollment_terms_into_set (src/areas/terms/period-sets.ts)
-- takes $1 rootAccountId int4, $2 setId int4, $3 ids int4[], $4 now timestamptz
update enrollment_terms t set grading_period_set_id = case when t.id = any($3::int[]) then $2::int end,
  updated_at = $4 where t.root_account_id = $1 and not t.deleted and (t.id = any($3::int[]) or t.grading_period_set_id = $2);

-- courses_of_terms_counted (src/areas/terms/terms.ts)
-- takes $1 rootAccountId int4, $2 ids int4[]
-- gives id int4, count int4
select t.id, n.count from (select c.enrollment_term_id as id, count(*)::int as count from courses c
  where c.root_account_id = $1 and c.state <> 'deleted' group by c.enrollment_term_id) n
  join enrollment_terms t on t.root_account_id = $1 and (t.id = n.id or (n.id is null and t.is_default))
  where t.id = any($2::int[]);

-- enrollment_term (src/areas/terms/terms.ts)
-- takes $1 rootAccountId int4, $2 id int4?, $3 sis text?
-- gives id int4, name text, startAt timestamptz?, endAt timestamptz?, sisTermId text?, deleted bool, createdAt timestamptz, gradingPeriodSetId int4?, isDefault bool
select t.id, t.name, t.start_at as "startAt", t.end_at as "endAt", t.sis_term_id as "sisTermId", t.deleted, t.created_at as "createdAt",
  t.grading_period_set_id as "gradingPeriodSetId", t.is_default as "isDefault"
  from enrollment_terms t where t.root_account_id = $1 and not t.deleted and (t.id = $2 or t.sis_term_id = $3);

-- enrollment_term_held (src/areas/terms/terms.ts)
-- takes $1 rootAccountId int4, $2 id int4?, $3 sis text?
-- gives id int4, name text, startAt timestamptz?, endAt timestamptz?, sisTermId text?, deleted bool, createdAt timestamptz, gradingPeriodSetId int4?, isDefault bool
select t.id, t.name, t.start_at as "startAt", t.end_at as "endAt", t.sis_term_id as "sisTermId", t.deleted, t.created_at as "createdAt",
  t.grading_period_set_id as "gradingPeriodSetId", t.is_default as "isDefault"
  from enrollment_terms t where t.root_account_id = $1 and not t.deleted and (t.id = $2 or t.sis_term_id = $3) for update;

-- enrollment_term_in_use (src/areas/terms/terms.ts)
-- takes $1 id int4
-- gives inUse bool
select exists (select 1 from courses c where c.enrollment_term_id = $1 and c.state <> 'deleted') as "inUse";

-- enrollment_term_kept (src/areas/terms/terms.ts)
-- takes $1 rootAccountId int4, $2 id int4?, $3 sis text?
-- gives id int4, name text, startAt timestamptz?, endAt timestamptz?, sisTermId text?, deleted bool, createdAt timestamptz, gradingPeriodSetId int4?, isDefault bool
select t.id, t.name, t.start_at as "startAt", t.end_at as "endAt", t.sis_term_id as "sisTermId", t.deleted, t.created_at as "createdAt",
  t.grading_period_set_id as "gradingPeriodSetId", t.is_default as "isDefault"
  from enrollment_terms t where t.root_account_id = $1 and not t.deleted and (t.id = $2 or t.sis_term_id = $3) for key share;

-- enrollment_terms_of_account_first_11 (src/areas/terms/terms.ts)
-- takes $1 rootAccountId int4, $2 active bool, $3 deleted bool, $4 pattern text?
-- gives id int4, name text, startAt timestamptz?, endAt timestamptz?, sisTermId text?, deleted bool, createdAt timestamptz, gradingPeriodSetId int4?
select t.id, t.name, t.start_at as "startAt", t.end_at as "endAt", t.sis_term_id as "sisTermId", t.deleted, t.created_at as "createdAt",
  t.grading_period_set_id as "gradingPeriodSetId" from enrollment_terms t
  where t.root_account_id = $1 and case when t.deleted then $3::boolean else $2::boolean end
  and ($4::text is null or replace(lower(t.name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ')) order by t.id limit 11;
