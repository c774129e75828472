import { z } from 'zod';
import type { TxCtx } from '../../access/context.ts';
import { statement, type TxDb } from '../../store/database.ts';
import { enqueueEach } from '../../store/sql/jobs.ts';
import { sql } from '../../store/sql/sql.ts';
import { json, text } from '../../store/sql/types.ts';

const Topic = z.object({ topicId: z.int() });

/**
 * What happens that people hear of, with what its job is told. Whoever does it says so in its own transaction (`publishEvent`); what
 * becomes of it, in streams and in mails, is the business of the activity area, which knows all others (notifications#1).
 */
export const EVENTS = {
  /** A topic was made, changed or posted: one job covers all of these since the last. */
  topic: Topic,
  /** A topic has entries that nobody has been told of: one job covers all of these, too (activity#10, discussions#70). */
  entries: Topic,
  messages: z.object({ messageIds: z.array(z.int()) }),
  /** The generated message that says so, and whom it adds. */
  participants_added: z.object({ messageId: z.int(), userIds: z.array(z.int()) }),
  /** Submissions of an assignment were graded, commented on, or shown after all. */
  submissions: z.object({ assignmentId: z.int(), userIds: z.array(z.int()) }),
  comments: z.object({ commentIds: z.array(z.int()) }),
  /** This user has changed an assignment, and wants others to know (assignments#34). */
  assignment_changed: z.object({ assignmentId: z.int(), userId: z.int(), at: z.int() }),
  /** This user has changed a quiz without an assignment, and wants others to know (quizzes#20). */
  quiz_changed: z.object({ quizId: z.int(), userId: z.int(), at: z.int() }),
  /** A collaboration, or a conference, was made. */
  collaboration: z.object({ collaborationId: z.int() }),
  /** An item was added; null: all of them may be seen now. */
  collection: z.object({ collectionId: z.int(), itemId: z.int().nullable() }),
  invited: z.object({ courseId: z.int().nullable(), groupId: z.int().nullable(), userId: z.int(), at: z.int() }),
  /** An invitation was withdrawn or rejected, ended with its group, or went to another course with its section. */
  invitation_ended: z.object({ courseId: z.int().nullable(), groupId: z.int().nullable(), userId: z.int() }),
  /** With all that invites people into it, its groups too. */
  course_deleted: z.object({ courseId: z.int() }),
  registered: z.object({ userId: z.int() }),
} as const;
export type EventName = keyof typeof EVENTS;
export type EventPayload<E extends EventName> = z.output<(typeof EVENTS)[E]>;

export const jobOf = (event: EventName): string => `tell_of_${event}`;

/** When it happened, in every job of these: it may wait over an outage, or in a dump. Null: an earlier release did not say. */
export const Happened = z.object({ happenedAt: z.int().nullable().default(null) });

/** Says that something has happened: its job is there if and only if the transaction commits. */
export async function publishEvent<E extends EventName>(
  tx: Pick<TxCtx, 'enqueue' | 'now'>,
  event: E,
  payload: EventPayload<E>,
): Promise<void> {
  const job = jobOf(event);
  const happened: z.output<typeof Happened> = { happenedAt: tx.now.getTime() };
  await tx.enqueue(job, { ...payload, ...happened }, 'topicId' in payload ? { key: `${job}:${payload.topicId}` } : {});
}

const publish = statement({
  name: 'publish_events',
  takes: { job: text, payloads: json() },
  sql: (p) => enqueueEach(p.job, sql`told.payload`, sql`jsonb_array_elements(${p.payloads}::jsonb) as told(payload)`),
});

/** Says the same of several things at once, each by a job of its own. */
export async function publishEvents<E extends 'invited' | 'invitation_ended'>(
  tx: { db: TxDb; now: Date },
  event: E,
  payloads: readonly EventPayload<E>[],
): Promise<void> {
  const happened: z.output<typeof Happened> = { happenedAt: tx.now.getTime() };
  if (payloads.length > 0) await tx.db.rows(publish, { job: jobOf(event), payloads: payloads.map((one) => ({ ...one, ...happened })) });
}
