import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { made, person, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });
let at: School;
let groupId: number;
beforeAll(async () => {
  at = await school(server);
  const set = await made(at.teacher.client.post(`/courses/${at.course.id}/group_categories`, { name: unique('Set') }), Made);
  groupId = (await made(at.teacher.client.post(`/group_categories/${set.id}/groups`, { name: unique('Group') }), Made)).id;
  await at.teacher.client.post(`/groups/${groupId}/memberships`, { user_id: at.student.id }).expect(200);
});

const MESSY = '<p onclick="go()">Small<script>run()</script> <b>cells</b> <a href="javascript:run()">here</a></p>';

describe.each(['courses', 'groups'] as const)('a preview in %s', (kind) => {
  const path = () => `/${kind}/${kind === 'courses' ? at.course.id : groupId}`;

  // pages#27
  test('is what a page would be kept as, and makes no page', async () => {
    const pages = async () => (await at.teacher.client.get(`${path()}/pages`).expect(200)).body.length;
    const before = await pages();
    const { body } = await at.student.client.post(`${path()}/preview_html`, { html: MESSY }).expect(200);
    expect(body).toEqual({ html: '<p>Small <b>cells</b> <a>here</a></p>' });
    expect(await pages()).toBe(before);
    const wiki_page = { title: unique('Page'), body: MESSY };
    const page = await made(at.teacher.client.post(`${path()}/pages`, { wiki_page }), z.object({ body: z.string() }));
    expect(page.body).toBe(body.html);
  });

  // pages#27
  test('of nothing is nothing, and nothing at all is refused', async () => {
    expect((await at.student.client.post(`${path()}/preview_html`, { html: '' }).expect(200)).body).toEqual({ html: '' });
    const { body } = await at.student.client.post(`${path()}/preview_html`, {}).expect(400);
    expect(Object.keys(body.errors)).toEqual(['html']);
  });

  // pages#27
  test.each([
    ['too_long', 'x'.repeat(500_001)],
    ['too_deep', '<b>'.repeat(101)],
    ['invalid', ['<p>', '<b>']],
  ])('is refused as %s', async (type, html) => {
    const { body } = await at.student.client.post(`${path()}/preview_html`, { html }).expect(400);
    expect(body).toEqual({ errors: { html: [{ attribute: 'html', type, message: expect.any(String) }] } });
  });

  // pages#27
  test('is for who reads its pages', async () => {
    const outside = kind === 'courses' ? await person(server) : at.student2;
    await outside.client.post(`${path()}/preview_html`, { html: 'x' }).expect(401);
  });
});
