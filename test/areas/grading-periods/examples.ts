import { GradingPeriods, NamedGradingPeriodSet } from '../../../src/areas/grading-periods/schemas.ts';
import type { Examples } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';
import { course, made, unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const period = () => ({ title: unique('Period'), start_date: '2040-01-01T00:00:00Z', end_date: '2040-02-01T00:00:00Z' });
const sent = () => ({ grading_periods: [period()] });

/** Of a course of its own, so that none is there before. */
async function newPeriod(w: World, server: TestServer): Promise<{ course_id: number; id: number }> {
  const { id: course_id } = await course(server, { account: w.account });
  const { grading_periods } = await made(server.admin.patch(`/courses/${course_id}/grading_periods/batch_update`, sent()), GradingPeriods);
  return { course_id, id: grading_periods[0]?.id ?? 0 };
}

async function newSet(w: World, server: TestServer): Promise<number> {
  const asked = { grading_period_set: { title: unique('Set') } };
  return (await made(server.admin.post(`/accounts/${w.account}/grading_period_sets`, asked), NamedGradingPeriodSet)).grading_period_set.id;
}

const inSet = async (w: World, server: TestServer): Promise<number> => {
  const path = `/grading_period_sets/${await newSet(w, server)}/grading_periods/batch_update`;
  return (await made(server.admin.patch(path, sent()), GradingPeriods)).grading_periods[0]?.id ?? 0;
};

/** How many of its own a course has, of which no two overlap. */
const own = new Map<number, number>();
async function ownPeriod({ course: id }: World, server: TestServer): Promise<void> {
  const count = (own.get(id) ?? 0) + 1;
  own.set(id, count);
  const year = 2040 + count;
  const next = { title: unique('Period'), start_date: `${year}-01-01T00:00:00Z`, end_date: `${year}-02-01T00:00:00Z` };
  await server.admin.patch(`/courses/${id}/grading_periods/batch_update`, { grading_periods: [next] }).expect(200);
}

export const examples: Examples = {
  requests: {
    showGradingPeriod: async (w, server) => ({ ids: await newPeriod(w, server) }),
    updateGradingPeriod: async (w, server) => ({ ids: await newPeriod(w, server), sent: { grading_periods: [{ title: 'Other' }] } }),
    deleteGradingPeriod: async (w, server) => ({ ids: await newPeriod(w, server) }),
    updateCourseGradingPeriods: async (w, server) => ({
      ids: { course_id: (await course(server, { account: w.account })).id },
      sent: sent(),
    }),
    deleteAccountGradingPeriod: async (w, server) => ({ ids: { id: await inSet(w, server) } }),
    updateGradingPeriodsOfSet: async (w, server) => ({ ids: { set_id: await newSet(w, server) }, sent: sent() }),
    createGradingPeriodSet: () => ({ sent: { grading_period_set: { title: unique('Set') } } }),
    updateGradingPeriodSet: async (w, server) => ({
      ids: { id: await newSet(w, server) },
      sent: { grading_period_set: { weighted: true } },
    }),
    deleteGradingPeriodSet: async (w, server) => ({ ids: { id: await newSet(w, server) } }),
  },
  lists: [
    { operationId: 'listCourseGradingPeriods', path: (w) => `/courses/${w.course}/grading_periods` },
    { operationId: 'listAccountGradingPeriods', path: (w) => `/accounts/${w.account}/grading_periods` },
    { operationId: 'listGradingPeriodSets', path: (w) => `/accounts/${w.account}/grading_period_sets` },
  ],
  fill: async (w, server) => {
    await inSet(w, server);
    await ownPeriod(w, server);
  },
};
