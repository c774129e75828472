import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../helpers/form.ts';
import { made, ROOT_ACCOUNT, type School, school } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
let here: School;
beforeAll(async () => {
  here = await school(server);
});

interface Named {
  make: (at: School) => string;
  /** Null: nothing changes it. */
  change: ((at: School, id: number) => string) | null;
  by?: 'put' | 'patch';
  field: 'name' | 'title';
  under?: string;
  /** What else it needs when it is made. */
  fields?: (at: School) => Fields;
}

const inCourse = (what: string) => (at: School) => `/courses/${at.course.id}/${what}`;
const inRoot = (what: string) => () => `/accounts/${ROOT_ACCOUNT}/${what}`;
const below = (what: string) => (_: School, id: number) => `/${what}/${id}`;
const START = '2040-01-10T00:00:00Z';

const NAMED: Record<string, Named> = {
  term: { make: inRoot('terms'), change: (_, id) => `/accounts/${ROOT_ACCOUNT}/terms/${id}`, field: 'name', under: 'enrollment_term' },
  'group set': { make: inCourse('group_categories'), change: below('group_categories'), field: 'name' },
  'group of the community': { make: () => '/groups', change: below('groups'), field: 'name' },
  section: { make: inCourse('sections'), change: below('sections'), field: 'name', under: 'course_section' },
  collection: { make: () => '/users/self/collections', change: below('collections'), field: 'name' },
  bookmark: {
    make: () => '/users/self/bookmarks',
    change: below('users/self/bookmarks'),
    field: 'name',
    fields: () => ({ url: 'https://lectern.test/' }),
  },
  conference: { make: inCourse('conferences'), change: null, field: 'title' },
  collaboration: { make: inCourse('collaborations'), change: null, field: 'title' },
  'set of grading periods': {
    make: inRoot('grading_period_sets'),
    change: (_, id) => `/accounts/${ROOT_ACCOUNT}/grading_period_sets/${id}`,
    by: 'patch',
    field: 'title',
    under: 'grading_period_set',
  },
  'calendar event': {
    make: () => '/calendar_events',
    change: below('calendar_events'),
    field: 'title',
    under: 'calendar_event',
    fields: (at) => ({ context_code: `course_${at.course.id}`, start_at: START }),
  },
  'planner note': { make: () => '/planner_notes', change: below('planner_notes'), field: 'title', fields: () => ({ todo_date: START }) },
  'grading standard': {
    make: inCourse('grading_standards'),
    change: null,
    field: 'title',
    fields: () => ({
      grading_scheme_entry: [
        { name: 'Passed', value: 50 },
        { name: 'Failed', value: 0 },
      ],
    }),
  },
  'column of the gradebook': {
    make: inCourse('custom_gradebook_columns'),
    change: (at, id) => `/courses/${at.course.id}/custom_gradebook_columns/${id}`,
    field: 'title',
    under: 'column',
  },
  topic: {
    make: inCourse('discussion_topics'),
    change: (at, id) => `/courses/${at.course.id}/discussion_topics/${id}`,
    field: 'title',
  },
  rubric: {
    make: inCourse('rubrics'),
    change: (at, id) => `/courses/${at.course.id}/rubrics/${id}`,
    field: 'title',
    under: 'rubric',
  },
  'assignment group': {
    make: inCourse('assignment_groups'),
    change: (at, id) => `/courses/${at.course.id}/assignment_groups/${id}`,
    field: 'name',
  },
  module: { make: inCourse('modules'), change: (at, id) => `/courses/${at.course.id}/modules/${id}`, field: 'name', under: 'module' },
};

describe('a name of blanks alone', () => {
  // conventions#42
  test.each(Object.entries(NAMED))('of a %s is refused', async (_, { make, change, by = 'put', field, under, fields }) => {
    const client = server.admin;
    const sent = (name: string, more: Fields = {}): Fields => {
      const all = { ...more, [field]: name };
      return under === undefined ? all : { [under]: all };
    };
    const more = fields?.(here) ?? {};
    const blank = { status: 400, body: { errors: { [field]: [{ attribute: field, type: 'blank' }] } } };
    expect(await client.post(make(here), sent(' \t', more))).toMatchObject(blank);
    const answer = await made(client.post(make(here), sent('Made', more)), z.looseObject({}));
    if (change === null) return;
    const { id } = z.object({ id: z.int() }).parse(answer['id'] === undefined ? Object.values(answer)[0] : answer);
    expect(await client[by](change(here, id), sent(' \t'))).toMatchObject(blank);
    expect((await client[by](change(here, id), sent('Changed'))).ok).toBe(true);
  });
});
