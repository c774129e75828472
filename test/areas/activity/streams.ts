import { expect } from 'vitest';
import { z } from 'zod';
import { StreamItem, SummaryEntry } from '../../../src/areas/activity/schemas.ts';
import { made } from '../../helpers/school.ts';
import type { Client } from '../../helpers/server.ts';

export const OWN = '/users/self/activity_stream';

export const summaryOf = (by: Client, path = OWN): Promise<SummaryEntry[]> => made(by.get(`${path}/summary`), z.array(SummaryEntry));

/** What a summary says of these items (activity#22), in any order. */
function summaryFrom(items: readonly StreamItem[]): SummaryEntry[] {
  const byKind = Map.groupBy(items, ({ type, notification_category = null }) => JSON.stringify([type, notification_category]));
  return [...byKind.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { type, notification_category = null } = first;
    return { type, notification_category, count: same.length, unread_count: same.filter((item) => !item.read_state).length };
  });
}

/**
 * Somebody's stream, newest first. Its summary has to say the same each time (activity#23): counts are kept, so that every change that a test makes
 * between two looks has to have ended what was kept.
 */
export async function streamOf(by: Client, path = OWN): Promise<StreamItem[]> {
  const items = await made(by.get(path, { per_page: 100 }), z.array(StreamItem));
  expect(items.length).toBeLessThan(100);
  const summary = await summaryOf(by, path);
  expect(summary).toHaveLength(summaryFrom(items).length);
  expect(summary).toEqual(expect.arrayContaining(summaryFrom(items)));
  return items;
}

/** The topics and announcements of a stream, by their ids. */
export const topicsIn = async (by: Client, path = OWN): Promise<number[]> =>
  (await streamOf(by, path)).flatMap((item) => item.discussion_topic_id ?? item.announcement_id ?? []);

/** What somebody's stream says of one topic. */
export const topicIn = async (by: Client, id: number): Promise<StreamItem | undefined> =>
  (await streamOf(by)).find((item) => item.discussion_topic_id === id || item.announcement_id === id);

export const messagesIn = async (by: Client, category: string): Promise<StreamItem[]> =>
  (await streamOf(by)).filter((item) => item.notification_category === category);
