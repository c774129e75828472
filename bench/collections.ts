import { z } from 'zod';
import { Collaboration, Collaborators, WRAPPED } from '../src/areas/collaborations/schemas.ts';
import { CollectionItem } from '../src/areas/collections/schemas.ts';
import { AVATAR_URL, BASE_URL, floor, type Operation } from './floors.ts';
import { PICTURED, type ShownRow } from './people.ts';
import { FIRST_PERSON, type Step } from './sizes.ts';

const ITEMS = 60;
/** The first one that there is. */
const COLLECTION = 1;
const COLLABORATIONS = 60;
const TAKE_PART = 3;

/** A collection that everybody sees; and conferences and collaborations of the course by turns, every third with all of it. */
export const collectionSteps = (courseId: number, teacherId: number): Step[] => [
  { text: `insert into collections (user_id, name, visibility) values ($1, 'Read on', 'public')`, values: [teacherId] },
  {
    text: `insert into collection_items (collection_id, link_url, user_comment)
      select ${COLLECTION}, 'https://reading.example/' || n, case when n % 3 > 0 then 'Read chapter ' || n end from generate_series(1, ${ITEMS}) n order by n`,
  },
  {
    text: `with made as (
        insert into collaborations (kind, course_id, user_id, title, description)
        select case when n % 2 = 0 then 'conference' else 'collaboration' end::collaboration_kind, $1, $2, 'Chapter ' || n, '<p>Bring your notes.</p>'
        from generate_series(1, ${COLLABORATIONS}) n order by n returning id)
      insert into collaboration_users (collaboration_id, user_id)
      select id, ${FIRST_PERSON} + k * 5 + id % 5 from made cross join generate_series(0, ${TAKE_PART - 1}) k where id % 3 > 0`,
    values: [courseId, teacherId],
  },
];

interface ItemRow extends ShownRow {
  id: number;
  collection_id: number;
  link_url: string;
  user_comment: string | null;
  created_at: string;
  post_count: number;
}

const items = (rows: ItemRow[]): CollectionItem[] =>
  rows.map((row) => ({
    id: row.id,
    collection_id: row.collection_id,
    item_type: 'url',
    link_url: row.link_url,
    user: {
      id: row.user_id,
      display_name: row.user_name,
      avatar_image_url: row.avatars_on ? AVATAR_URL : null,
      html_url: `${BASE_URL}/users/${row.user_id}`,
    },
    user_comment: row.user_comment,
    created_at: row.created_at,
    url: `${BASE_URL}/api/v1/collections/items/${row.id}`,
    post_count: row.post_count,
    upvote_count: 0,
  }));

/** A collaboration that names nobody. */
const WITH_EVERYBODY = 3;

type CollaborationRow = Omit<Collaboration, 'html_url'>;
const ofCourse = (kind: 'conference' | 'collaboration'): Operation => ({
  name: `GET /courses/:id/${kind}s`,
  as: 'student',
  path: (store) => `/courses/${store.courseId}/${kind}s`,
  answer: WRAPPED[kind],
  floor: floor<CollaborationRow>({
    id: (store) => store.courseId,
    text: `select c.id, c.course_id, c.user_id, c.title, c.description,
        array(select u.user_id from collaboration_users u where u.collaboration_id = c.id order by u.user_id) as user_ids, c.created_at, c.updated_at
      from collaborations c where c.course_id = $1 and c.kind = '${kind}' order by c.id limit 10`,
    present: (rows) => ({
      [`${kind}s`]: rows.map((row): Collaboration => ({ ...row, html_url: `${BASE_URL}/courses/${row.course_id}/${kind}s/${row.id}` })),
    }),
  }),
});

export const collectionOperations: readonly Operation[] = [
  ofCourse('conference'),
  ofCourse('collaboration'),
  {
    name: 'GET /collaborations/:id/members',
    as: 'student',
    path: () => `/collaborations/${WITH_EVERYBODY}/members`,
    answer: Collaborators,
    floor: floor<{ id: number; name: string }>({
      id: () => WITH_EVERYBODY,
      text: `select u.id, u.name from users u
        where u.id in (select e.user_id from collaborations c join enrollments e on e.course_id = c.course_id and e.state = 'active' where c.id = $1)
        order by u.sort_key, u.id limit 10`,
      present: (rows) => ({ collaborators: rows.map(({ id, name }) => ({ id, type: 'user', name, collaborator_id: id })) }),
    }),
  },
  {
    name: 'GET /collections/:id/items',
    as: 'student',
    path: () => `/collections/${COLLECTION}/items`,
    answer: z.array(CollectionItem),
    floor: floor<ItemRow>({
      id: () => COLLECTION,
      text: `select i.id, i.collection_id, i.link_url, i.user_comment, i.created_at, u.id as user_id, u.short_name as user_name, ${PICTURED},
          coalesce((select t.entry_count from discussion_topics t where t.collection_item_id = i.id and t.state <> 'deleted'), 0) as post_count
        from (select * from collection_items i where i.collection_id = $1 and not i.deleted order by i.id limit 10) i
          join collections c on c.id = i.collection_id join users u on u.id = c.user_id order by i.id`,
      present: items,
    }),
  },
];
