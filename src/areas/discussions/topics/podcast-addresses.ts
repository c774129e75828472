import type { Ctx } from '../../../access/context.ts';
import { CODE_PATTERN, ownFeedCodes } from '../../feeds/codes.ts';
import type { TopicRow } from './rows.ts';

/** The feed of a topic; its code is another for each user and topic. */
const feedName = (topicId: number): string => `topic_${topicId}`;

const FILE = new RegExp(`^(topic_([1-9]\\d{0,9}))_(${CODE_PATTERN})\\.rss$`);

interface PodcastFile {
  feed: string;
  topicId: number;
  code: string;
}

/** What the last part of an address says; undefined where it is none of a podcast. */
export function readPodcastFile(file: string): PodcastFile | undefined {
  const [, feed, id, code] = FILE.exec(file) ?? [];
  return feed === undefined || code === undefined ? undefined : { feed, topicId: Number(id), code };
}

export const PODCAST_PATH = '/feeds/podcasts';

export type PodcastAddresses = (topic: Pick<TopicRow, 'id' | 'podcastEnabled'>) => string | null;

/** The addresses of the caller's podcasts of these topics (discussions#93); where none of them has one, nothing is asked. */
export async function podcastAddresses(ctx: Ctx, topics: readonly Pick<TopicRow, 'podcastEnabled'>[]): Promise<PodcastAddresses> {
  const codes = topics.some((topic) => topic.podcastEnabled) ? await ownFeedCodes(ctx) : null;
  return ({ id, podcastEnabled }) => {
    const feed = feedName(id);
    return codes !== null && podcastEnabled ? `${ctx.baseUrl}${PODCAST_PATH}/${feed}_${codes(feed)}.rss` : null;
  };
}
