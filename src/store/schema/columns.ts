import { customType, integer, timestamp } from '../drizzle.ts';

/** Every table's own id: an identity column, so that no client can choose one. */
export const id = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

/** A point in time, stored in UTC and kept to whole seconds by the edge (D1.5). */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const createdAt = () => moment('created_at').notNull().defaultNow();
export const updatedAt = () => moment('updated_at').notNull().defaultNow();

/** Text compared byte by byte: the same order on every machine, whatever its locale. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
