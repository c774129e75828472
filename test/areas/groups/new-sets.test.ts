import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { made, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const Groups = z.array(z.looseObject({ name: z.string(), join_level: z.string(), members_count: z.int() }));
const make = (path: string, fields: Fields) => made(server.admin.post(`${path}/group_categories`, fields));
const groupsOf = async (id: number) => made(server.admin.get(`/group_categories/${id}/groups`, { per_page: 100 }), Groups);

// groups#49
test('a set is made together with its groups', async () => {
  const ofCourse = await make(`/courses/${at.course.id}`, { name: 'Project', create_group_count: 3 });
  expect(await groupsOf(ofCourse.id)).toMatchObject(
    [1, 2, 3].map((n) => ({
      name: `Project ${n}`,
      join_level: 'invitation_only',
      members_count: 0,
      course_id: at.course.id,
      group_category_id: ofCourse.id,
    })),
  );
  const ofAccount = await make(`/accounts/${at.subAccountId}`, { name: 'Team', self_signup: 'enabled', create_group_count: '1' });
  expect(await groupsOf(ofAccount.id)).toMatchObject([
    { name: 'Team 1', join_level: 'parent_context_auto_join', account_id: at.subAccountId },
  ]);
  for (const fields of [{}, { create_group_count: 0 }, { create_group_count: '' }])
    expect(await groupsOf((await make(`/courses/${at.course.id}`, { name: 'Empty', ...fields })).id)).toEqual([]);
  const long = await make(`/courses/${at.course.id}`, { name: 'é'.repeat(255), create_group_count: 10 });
  expect((await groupsOf(long.id)).map((row) => row.name).slice(-2)).toEqual([`${'é'.repeat(253)} 9`, `${'é'.repeat(252)} 10`]);
  const words = await make(`/courses/${at.course.id}`, { name: `${'é'.repeat(252)} b`, create_group_count: 1 });
  expect((await groupsOf(words.id)).map((row) => row.name)).toEqual([`${'é'.repeat(252)} 1`]);
});

// groups#49
test('a set of too many groups, or of no number, is not made', async () => {
  const path = `/courses/${at.course.id}/group_categories`;
  const before = (await server.admin.get(path, { per_page: 100 })).body.length;
  for (const create_group_count of [-1, 201, 'many'])
    expect(await server.admin.post(path, { name: 'No', create_group_count })).toMatchObject({
      status: 400,
      body: { errors: { create_group_count: [{ attribute: 'create_group_count' }] } },
    });
  expect((await server.admin.get(path, { per_page: 100 })).body.length).toBe(before);
});
