import { beforeAll, expect, test } from 'vitest';
import { MOST_IMPORTED } from '../../../src/areas/outcomes/importing.ts';
import { groupPath, outcome, outcomeGroup, rootGroup } from '../../helpers/outcomes.ts';
import { course } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const GROUPS = 10_000;
const LINKED = 1_000;

let place: string;
let courseId: number;
let root: number;
beforeAll(async () => {
  courseId = (await course(server)).id;
  place = `/courses/${courseId}`;
  root = await rootGroup(server, place);
});

/** Below this group so many more, a tenth of them right below, then nine in each, or one in the other; every group has one of the outcomes. */
async function grow(top: number, groups: number, shape: 'broad' | 'deep'): Promise<void> {
  const right = Math.max(groups / 10, 1);
  const parent = shape === 'broad' ? `case when n <= ${right} then 0 else (n - ${right} - 1) / 9 + 1 end` : 'n - 1';
  await server.database.pool.query(
    `with numbered as materialized (select n, case when n = 0 then $2::int else nextval(pg_get_serial_sequence('outcome_groups', 'id'))::int end as id
         from generate_series(0, $3::int) n),
       grown as (insert into outcome_groups (id, parent_id, root_account_id, course_id, title, sort_key) overriding system value
         select g.id, above.id, 1, $1, 'Group ' || g.n, 'group ' || g.n
         from numbered g join numbered above on above.n = ${parent.replaceAll(/\bn\b/g, 'g.n')} where g.n > 0),
       made as (insert into outcomes (root_account_id, course_id, title, sort_key)
         select 1, $1, 'Outcome ' || n, 'outcome ' || n from generate_series(1, least($3, ${LINKED})) n returning id, sort_key),
       counted as (select id, sort_key, row_number() over (order by id) as n from made)
     insert into outcome_links (group_id, outcome_id, sort_key)
     select g.id, o.id, o.sort_key from numbered g join counted o on o.n = g.n % least($3, ${LINKED}) + 1`,
    [courseId, top, groups],
  );
}

const count = async (): Promise<{ groups: number; outcomes: number; links: number }> => {
  const { rows } = await server.database.pool.query(
    `select (select count(*) from outcome_groups where course_id = $1 and not deleted) as groups,
       (select count(*) from outcomes where course_id = $1 and not deleted) as outcomes,
       (select count(*) from outcome_links l join outcome_groups g on g.id = l.group_id where g.course_id = $1) as links`,
    [courseId],
  );
  return rows[0];
};

/** How many statements reading a level, importing, moving and deleting send. */
async function measure(top: number): Promise<number[]> {
  const { id: target } = await outcomeGroup(server, place, root);
  const path = groupPath(place, top);
  await server.admin.get(path).expect(200);
  let copy = 0;
  return [
    await server.statements(() => server.admin.get(`${path}/subgroups`, { per_page: 100 }).expect(200)),
    await server.statements(async () => {
      const { body } = await server.admin.post(`${groupPath(place, target)}/import`, { source_outcome_group_id: top }).expect(200);
      copy = body.id;
    }),
    await server.statements(() => server.admin.put(groupPath(place, copy), { parent_outcome_group_id: root }).expect(200)),
    await server.statements(() => server.admin.delete(groupPath(place, copy)).expect(200)),
    await server.statements(() => server.admin.delete(path).expect(200)),
  ];
}

// outcomes#19
test.each(['broad', 'deep'] as const)(`a %s tree of ${GROUPS} groups takes as many statements as one of 2`, async (shape) => {
  const before = await count();
  const small = await outcomeGroup(server, place, root);
  await outcome(server, place, small.id);
  await grow(small.id, 2, shape);
  const few = await measure(small.id);
  const large = await outcomeGroup(server, place, root);
  await grow(large.id, GROUPS, shape);
  const grown = await count();
  expect(grown.groups).toBeGreaterThan(before.groups + GROUPS);
  expect(grown.links).toBe(before.links + GROUPS + 1);
  expect(await measure(large.id)).toEqual(few);
  const after = await count();
  // The groups that were imported into.
  expect(after).toEqual({ ...before, groups: before.groups + 2 });
});

// outcomes#33
test('a group that doubles with each import is imported no more once it holds more than the most', async () => {
  const top = await outcomeGroup(server, place, root);
  const { id } = await outcomeGroup(server, place, top.id);
  await grow(id, MOST_IMPORTED / 2 - 10, 'broad');
  const bring = (target: number, source: number) =>
    server.admin.post(`${groupPath(place, target)}/import`, { source_outcome_group_id: source });
  await bring(top.id, id).expect(200);
  const before = await count();
  const { status, body } = await bring(root, top.id);
  expect({ status, body }).toMatchObject({ status: 400, body: { errors: { source_outcome_group_id: [{ type: 'too_long' }] } } });
  expect(await count()).toEqual(before);
});

// outcomes#10
test('its copy has all of it, level by level', async () => {
  const { id } = await outcomeGroup(server, place, root);
  await grow(id, GROUPS, 'broad');
  const { id: target } = await outcomeGroup(server, place, root);
  const before = await count();
  const { body } = await server.admin.post(`${groupPath(place, target)}/import`, { source_outcome_group_id: id }).expect(200);
  const { groups, outcomes, links } = await count();
  expect([groups, outcomes, links]).toEqual([before.groups + GROUPS + 1, before.outcomes, before.links + GROUPS + 1]);
  const seen: string[] = [];
  for (let next = `${groupPath(place, body.id)}/subgroups?per_page=100`; next !== ''; ) {
    const level = await server.admin.get(next).expect(200);
    seen.push(...level.body.map((one: { title: string }) => one.title));
    next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(level.headers['link'] ?? '')?.[1] ?? '';
  }
  expect(seen).toHaveLength(GROUPS / 10);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(seen.toSorted());
});
