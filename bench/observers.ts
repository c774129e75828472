import { z } from 'zod';
import { LinkedUser } from '../src/areas/observers/schemas.ts';
import { floor, type Operation } from './floors.ts';
import { LOGIN, LOGINS, USER, type UserRow, users } from './people.ts';
import { FIRST_PERSON, ROOT, type Size, type Step } from './sizes.ts';

const EACH = 12;

/** Everybody observes the next twelve, and is observed by the twelve before. The courses of those are no matter of these lists. */
export const observerSteps = ({ people }: Size): Step[] => [
  {
    text: `insert into observations (observer_id, observee_id)
      select ${FIRST_PERSON} + n, ${FIRST_PERSON} + (n + k) % $1::int from generate_series(0, $1::int - 1) n cross join generate_series(1, ${EACH}) k`,
    values: [people],
  },
];

// Fields that not every answer has come last: that is how compiled serialisers write them.
const linked = (rows: UserRow[]): LinkedUser[] =>
  users(rows).map(({ id, name, sortable_name, short_name, ...logins }) => ({
    id,
    name,
    sortable_name,
    short_name,
    observation_link_root_account_ids: [ROOT],
    ...logins,
  }));

export const observerOperations: readonly Operation[] = [
  {
    name: 'GET /users/self/observees',
    as: 'student',
    path: () => '/users/self/observees',
    answer: z.array(LinkedUser),
    floor: floor<UserRow>({
      id: (store) => store.studentId,
      text: `select ${USER} from observations o join users u on u.id = o.observee_id and not u.deleted where o.observer_id = $1
        order by u.sort_key, u.id limit 10`,
      present: linked,
    }),
  },
  {
    name: 'GET /users/:id/observers',
    as: 'admin',
    path: (store) => `/users/${store.studentId}/observers`,
    answer: z.array(LinkedUser),
    floor: floor<UserRow>({
      id: (store) => store.studentId,
      text: `select ${USER}, ${LOGIN} from (select u.* from observations o join users u on u.id = o.observer_id and not u.deleted where o.observee_id = $1
            order by u.sort_key, u.id limit 10) u
          ${LOGINS} order by u.sort_key, u.id`,
      present: linked,
    }),
  },
];
