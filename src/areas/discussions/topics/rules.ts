import { gateExplanation } from '../../../http/gates.ts';
import { lockExplanation as explanationOfAssignment } from '../../assignments/locking.ts';
import type { Hold } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import type { BoundTopic } from './bound-topics.ts';
import type { TopicRow } from './rows.ts';

/** By hand a topic is locked for everybody; by its date for all but moderators (discussions#35). */
const lockedByDate = (topic: Pick<TopicRow, 'lockAt'>, now: Date): boolean => topic.lockAt !== null && topic.lockAt <= now;

export const isLocked = (topic: Pick<TopicRow, 'locked' | 'lockAt'>, now: Date): boolean => topic.locked || lockedByDate(topic, now);

type Dated = Pick<BoundTopic, 'lockAt' | 'assigned' | 'gate'>;

type Held = Pick<TopicContext, 'moderates' | 'oversees' | 'posts'>;

/** Dates keep no moderator from posting. Who was one before reads on like them, unless they post there as a student now (access#10). */
const isFree = ({ moderates, oversees, posts }: Held): boolean => moderates || (oversees && !posts);

/** Whether a module, or a date of the topic or of its assignment, keeps the caller from posting (discussions#36). */
export const lockedForUser = ({ assigned, lockAt, gate }: Dated, context: Held, now: Date): boolean =>
  gate !== null || (assigned ? assigned.lock !== null : lockedByDate({ lockAt }, now) && !isFree(context));

const LOCKED = 'This topic is locked.';

/** Why it is locked, in the caller's time zone; by an assignment's date in the assignment's words (assignments#29). */
export function lockExplanation({ assigned, lockAt, gate }: Dated, timeZone: string): string {
  if (gate) return gateExplanation(gate, timeZone);
  if (assigned?.lock) return explanationOfAssignment(assigned.lock, timeZone);
  if (lockAt === null) return LOCKED;
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(lockAt);
  return `This topic was locked ${date}.`;
}

/** The sentence that refuses the caller's entries; null where there is none. */
export function refusalToPost(topic: Dated & Pick<TopicRow, 'locked'>, context: Held, now: Date, timeZone: string): string | null {
  if (topic.locked) return LOCKED;
  return lockedForUser(topic, context, now) ? lockExplanation(topic, timeZone) : null;
}

/** A draft or delayed topic is there for its author and for moderators (discussions#8); others see one only who moderated before. */
export const mayPostIn = (
  { state, userId: author }: Pick<TopicRow, 'state' | 'userId'>,
  { posts, moderates }: Pick<TopicContext, 'posts' | 'moderates'>,
  userId: number,
): boolean => posts && (state === 'active' || moderates || author === userId);

/** On a root those post who are in a group of its set, and moderators (discussions#75). */
export const mayPostOnRoot = (topic: Pick<TopicRow, 'groupCategoryId' | 'inGroupSet'>, context: Pick<TopicContext, 'moderates'>): boolean =>
  topic.groupCategoryId === null || topic.inGroupSet || context.moderates;

/** Who has yet to post before seeing what others did (discussions#50). */
export const owesInitialPost = (topic: Pick<TopicRow, 'posted'>, context: Pick<TopicContext, 'oversees'>): boolean =>
  !topic.posted && !context.oversees;

/** Why the caller is told of no new entries, whatever the subscription says; the first of the reasons (discussions#71). */
export function subscriptionHold(
  topic: Pick<TopicRow, 'isAnnouncement' | 'posted' | 'groupCategoryId' | 'inGroupSet'>,
  context: Pick<TopicContext, 'kind' | 'oversees' | 'joined'>,
): Hold | null {
  if (topic.isAnnouncement) return 'topic_is_announcement';
  if (owesInitialPost(topic, context)) return 'initial_post_required';
  if (topic.groupCategoryId !== null && !topic.inGroupSet) return 'not_in_group_set';
  return context.kind === 'group' && !context.joined ? 'not_in_group' : null;
}

type Bound = Pick<TopicContext, 'student' | 'studentOfRoot'>;

/** What the course lets the caller do; a child is bound as its root is (discussions#16). */
const boundIn = (topic: Pick<TopicRow, 'rootTopicId'>, context: Bound): TopicContext['student'] =>
  topic.rootTopicId === null ? context.student : context.studentOfRoot;

type Posting = Bound & Pick<TopicContext, 'posts'>;

/** Students' own topics and entries are theirs to change where the course says so (discussions#5). */
const keepsOwn = (topic: Pick<TopicRow, 'rootTopicId'>, context: Posting): boolean =>
  context.posts && (boundIn(topic, context)?.edit ?? true);

type Moderating = Posting & Pick<TopicContext, 'moderates'>;

/** With an assignment it is no longer its author's alone to change: that would change the assignment (discussions#7). */
const keepsTopic = (topic: Pick<TopicRow, 'userId' | 'assignmentId' | 'rootTopicId'>, context: Posting, userId: number): boolean =>
  topic.userId === userId && topic.assignmentId === null && keepsOwn(topic, context);

/** A child is what its root is: whoever could change it alone would part it from the root (discussions#73). */
const isOfRoot = (topic: Pick<TopicRow, 'rootTopicId'>): boolean => topic.rootTopicId !== null;

export const mayEditTopic = (
  topic: Pick<TopicRow, 'userId' | 'assignmentId' | 'rootTopicId' | 'locked' | 'lockAt'>,
  context: Moderating,
  userId: number,
  now: Date,
): boolean => !isOfRoot(topic) && (context.moderates || (keepsTopic(topic, context, userId) && !isLocked(topic, now)));

/** Entries that its author does not see keep a topic, too: they are those of others (discussions#6). */
export const mayDeleteTopic = (
  topic: Pick<TopicRow, 'userId' | 'assignmentId' | 'rootTopicId' | 'entryCount' | 'answered'>,
  context: Moderating,
  userId: number,
): boolean => !isOfRoot(topic) && (context.moderates || (keepsTopic(topic, context, userId) && topic.entryCount === 0 && !topic.answered));

/** discussions#42. Who moderates a group alone is a student of the course like others with what they wrote themselves. */
export const mayChangeEntry = (
  entry: { userId: number },
  { topic, context }: { topic: Pick<TopicRow, 'rootTopicId'>; context: Moderating },
  userId: number,
): boolean => (entry.userId === userId ? keepsOwn(topic, context) : context.moderates);

/** Whoever may post may attach files; students where the course lets them (discussions#16). */
export const mayAttach = (topic: Pick<TopicRow, 'rootTopicId'>, context: Posting): boolean =>
  context.posts && (boundIn(topic, context)?.attach ?? true);

/** discussions#99: whoever may post, where the topic lets them. */
export const mayRate = (
  topic: Pick<TopicRow, 'allowRating' | 'onlyGradersCanRate'>,
  context: Pick<TopicContext, 'posts' | 'grades'>,
): boolean => context.posts && topic.allowRating && (context.grades || !topic.onlyGradersCanRate);
