import { isBlankHtml } from '../../../http/parameters/html.ts';
import { sameTime } from '../../../kernel/dates.ts';
import { invalidField } from '../../../kernel/errors.ts';
import { endOfDay } from '../../overrides/whole-days.ts';
import type { TopicParameters } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import type { TopicRow } from '../topics/topics.ts';

/** What of a topic a request can change; a new one is compared with what it would be without. */
export type Changeable = Pick<
  TopicRow,
  | 'title'
  | 'message'
  | 'type'
  | 'isAnnouncement'
  | 'state'
  | 'pinned'
  | 'locked'
  | 'requireInitialPost'
  | 'podcastEnabled'
  | 'podcastHasStudentPosts'
  | 'allowRating'
  | 'onlyGradersCanRate'
  | 'sortByRating'
  | 'postedAt'
  | 'delayedPostAt'
  | 'lockAt'
  | 'groupCategoryId'
  | 'assignmentId'
>;

const differs = <T>(sent: T | undefined, before: T): boolean => sent !== undefined && sent !== before;
const moves = (sent: Date | null | undefined, before: Date | null): boolean => sent !== undefined && !sameTime(sent, before);

/** Asks for an assignment, or for an end of the one there is (discussions#80). */
export const asksAssignment = ({ assignment }: TopicParameters, before: Pick<Changeable, 'assignmentId'>): boolean =>
  assignment != null && (assignment.set_assignment !== false || before.assignmentId !== null);

/**
 * What is said of an assignment alone is said of its topic too, where both are the same; what is said of the topic itself goes
 * before (discussions#82). Drafts are those of draft state: while that is off, nobody asks for one of an assignment (discussions#84).
 */
export function ofBoth(sent: TopicParameters, draftState: boolean): TopicParameters {
  const { assignment } = sent;
  if (assignment == null || assignment.set_assignment === false) return sent;
  const or = <T>(own: T | undefined, other: T | undefined): T | undefined => (own === undefined ? other : own);
  return {
    ...sent,
    message: or(sent.message, assignment.description),
    lock_at: or(sent.lock_at, assignment.lock_at),
    published: or(sent.published, draftState ? assignment.published : undefined),
  };
}

/** A date at 00:00 on which a topic with an assignment is to lock means the end of that day (discussions#33). */
export function inWholeDays(sent: TopicParameters, before: Pick<Changeable, 'assignmentId'>, zone: string | null): TopicParameters {
  const stays = before.assignmentId !== null && sent.assignment?.set_assignment !== false;
  return zone !== null && stays && sent.lock_at ? { ...sent, lock_at: endOfDay(sent.lock_at, zone) } : sent;
}

/**
 * Asks that the topic be a draft. A delayed one shows `published` false already: whoever sends that back, and leaves its date,
 * asks for nothing (discussions#4, discussions#31).
 */
const asksDraft = (sent: TopicParameters, before: Changeable): boolean =>
  sent.published === false && (before.state !== 'delayed' || moves(sent.delayed_post_at, before.delayedPostAt));

/** What belongs to teachers and TAs; designers and the moderators of groups have all of it but drafts (discussions#4). */
export function mayAsk(
  sent: TopicParameters,
  before: Changeable,
  context: Pick<TopicContext, 'moderates' | 'drafts' | 'announces'>,
): boolean {
  const draft = asksDraft(sent, before) && before.state !== 'draft';
  const moderated =
    differs(sent.pinned, before.pinned) ||
    differs(sent.locked, before.locked) ||
    differs(sent.podcast_enabled, before.podcastEnabled) ||
    differs(sent.podcast_has_student_posts, before.podcastHasStudentPosts) ||
    moves(sent.delayed_post_at, before.delayedPostAt) ||
    moves(sent.lock_at, before.lockAt) ||
    sent.position_after !== undefined ||
    asksAssignment(sent, before) ||
    (sent.group_category_id !== undefined && differs(sent.group_category_id?.id ?? null, before.groupCategoryId));
  return (
    (!draft || context.drafts) &&
    (!moderated || context.moderates) &&
    (!differs(sent.is_announcement, before.isAnnouncement) || context.announces)
  );
}

