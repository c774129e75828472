import type { TxCtx } from '../../access/context.ts';
import { systemContext } from '../accounts/bootstrap.ts';
import type { Job } from '../area.ts';
import { EVENTS, type EventName, Happened, jobOf, type Told } from '../events/events.ts';
import { remindOfDueDates, tellOfChange, tellOfQuizChange } from './assignment-messages.ts';
import { tellOfCollaboration } from './collaboration-items.ts';
import { tellOfCollection } from './collection-items.ts';
import { tellOfAddition, tellOfMessages } from './conversation-items.ts';
import { tellOfEntry } from './entry-messages.ts';
import { fillStreams, tellOfInvitation, tellOfRegistration } from './joining.ts';
import { removeUntouched } from './removal.ts';
import { tellOfComments, tellOfSubmissions } from './submission-items.ts';
import { tellOfTopic } from './topic-items.ts';

/**
 * What each event means for streams and notifications: one transaction, so that it is done or can be done again. It is of the time
 * of the event, whenever it is done.
 */
const MEANINGS: { [E in EventName]: (tx: TxCtx, told: Told<E>) => Promise<void> } = {
  topic: (tx, { topicId }) => tellOfTopic(tx, topicId),
  entry: (tx, { entryId }) => tellOfEntry(tx, entryId),
  messages: (tx, { messageIds }) => tellOfMessages(tx, messageIds),
  participants_added: (tx, { messageId, userIds }) => tellOfAddition(tx, messageId, userIds),
  submissions: (tx, { assignmentId, userIds }) => tellOfSubmissions(tx, assignmentId, userIds),
  comments: (tx, { commentIds }) => tellOfComments(tx, commentIds),
  assignment_changed: (tx, { assignmentId, userId, at }) => tellOfChange(tx, assignmentId, userId, at),
  quiz_changed: (tx, { quizId, userId, at }) => tellOfQuizChange(tx, quizId, userId, at),
  collaboration: (tx, { collaborationId }) => tellOfCollaboration(tx, collaborationId),
  collection: (tx, { collectionId, itemId }) => tellOfCollection(tx, collectionId, itemId),
  joined: (tx, { courseId, groupId, userIds }) => fillStreams(tx, courseId, groupId, userIds),
  invited: (tx, told) => tellOfInvitation(tx, told),
  registered: (tx, { userId }) => tellOfRegistration(tx, userId),
};

const jobFor = <E extends EventName>(event: E): Job => ({
  name: jobOf(event),
  run: (database, payload) => {
    const schema: { parse(value: unknown): unknown } = EVENTS[event];
    const told = schema.parse(payload) as Told<E>;
    const { happenedAt } = Happened.parse(payload);
    const now = happenedAt === null ? new Date() : new Date(happenedAt);
    return systemContext(database, now).tx((tx) => MEANINGS[event](tx, told));
  },
});

const names = Object.keys(EVENTS).filter((name): name is EventName => name in EVENTS);

export const REMIND = 'remind_of_due_dates';
export const REMOVE = 'remove_old_stream_items';

export const activityJobs: readonly Job[] = [
  ...names.map((name) => jobFor(name)),
  { name: REMIND, schedule: '5 * * * *', run: (database) => systemContext(database).tx(remindOfDueDates) },
  { name: REMOVE, schedule: '35 3 * * *', run: (database) => removeUntouched(database, new Date()) },
];
