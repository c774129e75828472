import { z } from 'zod';
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
