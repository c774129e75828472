import { z } from 'zod';
import type { Fields } from './form.ts';
import { made, type School } from './school.ts';
import type { Client } from './server.ts';
import { upload } from './upload.ts';

const Id = z.object({ id: z.int() });
const Page = z.object({ page_id: z.int(), url: z.string() });

const base = (at: School): string => `/courses/${at.course.id}`;

/** A module, published unless the fields say otherwise. */
export const moduleIn = async (at: School, fields: Fields = {}): Promise<number> =>
  (await made(at.teacher.client.post(`${base(at)}/modules`, { module: { name: 'Week', published: true, ...fields } }), Id)).id;

export const changeModule = (at: School, id: number, module: Fields) =>
  at.teacher.client.put(`${base(at)}/modules/${id}`, { module }).expect(200);

export const itemIn = async (at: School, module: number, fields: Fields): Promise<number> =>
  (await made(at.teacher.client.post(`${base(at)}/modules/${module}/items`, { module_item: { published: true, ...fields } }), Id)).id;

/** An address that asks to be viewed. */
export const step = (at: School, module: number): Promise<number> =>
  itemIn(at, module, {
    type: 'ExternalUrl',
    title: 'Read',
    external_url: 'https://example.org',
    completion_requirement: { type: 'must_view' },
  });

export const take = (at: School, client: Client, module: number, item: number) =>
  client.post(`${base(at)}/modules/${module}/items/${item}/mark_read`).expect(200);

/** Content that may stand in modules: how it is put there, and where it is shown. */
export interface Content {
  kind: 'Assignment' | 'Quiz' | 'Graded quiz' | 'Discussion' | 'Graded discussion' | 'File' | 'Page';
  id: number;
  item: Fields;
  path: string;
}

export const TEXT = 'Only for those who have got here';

/** One of each kind, each with a text or bytes. */
export async function contentsIn(at: School): Promise<Content[]> {
  const { client } = at.teacher;
  const post = async (path: string, fields: Fields) => (await made(client.post(`${base(at)}/${path}`, fields), Id)).id;
  const essay = { name: 'Essay', description: TEXT, submission_types: ['online_text_entry'], points_possible: 10 };
  const assignment = await post('assignments', { assignment: essay });
  const practice = await post('quizzes', { quiz: { title: 'Practice', description: TEXT, quiz_type: 'practice_quiz', published: true } });
  const test = await post('quizzes', { quiz: { title: 'Test', description: TEXT, quiz_type: 'assignment', published: true } });
  const talk = await post('discussion_topics', { title: 'Talk', message: TEXT });
  const graded = await post('discussion_topics', { title: 'Debate', message: TEXT, assignment: { points_possible: 5 } });
  const file = await upload(client, `${base(at)}/files`, { name: 'a.txt' });
  const page = await made(client.post(`${base(at)}/pages`, { wiki_page: { title: 'Cell', body: TEXT, published: true } }), Page);
  const of = (kind: Content['kind'], type: string, id: number, path: string): Content => ({
    kind,
    id,
    item: { type, content_id: id },
    path: `${base(at)}/${path}/${id}`,
  });
  return [
    of('Assignment', 'Assignment', assignment, 'assignments'),
    of('Quiz', 'Quiz', practice, 'quizzes'),
    of('Graded quiz', 'Quiz', test, 'quizzes'),
    of('Discussion', 'Discussion', talk, 'discussion_topics'),
    of('Graded discussion', 'Discussion', graded, 'discussion_topics'),
    { ...of('File', 'File', file.id, 'files'), path: `/files/${file.id}` },
    { kind: 'Page', id: page.page_id, item: { type: 'Page', page_url: page.url }, path: `${base(at)}/pages/${page.url}` },
  ];
}

export const contentOf = async (at: School, kind: Content['kind']): Promise<Content> => {
  const found = (await contentsIn(at)).find((one) => one.kind === kind);
  if (!found) throw new Error(`there is no ${kind}`);
  return found;
};
