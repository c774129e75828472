import { type AnyPgColumn, bigint, boolean, check, index, integer, pgEnum, pgTable, sql, text, uniqueIndex, uuid } from '../drizzle.ts';
import { bytewiseText, createdAt, id, moment, updatedAt } from './columns.ts';
import { courses } from './courses.ts';
import { groups } from './groups.ts';
import { users } from './users.ts';

/** Whose folders and files they are: one of the three. */
const owner = () => ({
  userId: integer('user_id').references(() => users.id),
  courseId: integer('course_id').references(() => courses.id),
  groupId: integer('group_id').references(() => groups.id),
});
const ONE_OWNER = sql.raw('num_nonnulls(user_id, course_id, group_id) = 1');

export const folders = pgTable(
  'folders',
  {
    id: id(),
    ...owner(),
    /** Null: the root of its owner's folders. */
    parentId: integer('parent_id').references((): AnyPgColumn => folders.id),
    /** The folders above it, from the root down: what "in or below" is asked of. */
    ancestors: integer('ancestors').array().notNull().default([]),
    name: text('name').notNull(),
    sortKey: bytewiseText('sort_key').notNull(),
    locked: boolean('locked').notNull().default(false),
    hidden: boolean('hidden').notNull().default(false),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('folders_user').on(t.userId, t.id),
    index('folders_course').on(t.courseId, t.id),
    index('folders_group').on(t.groupId, t.id),
    index('folders_parent').on(t.parentId, t.sortKey, t.id),
    // Of two requests that need a folder at once, one makes it (D4.6).
    uniqueIndex('folders_root_of_user').on(t.userId).where(sql`parent_id is null`),
    uniqueIndex('folders_root_of_course').on(t.courseId).where(sql`parent_id is null`),
    uniqueIndex('folders_root_of_group').on(t.groupId).where(sql`parent_id is null`),
    uniqueIndex('folders_name').on(t.parentId, t.name).where(sql`not deleted`),
    check('folders_one_owner', ONE_OWNER),
    check('folders_below_root', sql`(${t.parentId} is null) = (cardinality(${t.ancestors}) = 0)`),
  ],
);

/** Files; the field's name for one that goes with something else is attachment. */
export const attachments = pgTable(
  'attachments',
  {
    id: id(),
    uuid: uuid('uuid').notNull().defaultRandom(),
    ...owner(),
    folderId: integer('folder_id')
      .notNull()
      .references(() => folders.id),
    uploaderId: integer('uploader_id')
      .notNull()
      .references(() => users.id),
    displayName: text('display_name').notNull(),
    sortKey: bytewiseText('sort_key').notNull(),
    /** The name it was uploaded under. */
    filename: text('filename').notNull(),
    contentType: text('content_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Where its bytes are; null once they are removed. Several files may share them. */
    storageKey: text('storage_key'),
    /** Whether its size counts against its owner's quota (D4.5). */
    counts: boolean('counts').notNull().default(true),
    locked: boolean('locked').notNull().default(false),
    hidden: boolean('hidden').notNull().default(false),
    deleted: boolean('deleted').notNull().default(false),
    /** A message, an entry or a submission carries it: it stays when an upload takes its place, until it is deleted (D4.1, D4.4). */
    carried: boolean('carried').notNull().default(false),
    /** A submission does, where it stays whatever its owner does to it afterwards (D8.5). */
    turnedIn: boolean('turned_in').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('attachments_user').on(t.userId, t.sortKey, t.id),
    index('attachments_course').on(t.courseId, t.sortKey, t.id),
    index('attachments_group').on(t.groupId, t.sortKey, t.id),
    index('attachments_folder').on(t.folderId, t.sortKey, t.id),
    index('attachments_uploader').on(t.uploaderId),
    index('attachments_storage_key').on(t.storageKey),
    index('attachments_to_purge').on(t.id).where(sql`deleted and not (carried or turned_in) and storage_key is not null`),
    uniqueIndex('attachments_name').on(t.folderId, t.displayName).where(sql`not deleted`),
    check('attachments_one_owner', ONE_OWNER),
  ],
);

/** Of a file `f`: in its folder, or out of it because an upload has taken its place there, while something carries it. */
export const FILE_STANDS = '(not f.deleted or f.carried)';
/** Of a file `f`: it has its bytes, and whoever may read what it is with may open it. */
export const FILE_IS_THERE = '(not f.deleted or f.carried or f.turned_in)';

export const ON_DUPLICATE = ['overwrite', 'rename'] as const;
export const onDuplicate = pgEnum('on_duplicate', ON_DUPLICATE);
export const uploadState = pgEnum('upload_state', ['reserved', 'receiving', 'received', 'confirmed', 'abandoned']);

/** Files on their way, from the first step to the third (D4): every key in storage stands here or with an attachment. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    ...owner(),
    folderId: integer('folder_id')
      .notNull()
      .references(() => folders.id),
    uploaderId: integer('uploader_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** As the client says; the bytes have the last word. */
    contentType: text('content_type'),
    announcedSize: bigint('announced_size', { mode: 'number' }),
    onDuplicate: onDuplicate('on_duplicate').notNull(),
    counts: boolean('counts').notNull(),
    state: uploadState('state').notNull(),
    storageKey: text('storage_key'),
    size: bigint('size', { mode: 'number' }),
    attachmentId: integer('attachment_id').references(() => attachments.id),
    receivedAt: moment('received_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('uploads_user').on(t.userId),
    index('uploads_course').on(t.courseId),
    index('uploads_group').on(t.groupId),
    index('uploads_folder').on(t.folderId),
    index('uploads_uploader').on(t.uploaderId),
    index('uploads_attachment').on(t.attachmentId),
    index('uploads_created_at').on(t.createdAt, t.id),
    check('uploads_one_owner', ONE_OWNER),
  ],
);
