import { z } from 'zod';
import type { TxCtx } from '../../access/context.ts';
import { systemContext } from '../accounts/bootstrap.ts';
import type { Job } from '../area.ts';
import { EVENTS, type EventName, type EventPayload, Happened, jobOf } from '../events/events.ts';
import { summaryJobs } from '../notifications/mailing.ts';
import { notifyOfAssignmentChange, notifyOfQuizChange, remindOfDueDates } from './assignment-messages.ts';
import { notifyOfCollaboration } from './collaboration-items.ts';
import { notifyOfCollectionItem } from './collection-items.ts';
import { notifyOfAddition, notifyOfMessages } from './conversation-items.ts';
import { notifyOfEntries, notifyOfEntry } from './entry-messages.ts';
import { forgetInvitation, forgetInvitationsOfCourse, notifyOfInvitation, notifyOfRegistration } from './invitation-messages.ts';
import { removeUntouched } from './removal.ts';
import { isStillThere } from './still-there.ts';
import { notifyOfComments, notifyOfSubmissions } from './submission-items.ts';
import { notifyOfTopic } from './topic-items.ts';

/**
 * What each event means for streams and notifications: one transaction, so that it is done or can be done again. It is of the time
 * of the event, whenever it is done.
 */
const MEANINGS: { [E in EventName]: (tx: TxCtx, payload: EventPayload<E>) => Promise<void> } = {
  topic: (tx, { topicId }) => notifyOfTopic(tx, topicId),
  entries: (tx, { topicId }) => notifyOfEntries(tx, topicId),
  messages: (tx, { messageIds }) => notifyOfMessages(tx, messageIds),
  participants_added: (tx, { messageId, userIds }) => notifyOfAddition(tx, messageId, userIds),
  submissions: (tx, { assignmentId, userIds }) => notifyOfSubmissions(tx, assignmentId, userIds),
  comments: (tx, { commentIds }) => notifyOfComments(tx, commentIds),
  assignment_changed: (tx, { assignmentId, userId, at }) => notifyOfAssignmentChange(tx, assignmentId, userId, at),
  quiz_changed: (tx, { quizId, userId, at }) => notifyOfQuizChange(tx, quizId, userId, at),
  collaboration: (tx, { collaborationId }) => notifyOfCollaboration(tx, collaborationId),
  collection: (tx, { collectionId, itemId }) => notifyOfCollectionItem(tx, collectionId, itemId),
  invited: (tx, told) => notifyOfInvitation(tx, told),
  invitation_ended: (tx, ended) => forgetInvitation(tx, ended),
  course_deleted: (tx, { courseId }) => forgetInvitationsOfCourse(tx, courseId),
  registered: (tx, { userId }) => notifyOfRegistration(tx, userId),
};

/** The lists of events that many people cause at once: one job may tell of all that they name (`Job.list`). */
const LISTS: { readonly [E in EventName]?: keyof EventPayload<E> & string } = {
  messages: 'messageIds',
  submissions: 'userIds',
  comments: 'commentIds',
};

const timeOf = (payload: unknown): Date => {
  const { happenedAt } = Happened.parse(payload);
  return happenedAt === null ? new Date() : new Date(happenedAt);
};

const jobFor = <E extends EventName>(event: E): Job => ({
  name: jobOf(event),
  deferrable: true,
  ...(LISTS[event] === undefined ? {} : { list: LISTS[event] }),
  run: (database, payload) => {
    const schema: { parse(value: unknown): unknown } = EVENTS[event];
    const told = schema.parse(payload) as EventPayload<E>;
    return systemContext(database, timeOf(payload)).tx((tx) => MEANINGS[event](tx, told));
  },
});

const names = Object.keys(EVENTS).filter((name): name is EventName => name in EVENTS);

export const REMIND = 'remind_of_due_dates';
export const REMOVE = 'remove_old_stream_items';

const Entry = z.object({ entryId: z.int() });

export const activityJobs: readonly Job[] = [
  ...names.map((name) => jobFor(name)),
  // Of an earlier release, whose entries have a job each.
  {
    name: 'tell_of_entry',
    deferrable: true,
    run: (database, payload) => systemContext(database, timeOf(payload)).tx((tx) => notifyOfEntry(tx, Entry.parse(payload).entryId)),
  },
  // Of an earlier release, where one waits still: who joins finds what is there when the stream is read (activity#20).
  { name: 'tell_of_joined', deferrable: true, run: () => Promise.resolve() },
  { name: REMIND, schedule: '5 * * * *', deferrable: true, run: (database) => systemContext(database).tx(remindOfDueDates) },
  ...summaryJobs(isStillThere),
  { name: REMOVE, schedule: '35 3 * * *', deferrable: true, run: (database) => removeUntouched(database, new Date()) },
];
