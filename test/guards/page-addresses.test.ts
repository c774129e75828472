import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import { z } from 'zod';
import { BUILD_VIEW } from '../../src/areas/discussions/job-names.ts';
import { areas } from '../../src/areas/index.ts';
import { jsonSchema } from '../../src/http/json-schema.ts';
import type { Operation } from '../../src/http/operation.ts';
import { assignment } from '../helpers/assignments.ts';
import type { Fields } from '../helpers/form.ts';
import { workAhead, work as workWith } from '../helpers/jobs.ts';
import { useMailServer } from '../helpers/mail-server.ts';
import { made, type School, school } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';
import { open, PNG } from '../helpers/upload.ts';
import { prepared } from './asking.ts';
import { worldOf } from './examples.ts';

const WEB = 'https://school.example/app';
const server = useServer({ webUrl: WEB });
const mailServer = useMailServer();
const work = () => workWith(server, { smtpUrl: mailServer.url, webUrl: WEB });
const Made = z.object({ id: z.int() });

/** What leads to a page for people. Whatever else leads to us is answered by the server. */
const PAGES = ['html_url', 'preview_url', 'mobile_url'];

interface Found {
  key: string;
  text: string;
}

/** Every text of an answer with the name that it stands under. */
function texts(value: unknown, key = ''): Found[] {
  if (typeof value === 'string') return [{ key, text: value }];
  if (Array.isArray(value)) return value.flatMap((one) => texts(one, key));
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, one]) => texts(one, name)) : [];
}

const isPage = ({ key }: Found): boolean => PAGES.includes(key);
const isBelow = (text: string, base: string): boolean => text.startsWith(`${base}/`);
const misled = (found: readonly Found[]): Found[] =>
  found.filter((one) => (isPage(one) ? !isBelow(one.text, WEB) : one.text.includes(WEB)));
/** The names of addresses that the server answers itself. */
const ownNames = (found: readonly Found[]): string[] =>
  [...new Set(found.filter(({ text }) => isBelow(text, server.url)).map(({ key }) => key))].sort();

// conventions#80
describe('addresses in the answers of all operations', () => {
  const answers: { area: string; op: Operation; found: Found[] }[] = [];
  beforeAll(async () => {
    const world = await worldOf(server, 2);
    for (const area of areas)
      for (const op of area.operations) {
        const { body, headers } = await (await prepared(server, op, world))();
        answers.push({ area: area.name, op, found: [...texts(body), ...texts(headers)] });
      }
  }, 600_000);

  test('lead to the front end where they are of pages, and nowhere else', () => {
    expect(answers.flatMap(({ op, found }) => misled(found).map(({ key, text }) => `${op.operationId}: ${key} ${text}`))).toEqual([]);
  });

  test('are there in every area that has pages', () => {
    const shows = ({ answer }: Operation) => {
      const schema = answer ? JSON.stringify(jsonSchema(answer, 'output')) : '';
      return PAGES.some((key) => schema.includes(`"${key}"`));
    };
    const empty = answers.filter(({ op, found }) => shows(op) && !found.some(isPage)).map(({ op }) => op.operationId);
    // By what they are asked to include, and by what is due: below.
    expect(empty.sort()).toEqual(
      [
        ...['createAssignmentGroup', 'deleteAssignmentGroup', 'showAssignmentGroup', 'updateAssignmentGroup'],
        ...[
          'createCourse',
          'endCourse',
          'listAccountCourses',
          'listCourses',
          'listFavoriteCourses',
          'listPublicCourses',
          'showCourse',
          'updateCourse',
        ],
        ...['listAccountUsers', 'listCourseUsers', 'showCourseUser', 'showUser'],
        ...['listPeerReviews', 'listPeerReviewsOfSubmission'],
        ...['listTodo', 'listTodoOfCourse', 'listUpcomingEvents'],
        ...['createModule', 'deleteModule', 'listModules', 'relockModule', 'showModule', 'showModuleItemSequence', 'updateModule'],
      ].sort(),
    );
  });

  test('lead to the server where it answers itself', () => {
    const names = ['avatar_url', 'files_url', 'folders_url', 'ics', 'location', 'thumbnail_url', 'upload_url', 'url'];
    expect(ownNames(answers.flatMap(({ found }) => found))).toEqual(expect.arrayContaining(names));
  });
});

