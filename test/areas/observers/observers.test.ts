import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blamed } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let parent: Person;
let child: Person;
beforeAll(async () => {
  at = await school(server);
});
beforeEach(async () => {
  [parent, child] = [await person(server), await person(server)];
});

const Linked = z.strictObject({
  id: z.int(),
  name: z.string(),
  sortable_name: z.string(),
  short_name: z.string(),
  avatar_url: z.string(),
  observation_link_root_account_ids: z.array(z.int()),
});
const names = (one: Person) => ({ id: one.id, name: one.name, short_name: one.name, sortable_name: expect.any(String) });
const listed = (one: Person) => ({ ...names(one), observation_link_root_account_ids: [ROOT_ACCOUNT] });
const linked = (one: Person) => ({ ...listed(one), avatar_url: expect.any(String) });
const byToken = (token: unknown, by: Client = parent.client, observer: number | 'self' = 'self') =>
  by.post(`/users/${observer}/observees`, { access_token: token as string });
const register = (observer: Person, observee: Person, by: Client = server.admin) =>
  by.put(`/users/${observer.id}/observees/${observee.id}`);
const ids = async (path: string, by: Client): Promise<number[]> =>
  z
    .array(z.looseObject({ id: z.int() }))
    .parse((await by.get(path, { per_page: 100 }).expect(200)).body)
    .map(({ id }) => id);

/** The states of the enrollments by which somebody observes another, by course. */
async function observing(observer: Person, observee: Person): Promise<Record<number, string>> {
  const { rows } = await server.database.pool.query<{ course: number; state: string }>(
    "select course_id as course, state from enrollments where user_id = $1 and associated_user_id = $2 and type = 'ObserverEnrollment' order by id",
    [observer.id, observee.id],
  );
  return Object.fromEntries(rows.map((row) => [row.course, row.state]));
}

