import { z } from 'zod';
import { StreamItem, SummaryEntry } from '../../../src/areas/activity/schemas.ts';
import { made } from '../../helpers/school.ts';
import type { Client } from '../../helpers/server.ts';

export const OWN = '/users/self/activity_stream';

/** Somebody's stream, newest first. */
export const streamOf = (by: Client, path = OWN): Promise<StreamItem[]> => made(by.get(path, { per_page: 100 }), z.array(StreamItem));

export const summaryOf = (by: Client, path = OWN): Promise<SummaryEntry[]> => made(by.get(`${path}/summary`), z.array(SummaryEntry));

/** The topics and announcements of a stream, by their ids. */
export const topicsIn = async (by: Client, path = OWN): Promise<number[]> =>
  (await streamOf(by, path)).flatMap((item) => item.discussion_topic_id ?? item.announcement_id ?? []);

/** What somebody's stream says of one topic. */
export const topicIn = async (by: Client, id: number): Promise<StreamItem | undefined> =>
  (await streamOf(by)).find((item) => item.discussion_topic_id === id || item.announcement_id === id);

export const messagesIn = async (by: Client, category: string): Promise<StreamItem[]> =>
  (await streamOf(by)).filter((item) => item.notification_category === category);
