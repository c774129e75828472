import { type GradingPeriod, GradingPeriodSets, GradingPeriods } from '../src/areas/grading-periods/schemas.ts';
import { type Term, Terms } from '../src/areas/terms/schemas.ts';
import { floor, jsonTime, type Operation } from './floors.ts';
import { ROOT, type Step } from './sizes.ts';

/** One each year, so that the newest set of periods, which is that of all courses, is still to come and does not weigh: nothing is closed by it. */
const YEARS = 15;
const FIRST_YEAR = 2015;
const PERIODS = 4;
/** The terms of the first years are in the sets of those. */
const IN_SETS = 10;

const start = (months: string): string => `timestamptz '${FIRST_YEAR}-09-01 00:00:00+00' + ${months} * interval '1 month'`;

/** Of the root account, beside the default term. */
export const termSteps = (): Step[] => [
  {
    text: `insert into grading_period_sets (account_id, title, weighted)
      select ${ROOT}, 'Year ' || n, n % 2 = 1 from generate_series(0, ${YEARS - 1}) n order by n`,
  },
  {
    text: `insert into enrollment_terms (root_account_id, name, start_at, end_at, sis_term_id, grading_period_set_id)
      select ${ROOT}, 'Year ' || n, ${start('n * 12')}, ${start('(n * 12 + 10)')}, case when n % 2 = 0 then 'Y' || n end, s.id
      from generate_series(0, ${YEARS - 1}) n left join grading_period_sets s on s.title = 'Year ' || n and n < ${IN_SETS} order by n`,
  },
  {
    text: `insert into grading_periods (set_id, title, start_date, end_date, close_date, weight)
      select s.id, 'Quarter ' || q, ${start('(s.n * 12 + q * 2)')}, ${start('(s.n * 12 + q * 2 + 2)')}, ${start('(s.n * 12 + q * 2 + 3)')}, 25
      from (select id, row_number() over (order by id) - 1 as n from grading_period_sets) s cross join generate_series(1, ${PERIODS}) q order by s.id, q`,
  },
];

interface TermRow {
  id: number;
  name: string;
  start_at: string | null;
  end_at: string | null;
  created_at: string;
  grading_period_group_id: number | null;
  sis_term_id: string | null;
}

const term = (row: TermRow): Term => ({
  id: row.id,
  name: row.name,
  start_at: row.start_at,
  end_at: row.end_at,
  created_at: row.created_at,
  workflow_state: 'active',
  grading_period_group_id: row.grading_period_group_id,
  sis_term_id: row.sis_term_id,
});

const IS_LAST = 'row_number() over (partition by gp.set_id order by gp.end_date desc) = 1 as is_last';
const PERIOD = `gp.id, gp.title, gp.start_date, gp.end_date, gp.close_date, gp.weight, gp.close_date < now() as is_closed`;

interface SetRow {
  id: number;
  account_id: number;
  title: string;
  weighted: boolean;
  display_totals_for_all_grading_periods: boolean;
  created_at: string;
  enrollment_term_ids: number[];
  grading_periods: GradingPeriod[] | null;
}

const named = (grading_periods: GradingPeriod[]): GradingPeriods => ({ grading_periods });

/** Dates of periods that came as JSON. */
const asAnswered = (row: GradingPeriod): GradingPeriod => ({
  ...row,
  start_date: jsonTime(row.start_date),
  end_date: jsonTime(row.end_date),
  close_date: jsonTime(row.close_date),
});

export const termOperations: readonly Operation[] = [
  {
    name: 'GET /accounts/:id/terms',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/terms`,
    answer: Terms,
    floor: floor<TermRow>({
      id: (store) => store.accountId,
      text: `select t.id, t.name, t.start_at, t.end_at, t.created_at, t.grading_period_set_id as grading_period_group_id, t.sis_term_id from enrollment_terms t
        where t.root_account_id = $1 and not t.deleted order by t.id limit 10`,
      present: (rows) => ({ enrollment_terms: rows.map(term) }),
    }),
  },
  {
    name: 'GET /courses/:id/grading_periods',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/grading_periods`,
    answer: GradingPeriods,
    floor: floor<GradingPeriod>({
      id: (store) => store.gradedCourseId,
      text: `select ${PERIOD}, ${IS_LAST} from grading_periods gp where not gp.deleted and (gp.course_id = $1 or gp.set_id = (
          select s.id from courses c join accounts own on own.id = c.account_id join accounts above on above.id = any(own.chain)
            join grading_period_sets s on s.account_id = above.id and not s.deleted
          where c.id = $1 order by cardinality(above.chain) desc, s.id desc limit 1)) order by gp.start_date, gp.id limit 10`,
      present: named,
    }),
  },
  {
    name: 'GET /accounts/:id/grading_periods',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/grading_periods`,
    answer: GradingPeriods,
    floor: floor<GradingPeriod>({
      id: (store) => store.accountId,
      text: `select ${PERIOD}, ${IS_LAST} from grading_period_sets s join grading_periods gp on gp.set_id = s.id and not gp.deleted
        where s.account_id = $1 and not s.deleted order by gp.start_date, gp.id limit 10`,
      present: named,
    }),
  },
  {
    name: 'GET /accounts/:id/grading_period_sets',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/grading_period_sets`,
    answer: GradingPeriodSets,
    floor: floor<SetRow>({
      id: (store) => store.accountId,
      text: `select s.id, s.account_id, s.title, s.weighted, s.display_totals_for_all_grading_periods, s.created_at,
          array(select t.id from enrollment_terms t where t.grading_period_set_id = s.id and not t.deleted order by t.id) as enrollment_term_ids,
          (select json_agg(p order by p.start_date, p.id) from (select ${PERIOD}, ${IS_LAST} from grading_periods gp
            where gp.set_id = s.id and not gp.deleted) p) as grading_periods
        from grading_period_sets s where s.account_id = $1 and not s.deleted order by s.id desc limit 10`,
      present: (rows) => ({
        grading_period_sets: rows.map((row) => ({ ...row, grading_periods: (row.grading_periods ?? []).map(asAnswered) })),
      }),
    }),
  },
];