describe('a link', () => {
  // observers#4, observers#6, observers#3, observers#2
  test('is made by a token of the person to observe, and shown to both', async () => {
    const { status, body } = await byToken(child.token);
    expect([status, Linked.parse(body)]).toEqual([200, linked(child)]);
    expect((await parent.client.get('/users/self/observees').expect(200)).body).toEqual([listed(child)]);
    expect((await child.client.get('/users/self/observers').expect(200)).body).toEqual([listed(parent)]);
    expect((await parent.client.get(`/users/self/observees/${child.id}`).expect(200)).body).toEqual(linked(child));
    expect((await child.client.get(`/users/self/observers/${parent.id}`).expect(200)).body).toEqual(linked(parent));
    expect((await child.client.get(`/users/self/observees/${parent.id}`)).status).toBe(404);
    expect((await parent.client.get(`/users/self/observers/${child.id}`)).status).toBe(404);
  });

  // observers#6
  test('is not made by what is no good token of somebody else here', async () => {
    const lent = await made(
      server.admin.post(`/users/${child.id}/tokens`, { token: { purpose: 'lent' } }),
      z.looseObject({ visible_token: z.string() }),
    );
    const over = await person(server);
    await server.database.pool.query("update access_tokens set expires_at = now() - interval '1 second' where user_id = $1", [over.id]);
    for (const token of ['made up', parent.token, at.foreignAdmin.token, lent.visible_token, over.token, '', undefined])
      expect(await byToken(token)).toMatchObject(blamed('access_token'));
    expect(await ids('/users/self/observees', parent.client)).toEqual([]);
  });

  // observers#7
  test('is not made by passwords and codes', async () => {
    const sent = { observee: { unique_id: child.login, password: 'a good password' }, pairing_code: 'ABC123' };
    const { status, body } = await parent.client.post('/users/self/observees', sent);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['observee', 'pairing_code']]);
    expect(body.errors.observee[0].message).toContain('access_token');
    await parent.client.post('/users/self/observees', { ...sent, access_token: child.token }).expect(200);
  });

  // observers#4
  test('is not made or ended by a token that was lent', async () => {
    const one = await made(
      server.admin.post(`/users/${parent.id}/tokens`, { token: { purpose: 'lent' } }),
      z.looseObject({ visible_token: z.string() }),
    );
    const lent = server.as(one.visible_token);
    expect((await byToken(child.token, lent)).status).toBe(401);
    await byToken(child.token).expect(200);
    expect((await lent.delete(`/users/self/observees/${child.id}`)).status).toBe(401);
    expect((await lent.get('/users/self/observees')).body).toHaveLength(1);
  });

  // observers#5
  test('is made by an id by administrators who may act as both', async () => {
    expect((await register(parent, child).expect(200)).body).toMatchObject({ id: child.id, login_id: child.login });
    for (const { client } of [parent, child, at.subAdmin]) expect((await register(parent, child, client)).status).toBe(401);
    expect((await register(parent, at.foreignAdmin)).status).toBe(404);
    expect((await server.admin.put(`/users/${parent.id}/observees/999999`)).status).toBe(404);
    expect(await register(parent, parent)).toMatchObject(blamed('observee_id'));
    const below = await person(server, { account: at.subAccountId });
    expect((await register(below, child, at.subAdmin.client)).status).toBe(401);
    const other = await person(server, { account: at.subAccountId });
    const { body } = await register(below, other, at.subAdmin.client).expect(200);
    expect(Linked.parse(body).id).toBe(other.id);
  });

  // observers#1
  test('is there once, also when it is made twice at once', async () => {
    const hold = `select id from users where id in (${parent.id}, ${child.id}) for update`;
    const both = await atOnce(server, hold, [
      async () => byToken(child.token).expect(200),
      async () => register(parent, child).expect(200),
    ]);
    expect(both.map(({ body }) => body.id)).toEqual([child.id, child.id]);
    expect(await ids('/users/self/observees', parent.client)).toEqual([child.id]);
  });

  // observers#1, users#33
  test('is not made of who is deleted at that moment', async () => {
    const answers = await atOnce(server, `select from users where id = ${parent.id} for update`, [
      async () => server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${parent.id}`),
      async () => register(parent, child),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  });

  // observers#2, observers#3
  test('is nobody else’s to see', async () => {
    await register(parent, child).expect(200);
    for (const path of [`/users/${parent.id}/observees`, `/users/${child.id}/observers`, `/users/${parent.id}/observees/${child.id}`]) {
      expect((await at.stranger.client.get(path)).status).toBe(401);
      expect((await at.foreignAdmin.client.get(path)).status).toBe(404);
      expect((await server.admin.get(path)).status).toBe(200);
    }
    const [all] = (await server.admin.get(`/users/${parent.id}/observees`, { include: ['avatar_url'] }).expect(200)).body;
    expect(all).toMatchObject({ id: child.id, login_id: child.login });
  });

  // observers#2
  test('are listed by sortable name', async () => {
    const children = await Promise.all(['Zoe Abel', 'Adam Zorn', 'Ida Miller'].map((name) => person(server, { name })));
    for (const one of children) await register(parent, one).expect(200);
    const [zoe, adam, ida] = children.map(({ id }) => id);
    expect(await ids('/users/self/observees', parent.client)).toEqual([zoe, ida, adam]);
  });

  // observers#4
  test('is ended by the observer and by administrators', async () => {
    await register(parent, child).expect(200);
    expect((await child.client.delete(`/users/${parent.id}/observees/${child.id}`)).status).toBe(401);
    expect((await parent.client.delete(`/users/self/observees/${child.id}`).expect(200)).body).toEqual(linked(child));
    expect((await parent.client.delete(`/users/self/observees/${child.id}`)).status).toBe(404);
    expect(await ids('/users/self/observees', parent.client)).toEqual([]);
    await register(parent, child).expect(200);
    await server.admin.delete(`/users/${parent.id}/observees/${child.id}`).expect(200);
    expect(await ids(`/users/${child.id}/observers`, server.admin)).toEqual([]);
  });
});

describe('observers by a link', () => {
  // observers#8
  test('are enrolled where the observed takes part', async () => {
    const [here, over, asked] = [await course(server), await course(server), await course(server)];
    const { sectionId } = await enroll(server, here.id, child.id, 'StudentEnrollment');
    const { id: old } = await enroll(server, over.id, child.id, 'StudentEnrollment');
    await server.admin.delete(`/courses/${over.id}/enrollments/${old}`, { task: 'conclude' }).expect(200);
    const { id: invitation } = await enroll(server, asked.id, child.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    await byToken(child.token).expect(200);
    expect(await observing(parent, child)).toEqual({ [here.id]: 'active', [over.id]: 'completed' });
    const own = (await parent.client.get('/users/self/enrollments', { per_page: 100 }).expect(200)).body;
    expect(own).toMatchObject([
      { course_id: here.id, course_section_id: sectionId, type: 'ObserverEnrollment', associated_user_id: child.id },
    ]);
    expect((await parent.client.get(`/courses/${here.id}`)).status).toBe(200);
    await child.client.post(`/courses/${asked.id}/enrollments/${invitation}/accept`).expect(200);
    expect(await observing(parent, child)).toMatchObject({ [asked.id]: 'active' });
  });

  // observers#8
  test('come along to what the observed is enrolled in later, as students alone', async () => {
    await register(parent, child).expect(200);
    const [here, taught] = [await course(server), await course(server)];
    await server.admin
      .post(`/courses/${here.id}/enrollments`, { enrollment: { user_id: child.id, type: 'StudentEnrollment' } })
      .expect(200);
    await server.admin.post(`/courses/${taught.id}/enrollments`, { enrollment: { user_id: child.id, type: 'TaEnrollment' } }).expect(200);
    expect(await observing(parent, child)).toEqual({ [here.id]: 'active' });
    expect(await ids(`/accounts/${ROOT_ACCOUNT}/users`, server.admin)).toContain(parent.id);
  });

  // observers#9
  test('leave with the one whom they observe, and stay for the others', async () => {
    const other = await person(server);
    const here = await course(server);
    const enrolled: number[] = [];
    for (const one of [child, other]) {
      await register(parent, one).expect(200);
      const sent = { enrollment: { user_id: one.id, type: 'StudentEnrollment' } };
      enrolled.push((await made(server.admin.post(`/courses/${here.id}/enrollments`, sent), z.looseObject({ id: z.int() }))).id);
    }
    await server.admin.delete(`/courses/${here.id}/enrollments/${enrolled[0]}`, { task: 'inactivate' }).expect(200);
    expect([await observing(parent, child), await observing(parent, other)]).toEqual([{ [here.id]: 'inactive' }, { [here.id]: 'active' }]);
  });

  // observers#9
  test('leave with the observed, and come back with them', async () => {
    await register(parent, child).expect(200);
    const here = await course(server);
    const sent = { enrollment: { user_id: child.id, type: 'StudentEnrollment' } };
    const { id } = await made(server.admin.post(`/courses/${here.id}/enrollments`, sent), z.looseObject({ id: z.int() }));
    const end = (task: string) => server.admin.delete(`/courses/${here.id}/enrollments/${id}`, { task }).expect(200);
    await end('inactivate');
    expect(await observing(parent, child)).toEqual({ [here.id]: 'inactive' });
    expect((await parent.client.get(`/courses/${here.id}`)).status).toBe(401);
    await server.admin.put(`/courses/${here.id}/enrollments/${id}/reactivate`).expect(200);
    await end('conclude');
    expect(await observing(parent, child)).toEqual({ [here.id]: 'completed' });
    await end('inactivate');
    const invited = { enrollment: { ...sent.enrollment, enrollment_state: 'invited' } };
    await server.admin.post(`/courses/${here.id}/enrollments`, invited).expect(200);
    expect(await observing(parent, child)).toEqual({ [here.id]: 'inactive' });
    await child.client.post(`/courses/${here.id}/enrollments/${id}/reject`).expect(200);
    expect(await observing(parent, child)).toEqual({ [here.id]: 'deleted' });
    await server.admin.post(`/courses/${here.id}/enrollments`, sent).expect(200);
    expect(await observing(parent, child)).toEqual({ [here.id]: 'active' });
    await end('delete');
    expect(await observing(parent, child)).toEqual({ [here.id]: 'deleted' });
    await server.admin.post(`/courses/${here.id}/enrollments`, sent).expect(200);
    expect(await observing(parent, child)).toEqual({ [here.id]: 'active' });
  });

  // observers#10
  test('observe no more when the link ends, and keep what they are besides', async () => {
    const here = await course(server);
    await enroll(server, here.id, child.id, 'StudentEnrollment');
    const [other, teacher] = [await person(server), await person(server)];
    await enroll(server, here.id, other.id, 'StudentEnrollment');
    await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
    await enroll(server, here.id, parent.id, 'ObserverEnrollment', { associated_user_id: other.id });
    await register(parent, child).expect(200);
    await parent.client.delete(`/users/self/observees/${child.id}`).expect(200);
    expect(await observing(parent, child)).toEqual({ [here.id]: 'deleted' });
    expect(await observing(parent, other)).toEqual({ [here.id]: 'active' });
  });

  // observers#10, observers#3
  test('neither observe a deleted user nor do so deleted', async () => {
    const here = await course(server);
    await enroll(server, here.id, child.id, 'StudentEnrollment');
    const late = await person(server);
    for (const one of [parent, late]) await register(one, child).expect(200);
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${late.id}`).expect(200);
    expect(await ids('/users/self/observers', child.client)).toEqual([parent.id]);
    expect(await observing(late, child)).toEqual({ [here.id]: 'deleted' });
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${child.id}`).expect(200);
    expect(await ids('/users/self/observees', parent.client)).toEqual([]);
    expect(await observing(parent, child)).toEqual({ [here.id]: 'deleted' });
  });

  // observers#8
  test('cost as many statements however many courses there are', async () => {
    const ask = async (courses: number) => {
      const [one, other] = [await person(server), await person(server)];
      for (let i = 0; i < courses; i++) await enroll(server, (await course(server)).id, other.id, 'StudentEnrollment');
      return server.statements(() => register(one, other).expect(200));
    };
    await ask(1);
    expect(await ask(5)).toEqual(await ask(1));
  });

  // observers#8, observers#5
  test('an administrator appointed over one of the two alone links nobody', async () => {
    const dean = await person(server, { account: at.subAccountId });
    await appoint(server, at.subAccountId, dean.id);
    const below = await person(server, { account: at.subAccountId });
    expect((await register(below, child, dean.client)).status).toBe(401);
    expect((await register(child, below, dean.client)).status).toBe(401);
  });
});