function stateAfter(sent: TopicParameters, before: Changeable, delayedPostAt: Date | null, now: Date): 'draft' | 'delayed' | 'active' {
  const dated = moves(sent.delayed_post_at, before.delayedPostAt) && delayedPostAt !== null;
  if (asksDraft(sent, before) || (sent.published === undefined && before.state === 'draft' && !dated)) return 'draft';
  return delayedPostAt !== null && delayedPostAt > now ? 'delayed' : 'active';
}

/**
 * Moving or clearing the date opens the topic again, and so does `locked` false, past dates included. A topic whose date has passed shows
 * `locked` true: whoever sends both back asks for nothing (discussions#35).
 */
function lockAfter(sent: TopicParameters, before: Changeable, now: Date): Pick<Changeable, 'locked' | 'lockAt'> {
  const lockAt = sent.lock_at === undefined ? before.lockAt : sent.lock_at;
  const moved = moves(sent.lock_at, before.lockAt);
  const past = lockAt !== null && lockAt <= now;
  const sentBack = sent.locked === true && sent.lock_at !== undefined && past && !moved;
  const byHand = sentBack ? undefined : sent.locked;
  const locked = byHand ?? (moved ? false : before.locked);
  return { locked, lockAt: sent.locked === false && past && !moved ? null : lockAt };
}

const ratingAfter = (
  sent: TopicParameters,
  before: Changeable,
): Pick<Changeable, 'allowRating' | 'onlyGradersCanRate' | 'sortByRating'> => ({
  allowRating: sent.allow_rating ?? before.allowRating,
  onlyGradersCanRate: sent.only_graders_can_rate ?? before.onlyGradersCanRate,
  sortByRating: sent.sort_by_rating ?? before.sortByRating,
});

/** It is locked after it is posted (discussions#33). */
export function requireLockedLater({ delayedPostAt, lockAt }: Pick<Changeable, 'delayedPostAt' | 'lockAt'>): void {
  if (delayedPostAt !== null && lockAt !== null && lockAt <= delayedPostAt)
    throw invalidField('lock_at', 'invalid', 'must be after delayed_post_at');
}

/** The topic as it will be; 400 where that makes no sense (discussions#18). */
export function changed(sent: TopicParameters, before: Changeable, groupCategoryId: number | null, now: Date): Changeable {
  const delayedPostAt = sent.delayed_post_at === undefined ? before.delayedPostAt : sent.delayed_post_at;
  const { locked, lockAt } = lockAfter(sent, before, now);
  const state = stateAfter(sent, before, delayedPostAt, now);
  const podcastHasStudentPosts = sent.podcast_has_student_posts ?? (sent.podcast_enabled === false ? false : before.podcastHasStudentPosts);
  const after = {
    title: sent.title ?? before.title,
    message: sent.message === undefined ? before.message : sent.message,
    type: sent.discussion_type ?? before.type,
    isAnnouncement: sent.is_announcement ?? before.isAnnouncement,
    state,
    pinned: sent.pinned ?? before.pinned,
    locked,
    lockAt,
    requireInitialPost: sent.require_initial_post ?? before.requireInitialPost,
    podcastEnabled: podcastHasStudentPosts || (sent.podcast_enabled ?? before.podcastEnabled),
    podcastHasStudentPosts,
    ...ratingAfter(sent, before),
    postedAt: state === 'active' ? (before.postedAt ?? now) : null,
    delayedPostAt,
    groupCategoryId,
    assignmentId: before.assignmentId,
  };
  if (after.isAnnouncement && isBlankHtml(after.message ?? '')) throw invalidField('message', 'blank', 'is required');
  return after;
}
