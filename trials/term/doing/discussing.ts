import { z } from 'zod';
import { placeKey } from '../ledger.ts';
import type { Kind } from '../plan.ts';
import type { Topic } from '../school.ts';
import { type Outcome, read, whenOf } from '../sending.ts';
import { Made } from '../setting-up.ts';
import type { Doing, Way } from './doing.ts';

/** Somebody else may have deleted it meanwhile, as the author may. */
const GONE = [404];
const own = ({ by }: Doing, topic: Topic) => topic.entries.filter(({ author, deleted }) => author === by.id && !deleted);

function noteEntry({ ledger, by }: Doing, topic: Topic, mark: string, outcome: Outcome): void {
  const when = whenOf(outcome);
  if (!when) return;
  const id = read(outcome, Made)?.id ?? null;
  ledger.entries.add(topic.id, { ...when, mark, id, topicId: topic.id, author: by.id });
  ledger.words.write(mark, mark, when);
  if (id !== null) topic.entries.push({ id, mark, author: by.id, deleted: false });
}

const topicPath = ({ course }: Doing, topic: Topic): string => `${course.path}/discussion_topics/${topic.id}`;

async function post(doing: Doing, topic: Topic, mark: string): Promise<void> {
  const body = { message: `<p>I think ${mark}</p>` };
  noteEntry(doing, topic, mark, await doing.send('POST', `${topicPath(doing, topic)}/entries`, { body }));
}

const postEntry: Way = async (doing) => {
  const topic = doing.pick(doing.course.topics, 0);
  if (!topic) return 'skipped';
  await post(doing, topic, doing.act.mark);
  return 'done';
};

/** One of those, which is written first where there is none. */
async function entryOf(doing: Doing, list: (topic: Topic) => Topic['entries']) {
  const topic = doing.pick(doing.course.topics, 0);
  if (!topic) return undefined;
  if (list(topic).length === 0) await post(doing, topic, doing.act.before);
  const entry = doing.pick(list(topic), 1);
  return entry && { topic, entry, path: `${topicPath(doing, topic)}/entries/${entry.id}` };
}

const replyToEntry: Way = async (doing) => {
  const found = await entryOf(doing, ({ entries }) => entries.filter(({ deleted }) => !deleted));
  if (!found) return 'skipped';
  const body = { message: `<p>No, ${doing.act.mark}</p>` };
  // A thread nests to 50 levels, beyond which a reply is refused.
  const outcome = await doing.send('POST', `${found.path}/replies`, { body, may: [400, ...GONE] });
  noteEntry(doing, found.topic, doing.act.mark, outcome);
  return 'done';
};

const changeEntry: Way = async (doing) => {
  const found = await entryOf(doing, (topic) => own(doing, topic));
  if (!found) return 'skipped';
  const body = { message: `<p>Or rather ${doing.act.mark}</p>` };
  const when = whenOf(await doing.send('PUT', found.path, { body, may: GONE }));
  if (when) doing.ledger.words.write(found.entry.mark, doing.act.mark, when);
  return 'done';
};

const deleteEntry: Way = async (doing) => {
  const found = await entryOf(doing, (topic) => own(doing, topic));
  if (!found) return 'skipped';
  found.entry.deleted = true;
  const outcome = await doing.send('DELETE', found.path, { may: GONE });
  // A load balancer sends it again by itself where a server was killed that had done it: nobody else deletes what is one's own.
  const when = outcome.status === 404 ? { from: outcome.from, to: Number.POSITIVE_INFINITY, sure: false } : whenOf(outcome);
  if (when) doing.ledger.deleted.write(found.entry.mark, true, when);
  else found.entry.deleted = false;
  return 'done';
};

const markEntry: Way = async (doing) => {
  const found = await entryOf(doing, ({ entries }) => entries);
  if (!found) return 'skipped';
  const isRead = doing.act.picks[2] < 0.7;
  const when = whenOf(await doing.send(isRead ? 'PUT' : 'DELETE', `${found.path}/read`, { may: GONE }));
  if (when) doing.ledger.readings.add(placeKey(found.topic.id, doing.by.id), { ...when, entryId: found.entry.id, read: isRead });
  return 'done';
};

const markTopic: Way = async (doing) => {
  const topic = doing.pick(doing.course.topics, 0);
  if (!topic) return 'skipped';
  const isRead = doing.act.picks[2] < 0.8;
  const when = whenOf(await doing.send(isRead ? 'PUT' : 'DELETE', `${topicPath(doing, topic)}/read_all`));
  if (when) doing.ledger.readings.add(placeKey(topic.id, doing.by.id), { ...when, entryId: null, read: isRead });
  return 'done';
};

const MOST_TOPICS = 5;

const openTopic: Way = async (doing) => {
  const { course, act, ledger } = doing;
  if (course.topics.length >= MOST_TOPICS) return 'skipped';
  const body = {
    title: `Topic ${act.mark}`,
    message: '<p>What do you think?</p>',
    discussion_type: act.picks[0] < 0.5 ? 'threaded' : 'side_comment',
  };
  const outcome = await doing.send('POST', `${course.path}/discussion_topics`, { body });
  const made = read(outcome, z.object({ id: z.int() }));
  const when = whenOf(outcome);
  if (!made || !when) return 'done';
  course.topics.push({ id: made.id, entries: [] });
  ledger.made.add(course.id, { ...when, what: 'topic', id: made.id });
  return 'done';
};

const announce: Way = async (doing) => {
  const { course, act, ledger } = doing;
  const body = { title: `News ${act.mark}`, message: '<p>Bring your books.</p>', is_announcement: true };
  const outcome = await doing.send('POST', `${course.path}/discussion_topics`, { body });
  const made = read(outcome, Made);
  const when = whenOf(outcome);
  if (made && when) ledger.made.add(course.id, { ...when, what: 'announcement', id: made.id });
  return 'done';
};

export const DISCUSSING = {
  postEntry,
  replyToEntry,
  changeEntry,
  deleteEntry,
  markEntry,
  markTopic,
  openTopic,
  announce,
} satisfies Partial<Record<Kind, Way>>;
