import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { z } from 'zod';
import type { Services } from '../access/context.ts';
import { LastUsedRecorder } from '../access/last-used.ts';
import { Metrics } from '../metrics/metrics.ts';
import { buildServer } from '../server.ts';
import type { Database } from '../store/database.ts';
import { teachBiology } from './biology.ts';
import { teachHistory } from './history.ts';
import { admitPeople, type DemoPerson, type DemoSchool } from './people.ts';
import { Calendar, Person } from './requests.ts';

export interface DemoDependencies {
  database: Database;
  services: Services;
  baseUrl: string;
  webUrl: string;
}

/** A server that listens to nobody but the demo school. */
const quietServer = (dependencies: DemoDependencies, calendar: Calendar) =>
  buildServer({
    ...dependencies,
    host: '127.0.0.1',
    rateLimit: 'off',
    trustProxy: false,
    metrics: new Metrics(),
    metricsToken: null,
    lastUsed: new LastUsedRecorder(dependencies.database, { warn: () => undefined }),
    pageViews: null,
    logger: pino({ level: 'silent' }),
    clock: () => calendar.now(),
  });

/** Each of the school's people as a client, by login. */
function clients(school: DemoSchool, at: { server: FastifyInstance; baseUrl: string }): (login: string) => Person {
  const people = new Map(school.people.map((one) => [one.login, new Person(at, one)]));
  return (login) => {
    const person = people.get(login);
    if (!person) throw new Error(`nobody in the demo school is called ${login}`);
    return person;
  };
}

/** An outcome of the whole school, which a rubric of the first course measures. */
async function setOutcome(registrar: Person): Promise<number> {
  const site = await registrar.find('/global/root_outcome_group');
  await registrar.post(`/global/outcome_groups/${site}/subgroups`, { title: 'Skills of every school' });
  const root = await registrar.find('/accounts/1/root_outcome_group');
  const group = await registrar.post(`/accounts/1/outcome_groups/${root}/subgroups`, { title: 'Writing' });
  const Link = z.object({ outcome: z.object({ id: z.int() }) });
  const link = await registrar.request('POST', `/accounts/1/outcome_groups/${group}/outcomes`, {
    title: 'Names sources',
    description: '<p>Says where each fact comes from.</p>',
    mastery_points: 3,
    ratings: [
      { description: 'Every fact', points: 5 },
      { description: 'Most facts', points: 3 },
      { description: 'None', points: 0 },
    ],
  });
  return Link.parse(link).outcome.id;
}

/**
 * The demo school: people in two courses, and what they have done there in the weeks around today. People and tokens are made in
 * one transaction; the rest by requests as clients send them, so that all of it is what the API itself would have made of it.
 */
export async function loadDemo(dependencies: DemoDependencies): Promise<readonly DemoPerson[]> {
  const school = await admitPeople(dependencies.database);
  const calendar = new Calendar(new Date());
  const server = await quietServer(dependencies, calendar);
  try {
    const client = clients(school, { server, baseUrl: dependencies.baseUrl });
    const students = school.people.filter(({ login }) => login.startsWith('student')).map(({ login }) => client(login));
    const [biology, history] = school.courses.map((course) => {
      return { ...course, path: `/courses/${course.id}`, calendar, teacher: client('teacher'), ta: client('ta'), students };
    });
    const outcome = await setOutcome(client('registrar'));
    if (biology) await teachBiology(biology, { outcome, set: school.groupCategoryId, groupIds: school.groupIds });
    if (history) await teachHistory(history);
  } finally {
    await server.close();
  }
  return school.people;
}
