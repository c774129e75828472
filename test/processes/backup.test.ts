import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { directory, endsAll, freePort, LIMIT_MS, lectern, POLLING, type Started } from '../helpers/started.ts';

endsAll();

const Made = z.looseObject({ id: z.int() });
const Entry = z.looseObject({ id: z.int(), message: z.string() });
const Topic = z.looseObject({ unread_count: z.int(), discussion_subentry_count: z.int() });
const View = z.looseObject({ view: z.array(z.looseObject({ id: z.int() })) });
const Step = z.object({ upload_url: z.string(), upload_params: z.record(z.string(), z.string()) });
const File = z.looseObject({ id: z.int(), display_name: z.string(), url: z.string() });
const Summary = z.array(z.looseObject({ type: z.string(), count: z.int() }));

/** A school in processes of its own. */
interface Running {
  server: Started;
  base: string;
}

async function start(env: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const server = lectern(['start'], { ...env, PORT: String(port), RATE_LIMIT: 'off', LOG_LEVEL: 'warn' });
  await server.serves(base);
  return { server, base };
}

const asking =
  (base: string, token: string) =>
  async <T extends z.ZodType>(answer: T, url: string, body?: object, method = body ? 'POST' : 'GET'): Promise<z.output<T>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${base}/api/v1${url}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
    return answer.parse(await response.json());
  };
type Ask = ReturnType<typeof asking>;

async function uploaded(ask: Ask, name: string): Promise<z.output<typeof File>> {
  const step = await ask(Step, '/users/self/files', { name });
  const form = new FormData();
  for (const [field, value] of Object.entries(step.upload_params)) form.append(field, value);
  form.append('file', new Blob([`bytes of ${name}`]), name);
  const response = await fetch(step.upload_url, { method: 'POST', body: form });
  return File.parse(await response.json());
}

