import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { groupSet } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { refusedFields } from '../../helpers/refusals.ts';
import { course, enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

let one: Person;
let here: string;
beforeEach(async () => {
  one = await person(server);
  await enroll(server, at.course.id, one.id, 'StudentEnrollment');
  here = `course_${at.course.id}`;
});

const COLORS = '/users/self/colors';
const POSITIONS = '/users/self/dashboard_positions';
const colors = async () => (await one.client.get(COLORS).expect(200)).body.custom_colors;
const positions = async () => (await one.client.get(POSITIONS).expect(200)).body.dashboard_positions;
const color = (place: string, hexcode: string, by = one.client) => by.put(`${COLORS}/${place}`, { hexcode });
const put = (sent: Fields, by = one.client) => by.put(POSITIONS, { dashboard_positions: sent });

describe('colors', () => {
  // preferences#2, preferences#3, preferences#5
  test('are given to courses, groups and oneself', async () => {
    expect(await colors()).toEqual({});
    const group = await made(one.client.post('/groups', { name: 'Readers' }), z.object({ id: z.int() }));
    const places = [here, `group_${group.id}`, `user_${one.id}`];
    for (const place of places) expect((await color(place, '#abc').expect(200)).body).toEqual({ hexcode: '#abc' });
    expect((await color(here, '00FF7e').expect(200)).body).toEqual({ hexcode: '#00FF7e' });
    expect((await one.client.get(`${COLORS}/${here}`).expect(200)).body).toEqual({ hexcode: '#00FF7e' });
    expect(await colors()).toEqual({ ...Object.fromEntries(places.map((place) => [place, '#abc'])), [here]: '#00FF7e' });
    expect((await at.student.client.get(COLORS).expect(200)).body).toEqual({ custom_colors: {} });
  });

  // preferences#2
  test('are told of one place, where it has one', async () => {
    await put({ [here]: 1 }).expect(200);
    for (const place of [here, 'course_999999', 'nowhere']) await one.client.get(`${COLORS}/${place}`).expect(404);
    expect(await colors()).toEqual({});
  });

  // preferences#3
  test.each(['', 'red', '#ab', '#abcd', '##abc', '#abcdefa', '#abg'])('are not %j', async (hexcode) => {
    expect(refusedFields(await color(here, hexcode))).toEqual(['hexcode']);
    expect(await colors()).toEqual({});
  });

  // preferences#5
  test('are given to no place that is not there to be read', async () => {
    const other = await course(server);
    const { groups } = await groupSet(server, at.course.id, [[at.student.id]]);
    const unread = [`course_${other.id}`, `group_${groups[0]?.id}`];
    const named = [...unread, 'course_999999', 'group_999999', `user_${at.teacher.id}`, 'section_1', 'course_', 'course_0'];
    for (const place of named) expect([place, (await color(place, 'abc')).status]).toEqual([place, 404]);
  });
});

describe('positions', () => {
  // preferences#4
  test('are changed together, and those that are not sent stay', async () => {
    const other = await course(server);
    await enroll(server, other.id, one.id, 'StudentEnrollment');
    const there = `course_${other.id}`;
    expect((await put({ [here]: 2, [there]: '1' }).expect(200)).body).toEqual({ dashboard_positions: { [here]: 2, [there]: 1 } });
    expect((await put({ [here]: 0 }).expect(200)).body).toEqual({ dashboard_positions: { [here]: 0, [there]: 1 } });
    await one.client.putForm(POSITIONS, { dashboard_positions: { [there]: 5, [here]: '' } }).expect(200);
    expect(await positions()).toEqual({ [there]: 5 });
    await color(there, 'abc').expect(200);
    expect(await positions()).toEqual({ [there]: 5 });
  });

  // preferences#4, preferences#5
  test.each([
    [{ course_999999: 1 }],
    [{ section_1: 1 }],
    [{ [`user_1`]: 1 }],
    [{ here: 1 }],
    [{ HERE: 'first' }],
    [{ HERE: -1 }],
    [{ HERE: 1.5 }],
    [{ HERE: 2 ** 31 }],
  ])('are all changed or none: %j', async (wrong) => {
    const sent = Object.fromEntries(Object.entries(wrong).map(([name, value]) => [name === 'HERE' ? here : name, value]));
    expect(refusedFields(await put({ [here]: 1, ...sent }))).toEqual(['dashboard_positions']);
    expect(await positions()).toEqual({});
  });

  // preferences#4
  test('are a map', async () => {
    for (const sent of ['', 'first', ['course_1']])
      expect(refusedFields(await one.client.put(POSITIONS, { dashboard_positions: sent }))).toEqual(['dashboard_positions']);
  });

  // preferences#4
  test('are held in one order, whatever the order they are sent in', async () => {
    const other = await course(server);
    await enroll(server, other.id, one.id, 'StudentEnrollment');
    const [first = '', second = ''] = [here, `course_${other.id}`].toSorted();
    await put({ [first]: 1, [second]: 2 }).expect(200);
    const holding = await server.database.pool.connect();
    try {
      const hold = 'update place_preferences set position = 9 where user_id = $1 and place = $2';
      await holding.query('begin');
      await holding.query(hold, [one.id, first]);
      const set = put({ [second]: 3, [first]: 4 }).then(({ status }) => status);
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await server.database.pool.query(waits)).rowCount).toBe(1);
      await holding.query(hold, [one.id, second]);
      await holding.query('commit');
      expect(await set).toBe(200);
    } finally {
      holding.release();
    }
    expect(await positions()).toEqual({ [first]: 4, [second]: 3 });
  });
});

describe('cards', () => {
  // courses#28, preferences#2, preferences#4
  test('have the color and the position that the caller has given the course', async () => {
    const cards = async () => (await one.client.get('/dashboard/dashboard_cards').expect(200)).body;
    expect(await cards()).toMatchObject([{ id: at.course.id, color: null, position: null }]);
    await color(here, 'abc').expect(200);
    await put({ [here]: 3 }).expect(200);
    expect(await cards()).toMatchObject([{ id: at.course.id, color: '#abc', position: 3 }]);
    expect((await at.student.client.get('/dashboard/dashboard_cards').expect(200)).body).toMatchObject([{ color: null, position: null }]);
  });
});

describe('the preferences of a user', () => {
  // preferences#1
  test('are read and changed by the user and by administrators', async () => {
    const path = `/users/${one.id}`;
    await server.admin.put(`${path}/colors/${here}`, { hexcode: 'abc' }).expect(200);
    await server.admin.put(`${path}/dashboard_positions`, { dashboard_positions: { [here]: 4, [`user_${one.id}`]: 1 } }).expect(200);
    expect(await colors()).toEqual({ [here]: '#abc' });
    expect(await positions()).toEqual({ [here]: 4, [`user_${one.id}`]: 1 });
    for (const { client } of [at.teacher, at.student]) {
      for (const name of ['colors', `colors/${here}`, 'dashboard_positions']) await client.get(`${path}/${name}`).expect(401);
      await client.put(`${path}/colors/${here}`, { hexcode: 'abc' }).expect(401);
      await client.put(`${path}/dashboard_positions`, { dashboard_positions: { [here]: 4 } }).expect(401);
    }
  });
});
