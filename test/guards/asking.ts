import type { Response } from 'supertest';
import type { Operation } from '../../src/http/operation.ts';
import type { Asked } from '../helpers/examples.ts';
import type { World } from '../helpers/filled-world.ts';
import type { Fields } from '../helpers/form.ts';
import type { Client, TestServer } from '../helpers/server.ts';
import { LISTS, REQUESTS } from './examples.ts';

/** The operation's path with the ids in it, of the world where the request names no other. */
export function address(op: Operation, w: World, ids: NonNullable<Asked['ids']>): string {
  const known: NonNullable<Asked['ids']> = {
    account_id: w.account,
    course_id: w.course,
    section_id: w.section,
    group_category_id: w.set,
    group_id: w.group,
    assignment_id: w.assignment,
    user_id: w.rich.id,
    folder_id: w.folder,
    collection_id: w.collection,
    collection_item_id: w.item,
    quiz_id: w.quiz,
    ...ids,
  };
  return op.path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const id = known[name];
    if (id === undefined) throw new Error(`nothing says which ${name}`);
    return String(id);
  });
}

type Method = Operation['method'] | 'HEAD';

export function send(client: Client, method: Method, path: string, sent: Fields | undefined) {
  switch (method) {
    case 'HEAD':
      return client.head(path, sent);
    case 'GET':
      return client.get(path, sent);
    case 'POST':
      return client.post(path, sent);
    case 'PUT':
      return client.put(path, sent);
    case 'PATCH':
      return client.patch(path, sent);
    case 'DELETE':
      return client.delete(path, sent);
  }
}

/** A request that can be sent once, or again and again where it only reads, and what is answered. */
export async function prepared(server: TestServer, op: Operation, w: World, method: Method = op.method): Promise<() => Promise<Response>> {
  const listed = LISTS.find((one) => one.operationId === op.operationId);
  const request = REQUESTS[op.operationId];
  if (!listed && !request) throw new Error('add a request for it to the examples.ts of its area, in test/areas');
  const asked: Asked = (await request?.(w, server)) ?? {};
  const by = listed?.by?.(w) ?? asked.by ?? server.admin;
  const query = typeof listed?.query === 'function' ? listed.query(w) : listed?.query;
  const path = listed?.path(w) ?? address(op, w, asked.ids ?? {});
  return async () => {
    const response = await send(by, method, path, listed ? { ...query, per_page: 100 } : asked.sent);
    const { status, text } = response;
    // What an example sends is known.
    const ignored = response.headers['x-ignored-parameters'];
    if (ignored !== undefined) throw new Error(`${method} ${path} ignores ${ignored}`);
    if (status !== op.status && status !== op.otherStatus) throw new Error(`${method} ${path}: ${status} ${text}`);
    return response;
  };
}
