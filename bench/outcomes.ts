import { z } from 'zod';
import { ListedOutcomeLink, OutcomeGroup, OutcomeLink } from '../src/areas/outcomes/schemas.ts';
import { floor, type Operation } from './floors.ts';
import { ROOT, type Size, type Step } from './sizes.ts';

/** The first start has made the site's root. */
const COURSE_ROOT = 2;
/** The group of the measured course that has all outcomes. */
const OUTCOME_GROUP = 3;

const NUMBER = `to_char(n * 7919 % 100000, 'FM00000')`;

/** Below it, without outcomes. */
const FURTHER_GROUPS = 40;

/** Every fifth outcome is the account's, the others are the course's. */
export const ACCOUNT_OUTCOMES = 5;
const IS_ACCOUNTS = `n % ${ACCOUNT_OUTCOMES} = 0`;
/** Of the outcomes of the account. */
const MASTERY = 3;
const RATINGS = JSON.stringify([
  { description: 'Reached', points: 5 },
  { description: 'Nearly', points: MASTERY },
  { description: 'Not yet', points: 0 },
]);

export const outcomeSteps = ({ outcomes }: Size, courseId: number): Step[] => [
  {
    text: `insert into outcome_groups (id, parent_id, root_account_id, course_id, title, sort_key) overriding system value
      values (${COURSE_ROOT}, null, ${ROOT}, $1, null, ''), (${OUTCOME_GROUP}, ${COURSE_ROOT}, ${ROOT}, $1, 'Thinking', 'thinking')`,
    values: [courseId],
  },
  {
    text: `insert into outcome_groups (id, parent_id, root_account_id, course_id, title, sort_key, description) overriding system value
      select ${OUTCOME_GROUP} + n, ${OUTCOME_GROUP}, ${ROOT}, $1, 'Part ' || ${NUMBER}, 'part ' || ${NUMBER}, 'What belongs to it'
      from generate_series(1, ${FURTHER_GROUPS}) n`,
    values: [courseId],
  },
  {
    text: `insert into outcomes (id, root_account_id, account_id, course_id, title, sort_key, vendor_guid, ratings, mastery_points) overriding system value
      select n, ${ROOT}, case when ${IS_ACCOUNTS} then ${ROOT} end, case when not ${IS_ACCOUNTS} then $2::int end, 'Outcome ' || ${NUMBER}, 'outcome ' || ${NUMBER},
        case when n % 2 = 0 then 'standard-' || n end, case when ${IS_ACCOUNTS} then $3::jsonb end, case when ${IS_ACCOUNTS} then ${MASTERY} end
      from generate_series(1, $1::int) n`,
    values: [outcomes, courseId, RATINGS],
  },
  { text: `insert into outcome_links (group_id, outcome_id, sort_key) select ${OUTCOME_GROUP}, id, sort_key from outcomes order by id` },
];

interface Row {
  group_id: number;
  group_title: string;
  group_guid: string | null;
  id: number;
  title: string;
  vendor_guid: string | null;
  account_id: number | null;
  course_id: number | null;
}

/** As a teacher of the course sees them, who may not edit what is the account's. */
const links = (rows: Row[], { courseId }: { courseId: number }): OutcomeLink[] =>
  rows.map((row) => {
    const url = `/api/v1/courses/${courseId}/outcome_groups/${row.group_id}`;
    return {
      url: `${url}/outcomes/${row.id}`,
      context_id: courseId,
      context_type: 'Course',
      outcome_group: {
        id: row.group_id,
        url,
        title: row.group_title,
        vendor_guid: row.group_guid,
        subgroups_url: `${url}/subgroups`,
        outcomes_url: `${url}/outcomes`,
        can_edit: true,
      },
      outcome: {
        id: row.id,
        url: `/api/v1/outcomes/${row.id}`,
        vendor_guid: row.vendor_guid,
        context_id: row.course_id ?? row.account_id,
        context_type: row.course_id === null ? 'Account' : 'Course',
        title: row.title,
        can_edit: row.course_id !== null,
      },
    };
  });

interface GroupRow {
  id: number;
  title: string;
  vendor_guid: string | null;
  description: string | null;
  parent_id: number | null;
  parent_title: string | null;
  parent_guid: string | null;
}