async function all<T extends z.ZodType>(ask: Ask, one: T, url: string): Promise<z.output<T>[]> {
  const found: z.output<T>[] = [];
  for (let page = 1, read = 100; read === 100; page++) {
    const rows = await ask(z.array(one), `${url}${url.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
    found.push(...rows);
    read = rows.length;
  }
  return found;
}

const tokenIn = ({ server }: Running, login: string): string => new RegExp(`^ +${login} +(\\S+)`, 'm').exec(server.output)?.[1] ?? '';

/** What has been answered so far. */
interface Answered {
  entries: number[];
  files: z.output<typeof File>[];
  /** Whose deletion was asked for, and whose was answered. */
  leaving: Set<number>;
  deleted: Set<number>;
  scores: number;
}

/** Writes until it is ended: entries, files that come and go, grades. */
function traffic(teacher: Ask, student: Ask, topic: number, assignment: number) {
  const answered: Answered = { entries: [], files: [], leaving: new Set(), deleted: new Set(), scores: 0 };
  let going = true;
  const again = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; going; turn++) await work(turn);
  };
  const loops = [
    again(async (turn) => {
      const { id } = await teacher(Made, `/courses/1/discussion_topics/${topic}/entries`, { message: `entry ${turn}` });
      answered.entries.push(id);
    }),
    again(async (turn) => void answered.files.push(await uploaded(student, `file ${turn}.txt`))),
    again(async () => {
      const next = answered.files.find(({ id }) => id % 2 === 0 && !answered.leaving.has(id));
      if (!next) return void (await student(Made, '/users/self'));
      answered.leaving.add(next.id);
      await student(Made, `/files/${next.id}`, undefined, 'DELETE');
      answered.deleted.add(next.id);
    }),
    again(async (turn) => {
      const posted_grade = String(turn % 10);
      await teacher(Made, `/courses/1/assignments/${assignment}/submissions/4`, { submission: { posted_grade } }, 'PUT');
      answered.scores++;
    }),
  ];
  return {
    answered,
    end: async () => {
      going = false;
      await Promise.all(loops);
    },
  };
}

const copyOf = ({ entries, files, deleted }: Answered) => ({
  entries: [...entries],
  files: [...files],
  deleted: new Set(deleted),
});

// conventions#88, conventions#92, conventions#93
test('a backup of a school that is written in is whole, and goes on elsewhere', { timeout: 4 * LIMIT_MS }, async () => {
  const home = await directory();
  const env = { DATA_DIR: path.join(home, 'data'), DEMO_DATA: 'true' };
  const to = path.join(home, 'backups');
  const first = await start(env);
  await first.server.says(/^ +student1 +\S+/m);
  const [teacherToken, studentToken] = [tokenIn(first, 'teacher'), tokenIn(first, 'student1')];
  const [teacher, student] = [asking(first.base, teacherToken), asking(first.base, studentToken)];
  const { id: topic } = await teacher(Made, '/courses/1/discussion_topics', { title: 'Live', message: 'Text' });
  const assignment = await teacher(Made, '/courses/1/assignments', { assignment: { name: 'Live', points_possible: 10, published: true } });
  const [option] = await student(z.array(z.looseObject({ token: z.string() })), '/users/self/avatars');
  const { calendar } = await student(z.looseObject({ calendar: z.looseObject({ ics: z.string() }) }), '/courses/1');

  const { answered, end } = traffic(teacher, student, topic, assignment.id);
  await vi.waitUntil(
    () => answered.entries.length > 30 && answered.files.length > 10 && answered.deleted.size > 2 && answered.scores > 0,
    POLLING,
  );
  const before = copyOf(answered);
  const backup = lectern(['backup', '--to', to], env);
  expect(await backup.exit, backup.output).toBe(0);
  expect(backup.output).not.toContain('Not in storage');
  const during = answered.entries.length - before.entries.length;
  await end();
  expect(during).toBeGreaterThan(0);
  first.server.child.kill('SIGTERM');
  expect(await first.server.exit, first.server.output).toBe(0);

  const elsewhere = { DATA_DIR: path.join(home, 'elsewhere'), DEMO_DATA: 'true' };
  const restore = lectern(['restore', '--from', to], elsewhere);
  expect(await restore.exit, restore.output).toBe(0);
  const second = await start(elsewhere);
  // Not a first start.
  expect(second.server.output).not.toMatch(/^ +teacher /m);
  const [teaches, studies] = [asking(second.base, teacherToken), asking(second.base, studentToken)];

  const entries = await all(studies, Entry, `/courses/1/discussion_topics/${topic}/entries`);
  const there = new Set(entries.map(({ id }) => id));
  expect(before.entries.filter((id) => !there.has(id))).toEqual([]);
  expect(await studies(Topic, `/courses/1/discussion_topics/${topic}`)).toMatchObject({
    unread_count: entries.length,
    discussion_subentry_count: entries.length,
  });
  // The jobs that waited build the view.
  const inView = async () => {
    const { view } = await studies(View, `/courses/1/discussion_topics/${topic}/view`).catch(() => ({ view: [] }));
    return view.map(({ id }) => id).sort((one, other) => one - other);
  };
  await expect.poll(inView, POLLING).toEqual([...there].sort((one, other) => one - other));

  const files = await all(studies, File, '/users/self/files');
  const names = new Map(files.map((file) => [file.id, file]));
  expect(before.files.filter(({ id }) => !names.has(id) && !answered.leaving.has(id))).toEqual([]);
  expect([...before.deleted].filter((id) => names.has(id))).toEqual([]);
  for (const { display_name: name, url } of files.filter((file) => file.display_name.startsWith('file ')))
    expect([name, await (await fetch(url)).text()]).toEqual([name, `bytes of ${name}`]);

  const graded = z.looseObject({ score: z.number().nullable(), grade: z.string().nullable() });
  const { score, grade } = await teaches(graded, `/courses/1/assignments/${assignment.id}/submissions/4`);
  expect([grade]).toEqual([String(score)]);
  // What was signed and what a feed is read by.
  const signed = (before.files.find(({ id }) => names.has(id))?.url ?? '').replace(first.base, second.base);
  expect((await fetch(signed)).status).toBe(200);
  expect((await fetch(calendar.ics.replace(first.base, second.base))).status).toBe(200);
  await studies(z.unknown(), '/users/self', { user: { avatar: { token: option?.token } } }, 'PUT');
  // The counts of the summary are those of the stream.
  const stream = await all(studies, z.looseObject({ type: z.string() }), '/users/self/activity_stream');
  for (const { type, count } of await studies(Summary, '/users/self/activity_stream/summary'))
    expect([type, count]).toEqual([type, stream.filter((item) => item.type === type).length]);
  // It goes on: new ids, and access that ends as soon as it is taken away.
  const { id: fresh } = await teaches(Made, `/courses/1/discussion_topics/${topic}/entries`, { message: 'after' });
  expect(there.has(fresh)).toBe(false);
  expect(fresh).toBeGreaterThan(Math.max(...there));
  const admin = asking(second.base, tokenIn(first, 'admin'));
  const enrollments = await all(admin, z.looseObject({ id: z.int(), user_id: z.int() }), '/courses/1/enrollments');
  const me = await studies(Made, '/users/self');
  for (const { id } of enrollments.filter((one) => one.user_id === me.id))
    await admin(z.unknown(), `/courses/1/enrollments/${id}?task=delete`, undefined, 'DELETE');
  await expect(studies(z.unknown(), `/courses/1/discussion_topics/${topic}`)).rejects.toThrow(/: (?:401|403|404) /);
});

describe('one sentence says why not:', () => {
  const refused = (args: readonly string[], env: Record<string, string>) => lectern(args, { LOG_LEVEL: 'warn', ...env }).refuses();

  // conventions#72, conventions#92
  test('what is missing, and what is not empty', { timeout: 2 * LIMIT_MS }, async () => {
    const home = await directory();
    const env = { DATA_DIR: path.join(home, 'data') };
    const to = path.join(home, 'backups');
    expect(await refused(['backup'], env)).toBe('Say where the backup is to go: --to <directory>');
    expect(await refused(['backup', '--to='], env)).toBe('Say where the backup is to go: --to <directory>');
    expect(await refused(['backup', '--to', to], env)).toBe(`There is no database in DATA_DIR (${env.DATA_DIR}).`);
    expect(await refused(['restore'], env)).toBe('Say where the backup is: --from <directory>');
    expect(await refused(['restore', '--from='], env)).toBe('Say where the backup is: --from <directory>');
    expect(await refused(['restore', '--from', to], env)).toMatch(/^There are no backups in .+ENOENT.+$/);
    expect(readdirSync(home)).toEqual([]);
    const migrated = lectern(['migrate'], { ...env, DEMO_DATA: 'false' });
    expect(await migrated.exit, migrated.output).toBe(0);
    // Of a database that does not run.
    const backup = lectern(['backup', '--to', to], env);
    expect(await backup.exit, backup.output).toBe(0);
    expect(await refused(['restore', '--from', to], env)).toMatch(/^DATA_DIR \(.+\) is not empty: .+$/);
    expect(await refused(['restore', '--from', to, '--copy', '2000-01-01T00-00-00Z'], env)).toMatch(
      /^There is no backup 2000-01-01T00-00-00Z in .+, but \d{4}-.+Z\.$/,
    );
    const check = lectern(['restore', '--from', to, '--check'], env);
    expect(await check.exit, check.output).toBe(0);
    expect(check.output).toMatch(/^Whole: the backup \S+ of release \S+ with 0 files$/m);
    const [copy = ''] = readdirSync(to).filter((name) => name.endsWith('Z'));
    writeFileSync(path.join(to, copy, 'secret-key'), 'changed');
    expect(await refused(['restore', '--from', to], { DATA_DIR: path.join(home, 'new') })).toBe(
      `${path.join(to, copy, 'secret-key')} is damaged: it has other bytes than when it was written.`,
    );
  });
});