// conventions#80
describe('addresses of what somebody is told', () => {
  const ADDRESS = 'reader@school.example';
  let at: School;
  let here: string;
  let topic: string;
  let unmade: string;
  let reviews: string;

  beforeAll(async () => {
    at = await school(server);
    here = `/courses/${at.course.id}`;
    const by = at.teacher.client;
    const post = (path: string, body: Fields) => made(by.post(path, body), Made);
    const channel = { communication_channel: { address: ADDRESS }, skip_confirmation: true };
    await made(server.admin.post(`/users/${at.student.id}/communication_channels`, channel), Made);
    const essay = { submission_types: ['online_text_entry'], points_possible: 5, due_at: new Date(Date.now() + 3_600_000).toISOString() };
    const { id: open } = await assignment(server, at.course.id, essay, by);
    await by.put(`${here}/assignments/${open}`, { assignment: { points_possible: 6, notify_of_update: true } }).expect(200);
    const { id: done } = await assignment(server, at.course.id, essay, by);
    const submissions = `${here}/assignments/${done}/submissions`;
    await at.student.client.post(submissions, { submission: { submission_type: 'online_text_entry', body: 'My essay' } }).expect(201);
    await by.put(`${submissions}/${at.student.id}`, { submission: { posted_grade: '4' }, comment: { text_comment: 'Good' } }).expect(200);
    reviews = `${submissions}/${at.student2.id}/peer_reviews`;
    await by.post(reviews, { user_id: at.student.id }).expect(200);
    await post(`${here}/discussion_topics`, { title: 'News', message: 'Snow', is_announcement: true });
    const { id } = await post(`${here}/discussion_topics`, { title: 'Talk', podcast_enabled: true });
    topic = `${here}/discussion_topics/${id}`;
    await by.post(`${topic}/entries`).attach('attachment', PNG, 'a.png').expect(201);
    for (const kind of ['conferences', 'collaborations']) await post(`${here}/${kind}`, { title: 'Together', user_ids: [at.student.id] });
    await post('/calendar_events', {
      calendar_event: { context_code: `course_${at.course.id}`, title: 'Trip', start_at: new Date(Date.now() + 7_200_000).toISOString() },
    });
    await by.post('/conversations', { recipients: [at.student.id], body: 'To you' }).expect(201);
    await by.put(`/users/${at.teacher.id}`, { user: { public_profile: true } }).expect(200);
    await at.student.client.put(`/users/${at.teacher.id}/followers/self`).expect(200);
    const { id: collection } = await post('/users/self/collections', { name: 'Links', visibility: 'public' });
    const { id: item } = await post(`/collections/${collection}/items`, { link_url: 'https://example.com/a' });
    unmade = `/collection_items/${item}/discussion_topics/self`;
    await work();
    await workAhead(server, BUILD_VIEW);
  });

  const asked = async (path: string, query: Fields = {}) => {
    const { body } = await at.student.client.get(path, { ...query, per_page: 100 }).expect(200);
    const found = texts(body);
    expect(misled(found)).toEqual([]);
    return { found, pages: [...new Set(found.filter(isPage).map(({ text }) => text.slice(WEB.length).replaceAll(/\d+/g, '1')))].sort() };
  };

  test('every kind of item in a stream leads to its page', async () => {
    const Items = z.array(z.object({ type: z.string(), html_url: z.string() }));
    const items = await made(at.student.client.get('/users/self/activity_stream', { per_page: 100 }), Items);
    const pages = items.map(({ type, html_url }) => `${type} ${html_url.slice(WEB.length).replaceAll(/\d+/g, '1')}`);
    expect([...new Set(pages)].sort()).toEqual([
      'Announcement /courses/1/discussion_topics/1',
      'Collaboration /courses/1/collaborations/1',
      'CollectionItem /collection_items/1',
      'Conference /courses/1/conferences/1',
      'Conversation /conversations/1',
      'DiscussionTopic /courses/1/discussion_topics/1',
      'Message /courses/1/assignments/1',
      'Submission /courses/1/assignments/1/submissions/1',
    ]);
    await asked('/users/self/activity_stream');
  });

  const essay = '/courses/1/assignments/1';
  const person = '/courses/1/users/1';
  test.each<[string, () => string, Fields, string[], string[]]>([
    ['to-dos', () => '/users/self/todo', {}, [essay, `${essay}#submit`], ['ignore', 'ignore_permanently']],
    ['upcoming events', () => '/users/self/upcoming_events', {}, ['/calendar?event_id=1', essay], ['url']],
    ['assignments of a calendar', () => '/calendar_events', { type: 'assignment', all_events: true }, [essay], ['url']],
    ['assignments of a group', () => `${here}/assignment_groups`, { include: ['assignments'] }, [essay], []],
    ['enrollments of a user', () => `${here}/users`, { include: ['enrollments'] }, ['/courses/1/grades/1', person], []],
    [
      'submissions with all that belongs to them',
      () => `${here}/students/submissions`,
      { include: ['submission_history', 'submission_comments', 'assignment', 'course', 'user'] },
      [essay, `${essay}/submissions/1`, `${essay}/submissions/1?preview=1`, person],
      ['avatar_image_url', 'ics'],
    ],
    ['peer reviews', () => reviews, { include: ['user'] }, [person], ['avatar_image_url']],
    ['topics', () => `${here}/discussion_topics`, {}, ['/courses/1/discussion_topics/1', person], ['avatar_image_url', 'podcast_url']],
    ['topics that nobody has made yet', () => unmade, {}, ['/collection_items/1/discussion_topics/self', '/users/1'], ['avatar_image_url']],
    ['views', () => `${topic}/view`, {}, [person], ['avatar_image_url', 'avatar_url', 'url']],
  ])('%s lead to pages', async (_name, path, query, pages, own) => {
    const answer = await asked(path(), query);
    expect(answer.pages).toEqual(pages);
    expect(ownNames(answer.found)).toEqual(expect.arrayContaining(own));
  });

  test('every link in a mail leads to the front end', async () => {
    const links = mailServer.received
      .filter(({ to }) => to.includes(ADDRESS))
      .flatMap(({ mail }) => [...(mail.text ?? '').matchAll(/https?:\/\/\S+/g)].map(([link]) => link));
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !isBelow(link, WEB))).toEqual([]);
  });

  test('the link of a confirmation too, which a front end passes on to the server', async () => {
    const address = 'new@school.example';
    await at.student.client.post('/users/self/communication_channels', { communication_channel: { address } }).expect(200);
    await work();
    const [mail] = mailServer.received.filter(({ to }) => to.includes(address)).map((one) => one.mail);
    const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(isBelow(link, `${WEB}/confirm`)).toBe(true);
    await open(link.replace(WEB, server.url)).expect(200);
  });

  test('what a calendar lists leads to pages; the calendar itself is the server’s', async () => {
    const { calendar } = await made(at.student.client.get(here), z.object({ calendar: z.object({ ics: z.string() }) }));
    expect(isBelow(calendar.ics, server.url)).toBe(true);
    const { text } = await open(calendar.ics).expect(200);
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    const pages = events.map((event) => String(event.getFirstPropertyValue('url')).replaceAll(/\d+/g, '1'));
    expect([...new Set(pages)].sort()).toEqual([`${WEB}/calendar?event_id=1`, `${WEB}${essay}`]);
  });

  test('what a podcast tells leads to pages; the podcast and its files are the server’s', async () => {
    const { podcast_url } = await made(at.student.client.get(topic), z.object({ podcast_url: z.string() }));
    expect(isBelow(podcast_url, server.url)).toBe(true);
    const response = await open(podcast_url).expect(200);
    const read = texts(xml2js(z.string().parse(response.text ?? response.body.toString()), { compact: true }));
    const shown = read.filter(({ text }) => isBelow(text, WEB) || isBelow(text, server.url));
    const entry = expect.stringMatching(new RegExp(`^${WEB}${topic}#entry-\\d+$`));
    expect(shown).toEqual([
      { key: '_text', text: `${WEB}${topic}` },
      { key: 'href', text: podcast_url },
      { key: '_text', text: entry },
      { key: '_text', text: entry },
      { key: 'url', text: expect.stringContaining(`${server.url}/files/`) },
    ]);
  });
});