const abbreviated = (courseId: number, id: number, { title, guid }: { title: string | null; guid: string | null }) => {
  const url = `/api/v1/courses/${courseId}/outcome_groups/${id}`;
  return {
    id,
    url,
    title: title ?? '',
    vendor_guid: guid,
    subgroups_url: `${url}/subgroups`,
    outcomes_url: `${url}/outcomes`,
    can_edit: true,
  };
};

const groups = (rows: GroupRow[], { courseId }: { courseId: number }): OutcomeGroup[] =>
  rows.map((row) => {
    const { id, url, title, vendor_guid, subgroups_url, outcomes_url, can_edit } = abbreviated(courseId, row.id, {
      title: row.title,
      guid: row.vendor_guid,
    });
    return {
      id,
      url,
      parent_outcome_group:
        row.parent_id === null ? null : abbreviated(courseId, row.parent_id, { title: row.parent_title, guid: row.parent_guid }),
      context_id: courseId,
      context_type: 'Course',
      title,
      description: row.description,
      vendor_guid,
      subgroups_url,
      outcomes_url,
      import_url: `${url}/import`,
      can_edit,
    };
  });

/** Roots are titled as their course. */
const GROUP = `g.id, coalesce(g.title, c.name) as title, g.vendor_guid, g.description, p.id as parent_id,
  case when p.id is not null then coalesce(p.title, c.name) end as parent_title, p.vendor_guid as parent_guid`;

const subgroups = (name: string, below: (store: { courseId: number }) => string, [where, order]: [string, string]): Operation => ({
  name,
  as: 'teacher',
  path: below,
  answer: z.array(OutcomeGroup),
  floor: floor<GroupRow>({
    id: (store) => store.courseId,
    text: `select ${GROUP} from (select * from outcome_groups g where g.course_id = $1 and not g.deleted and ${where} order by ${order} limit 10) g
        join courses c on c.id = g.course_id left join outcome_groups p on p.id = g.parent_id order by ${order}`,
    present: groups,
  }),
});

export const outcomeOperations: readonly Operation[] = [
  subgroups('GET /courses/:id/outcome_groups', ({ courseId }) => `/courses/${courseId}/outcome_groups`, ['true', 'g.id']),
  subgroups(
    'GET /courses/:id/outcome_groups/:id/subgroups',
    ({ courseId }) => `/courses/${courseId}/outcome_groups/${OUTCOME_GROUP}/subgroups`,
    [`g.parent_id = ${OUTCOME_GROUP}`, 'g.sort_key, g.id'],
  ),
  {
    name: 'GET /courses/:id/outcome_group_links',
    as: 'teacher',
    path: ({ courseId }) => `/courses/${courseId}/outcome_group_links`,
    answer: z.array(ListedOutcomeLink),
    floor: floor<Row>({
      id: (store) => store.courseId,
      text: `select g.id as group_id, coalesce(g.title, c.name) as group_title, g.vendor_guid as group_guid, o.id, o.title, o.vendor_guid, o.account_id, o.course_id
        from (select l.* from outcome_groups g join outcome_links l on l.group_id = g.id where g.course_id = $1 and not g.deleted
            order by l.group_id, l.outcome_id limit 10) l
          join outcome_groups g on g.id = l.group_id join courses c on c.id = g.course_id join outcomes o on o.id = l.outcome_id
        order by l.group_id, l.outcome_id`,
      present: links,
    }),
  },
  {
    name: 'GET /courses/:id/outcome_groups/:id/outcomes',
    as: 'teacher',
    path: (store) => `/courses/${store.courseId}/outcome_groups/${OUTCOME_GROUP}/outcomes`,
    answer: z.array(OutcomeLink),
    floor: floor<Row>({
      id: () => OUTCOME_GROUP,
      text: `select g.id as group_id, g.title as group_title, g.vendor_guid as group_guid, o.id, o.title, o.vendor_guid, o.account_id, o.course_id
        from outcome_groups g
          cross join lateral (select * from outcome_links l where l.group_id = g.id order by l.sort_key, l.outcome_id limit 10) l
          join outcomes o on o.id = l.outcome_id
        where g.id = $1 order by l.sort_key, l.outcome_id`,
      present: links,
    }),
  },
];
