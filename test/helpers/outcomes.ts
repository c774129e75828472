import { z } from 'zod';
import { assignment } from './assignments.ts';
import type { Fields } from './form.ts';
import { made, unique } from './school.ts';
import type { Client, TestServer } from './server.ts';

type Server = Pick<TestServer, 'admin'>;

export const Group = z.looseObject({
  id: z.int(),
  title: z.string(),
  parent_outcome_group: z.looseObject({ id: z.int() }).nullable(),
  can_edit: z.boolean(),
});
export const Link = z.looseObject({ url: z.string(), outcome: z.looseObject({ id: z.int(), title: z.string(), can_edit: z.boolean() }) });

/** The root group of a place: `/global`, `/accounts/1`, `/courses/2`. */
export async function rootGroup(server: Server, place: string): Promise<number> {
  const { status, text, headers } = await server.admin.get(`${place}/root_outcome_group`);
  const id = /\d+$/.exec(String(headers['location']))?.[0];
  if (status !== 302 || id === undefined) throw new Error(`${place} has no root: ${status} ${text}`);
  return Number(id);
}

export const groupPath = (place: string, id: number): string => `${place}/outcome_groups/${id}`;

/** A group in another; in the root where none is named. */
export async function outcomeGroup(server: Server, place: string, parent?: number, fields: Fields = {}, by: Client = server.admin) {
  const above = groupPath(place, parent ?? (await rootGroup(server, place)));
  return made(by.post(`${above}/subgroups`, { title: unique('Group'), ...fields }), Group);
}

/** The id of a new outcome in a group. */
export async function outcome(server: Server, place: string, group: number, fields: Fields = {}, by: Client = server.admin) {
  const link = by.post(`${groupPath(place, group)}/outcomes`, { title: unique('Outcome'), ...fields });
  return (await made(link, Link)).outcome.id;
}

/** Aligns an outcome: a rubric of the course with a criterion of it, attached to a new assignment (outcomes#29). */
export async function align(server: Server & Pick<TestServer, 'as' | 'database' | 'now'>, courseId: number, outcomeId: number) {
  const { id } = await assignment(server, courseId);
  const criteria = [{ description: 'Criterion', points: 5, learning_outcome_id: outcomeId }];
  const sent = { rubric: { criteria }, rubric_association: { association_id: id, association_type: 'Assignment' } };
  const { rubric } = await made(server.admin.post(`/courses/${courseId}/rubrics`, sent), z.object({ rubric: z.object({ id: z.int() }) }));
  return { rubric: rubric.id, assignment: id };
}

/** What is said where an aligned outcome would lose its last link (outcomes#28). */
export const LAST = { errors: [{ message: 'Link is the last link to an aligned outcome. Remove the alignment and then try again' }] };

export async function linkInto(server: Server, place: string, group: number, outcomeId: number): Promise<void> {
  await made(server.admin.put(`${groupPath(place, group)}/outcomes/${outcomeId}`), Link);
}

export interface Tree {
  title: string;
  outcomes: number[];
  groups: Tree[];
}

/** All below a group, read level by level. */
export async function tree(server: Server, place: string, id: number): Promise<Tree> {
  const path = groupPath(place, id);
  const all = { per_page: 100 };
  const { title } = await made(server.admin.get(path), Group);
  const links = await made(server.admin.get(`${path}/outcomes`, all), z.array(Link));
  const groups: Tree[] = [];
  for (const one of await made(server.admin.get(`${path}/subgroups`, all), z.array(Group))) groups.push(await tree(server, place, one.id));
  return { title, outcomes: links.map((one) => one.outcome.id), groups };
}
