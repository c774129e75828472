import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { groupSet } from '../../helpers/assignments.ts';
import { expectPages, type Walk } from '../../helpers/paged.ts';
import { course, enroll, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { OWN, summaryOf } from './streams.ts';

/** A stream is put together of what is somebody's own and of what was said to all or most in each of their courses and groups: page by page it is one list. */

const server = useServer();

type Place = 'first' | 'second' | 'elsewhere' | 'ours' | 'both' | 'theirs' | 'own';
let reader: Person;
let other: Person;
let ids: Readonly<Record<Exclude<Place, 'own'>, number>>;
let setId: number;

beforeAll(async () => {
  reader = await person(server);
  other = await person(server);
  const [first, second, elsewhere] = [await course(server), await course(server), await course(server)];
  for (const { id } of [first, second]) await enroll(server, id, reader.id, 'StudentEnrollment');
  await enroll(server, first.id, other.id, 'StudentEnrollment');
  const set = await groupSet(server, first.id, [[reader.id], [other.id]]);
  const [both] = (await groupSet(server, first.id, [[reader.id, other.id]])).groups;
  const [ours, theirs] = set.groups;
  if (!ours || !theirs || !both) throw new Error('a group is missing');
  setId = set.id;
  ids = { first: first.id, second: second.id, elsewhere: elsewhere.id, ours: ours.id, both: both.id, theirs: theirs.id };
});

interface Drawn {
  place: Place;
  minute: number;
  posted: boolean;
  /** When groups have brought a root topic to the top; null for what is none. */
  brought: { ours: number | null; both: number | null; theirs: number | null } | null;
  /** Where it is a message to most of the place and no topic: whether the reader is one of them. */
  told: 'the reader' | 'others' | null;
}
const minute = fc.nat(12);
const items = fc.array(
  fc.record<Drawn>({
    place: fc.constantFrom<Place>('first', 'first', 'first', 'second', 'elsewhere', 'ours', 'both', 'theirs', 'own', 'own'),
    minute,
    posted: fc.constantFrom(true, true, true, false),
    brought: fc.option(fc.record({ ours: fc.option(minute), both: fc.option(minute), theirs: fc.option(minute) })),
    told: fc.constantFrom('the reader', 'others', null, null),
  }),
  { minLength: 1, maxLength: 45 },
);

const timeOf = (at: number): string => `2026-03-01T12:${String(at).padStart(2, '0')}:00.000Z`;
const isGroup = (place: Place): boolean => place === 'ours' || place === 'both' || place === 'theirs';
const placeId = (place: Place): number => (place === 'own' ? ids.second : ids[place]);

const one = async (text: string, values: unknown[]): Promise<number> => {
  const { rows } = await server.database.pool.query<{ id: number }>(text, values);
  return z.tuple([z.object({ id: z.int() })]).parse(rows)[0].id;
};

async function insertTopic({ place, minute: at, posted, brought }: Drawn): Promise<number> {
  const [courseId, groupId] = isGroup(place) ? [null, placeId(place)] : [placeId(place), null];
  const topicId = await one(
    `insert into discussion_topics (course_id, group_id, group_category_id, user_id, title, state, position, posted_at)
     values ($1, $2, $3, $4, 'Owls', $5::topic_state, 1, now()) returning id`,
    [courseId, groupId, place === 'first' && brought ? setId : null, reader.id, posted ? 'active' : 'draft'],
  );
  const itemId = await one(
    `insert into stream_items (type, course_id, group_id, topic_id, updated_at) values ('DiscussionTopic', $1, $2, $3, $4) returning id`,
    [courseId, groupId, topicId, timeOf(at)],
  );
  if (place !== 'first' || !brought) return itemId;
  for (const group of ['ours', 'both', 'theirs'] as const)
    if (brought[group] !== null)
      await server.database.pool.query('insert into stream_item_groups (stream_item_id, group_id, updated_at) values ($1, $2, $3)', [
        itemId,
        ids[group],
        timeOf(brought[group]),
      ]);
  return itemId;
}

const insertMessage = ({ minute: at }: Drawn): Promise<number> =>
  one(
    `with told as (insert into notifications (key, category, subject, body, path, course_id)
         values (gen_random_uuid()::text, 'Due Date', 'Due', '', '/', $1) returning id),
       item as (insert into stream_items (type, course_id, notification_id, updated_at) select 'Message', $1, id, $3 from told returning id)
     insert into stream_item_instances (user_id, stream_item_id, type, category, course_id, updated_at)
     select $2, id, 'Message', 'Due Date', $1, $3 from item returning stream_item_id as id`,
    [ids.second, reader.id, timeOf(at)],
  );

/** Inserts a message that tells most of the place of an entry, which is gone where it is not posted. */
const insertToldToMost = ({ place, minute: at, posted, told }: Drawn): Promise<number> =>
  one(
    `with topic as (insert into discussion_topics (course_id, group_id, user_id, title, state, position, posted_at)
         values ($1, $2, $3, 'Owls', 'active', 1, now()) returning id),
       entry as (insert into discussion_entries (topic_id, user_id, message, version, deleted) select id, $3, 'So it is.', 1, not $4::bool from topic returning id),
       told as (insert into notifications (key, category, subject, body, path, course_id, group_id, entry_id)
         select gen_random_uuid()::text, 'Discussion Entry', 'New entry', '', '/', $1, $2, id from entry returning id)
     insert into stream_items (type, course_id, group_id, notification_id, updated_at, audience)
     select 'Message', $1, $2, id, $5, array[$6, $7]::int[] from told returning id`,
    [
      isGroup(place) ? null : placeId(place),
      isGroup(place) ? placeId(place) : null,
      reader.id,
      posted,
      timeOf(at),
      told === 'the reader' ? reader.id : 0,
      other.id,
    ],
  );

const insertItem = (drawn: Drawn): Promise<number> => {
  if (drawn.place === 'own') return insertMessage(drawn);
  return drawn.told ? insertToldToMost(drawn) : insertTopic(drawn);
};

/** When the reader has it; undefined: not at all. */
function seenAt({ place, minute: at, posted, brought, told }: Drawn): number | undefined {
  if (place === 'own') return at;
  if (!posted || place === 'elsewhere' || place === 'theirs' || told === 'others') return undefined;
  if (told) return at;
  return place === 'first' && brought ? Math.max(at, brought.ours ?? 0, brought.both ?? 0) : at;
}

interface Placed {
  id: number;
  drawn: Drawn;
}
const expected = (placed: readonly Placed[], isAsked: (place: Place) => boolean): string[] =>
  placed
    .flatMap(({ id, drawn }) => {
      const at = seenAt(drawn);
      return at === undefined || !isAsked(drawn.place) ? [] : [{ id, at }];
    })
    .sort((a, b) => b.at - a.at || b.id - a.id)
    .map(({ id, at }) => `${id} ${timeOf(at)}`);

const Page = z.array(z.object({ id: z.int(), updated_at: z.string() }));
const walkOf = (path: string): Walk => ({
  who: reader,
  path: `${path}?`,
  namesIn: (body) => Page.parse(body).map(({ id, updated_at: at }) => `${id} ${new Date(at).toISOString()}`),
});

// activity#1, activity#2, activity#10, activity#18
test('a stream is one list of all that it is put together of, there and back, by number too', async () => {
  const property = fc.asyncProperty(items, fc.constantFrom(1, 3, 10), async (drawn, size) => {
    await server.database.pool.query('truncate stream_items, stream_item_instances, stream_item_groups, stream_counts');
    const placed: Placed[] = [];
    for (const each of drawn) placed.push({ id: await insertItem(each), drawn: each });
    const streams: readonly [string, (place: Place) => boolean][] = [
      [OWN, () => true],
      [`/courses/${ids.first}/activity_stream`, (place) => place === 'first'],
      [`/courses/${ids.second}/activity_stream`, (place) => place === 'second' || place === 'own'],
      [`/groups/${ids.ours}/activity_stream`, (place) => place === 'ours'],
    ];
    for (const [path, isAsked] of streams) {
      const all = expected(placed, isAsked);
      await expectPages(walkOf(path), all, [size]);
      expect((await summaryOf(reader.client, path)).reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    }
  });
  await fc.assert(property, { numRuns: 40 });
});
