import type { Ctx } from '../../../access/context.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { IdForm, PlainId } from '../../../kernel/ids.ts';
import { mapPage, noRows, type Page, type PageRequest } from '../../../kernel/pages.ts';
import type { Entry } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { readableTopic, topicIdsOf } from '../topics/topics.ts';
import { entriesJson } from './json.ts';
import { byIds, countKnown, descendants, nodeOf, topLevel } from './rows.ts';

export { deleteEntry, editEntry, postEntry } from './changes.ts';
export { rateEntry } from './ratings.ts';
export { isReadBy, liveNodeOf } from './rows.ts';

/** discussions#47: the top-level ones, newest first, each with its newest replies. */
export async function listEntries(ctx: Ctx, context: TopicContext, form: IdForm, page: PageRequest): Promise<Page<Entry>> {
  const topic = await readableTopic(ctx, context, form);
  if (!topic) return noRows(page);
  const topicIds = topicIdsOf(topic);
  const found = await (topicIds.length === 1 ? topLevel.ofOne : topLevel.ofSeveral).read(
    ctx.db,
    { callerId: ctx.caller.userId, topicIds },
    page,
  );
  return mapPage(found, entriesJson(ctx, found.rows));
}

/** discussions#48: all active descendants, of a deleted entry too. */
export async function listReplies(
  ctx: Ctx,
  context: TopicContext,
  { topicForm, entryId }: { topicForm: IdForm; entryId: number },
  page: PageRequest,
): Promise<Page<Entry>> {
  const topic = await readableTopic(ctx, context, topicForm);
  if (!topic) throw notFound();
  const place = await nodeOf(ctx, topicIdsOf(topic), entryId);
  const [thread] = place.ancestors;
  const of = { callerId: ctx.caller.userId, topicId: place.topicId, threadId: thread ?? place.id };
  const found = await descendants.read(ctx.db, of, page, thread === undefined ? {} : { below: place.id });
  return mapPage(found, entriesJson(ctx, found.rows));
}

/** discussions#49: by id; 404 for the whole where one is of another topic or of none. */
export async function listEntriesByIds(
  ctx: Ctx,
  context: TopicContext,
  { topicForm, entryForms }: { topicForm: IdForm; entryForms: readonly PlainId[] },
  page: PageRequest,
): Promise<Page<Entry>> {
  const topic = await readableTopic(ctx, context, topicForm);
  if (entryForms.length === 0) return noRows(page);
  if (!topic) throw notFound();
  const ids = [...new Set(entryForms.map((each) => each.id))];
  const topicIds = topicIdsOf(topic);
  if ((await countKnown(ctx.db, topicIds, ids)) < ids.length) throw notFound();
  const found = await byIds.read(ctx.db, { callerId: ctx.caller.userId, topicIds, ids }, page);
  return mapPage(found, entriesJson(ctx, found.rows));
}
