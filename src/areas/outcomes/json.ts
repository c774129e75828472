import type { Caller } from '../../access/caller.ts';
import { calculationMethod } from '../../store/sql/enums.ts';
import { int, json, nullable, type RowOf, text } from '../../store/sql/types.ts';
import type { OutcomeRating } from '../../store/stored/outcomes.ts';
import { contextOf, mayEditOutcome, type OutcomeContext } from './outcome-contexts.ts';
import type { AbbreviatedGroup, ListedOutcomeLink, Outcome, OutcomeGroup, OutcomeLink, Style } from './schemas.ts';

/** A group as far as its abbreviated form goes. */
export interface GroupName {
  id: number;
  title: string;
  vendorGuid: string | null;
}
export const GROUP_ROW = {
  id: int,
  title: text,
  vendorGuid: nullable(text),
  description: nullable(text),
  parent: nullable(json<GroupName>()),
};
export type GroupRow = RowOf<typeof GROUP_ROW>;

/** An outcome as far as its abbreviated form goes. */
export const OUTCOME_NAME_ROW = {
  id: int,
  title: text,
  vendorGuid: nullable(text),
  courseId: nullable(int),
  accountId: nullable(int),
};
export type OutcomeName = RowOf<typeof OUTCOME_NAME_ROW>;
export const OUTCOME_ROW = {
  description: nullable(text),
  ratings: nullable(json<OutcomeRating[]>()),
  masteryPoints: nullable(int),
  calculationMethod,
  calculationInt: nullable(int),
  id: int,
  title: text,
  vendorGuid: nullable(text),
  courseId: nullable(int),
  accountId: nullable(int),
};
export type OutcomeRow = RowOf<typeof OUTCOME_ROW>;

export const groupPath = (context: OutcomeContext, id: number): string => `${context.path}/outcome_groups/${id}`;

function abbreviated(context: OutcomeContext, row: GroupName): AbbreviatedGroup {
  const url = groupPath(context, row.id);
  return {
    id: row.id,
    url,
    title: row.title,
    vendor_guid: row.vendorGuid,
    subgroups_url: `${url}/subgroups`,
    outcomes_url: `${url}/outcomes`,
    can_edit: context.mayEdit,
  };
}

export function groupsJson(context: OutcomeContext, rows: readonly GroupRow[]): OutcomeGroup[] {
  const named = contextOf(context);
  return rows.map((row) => {
    const { id, url, title, vendor_guid, subgroups_url, outcomes_url, can_edit } = abbreviated(context, row);
    return {
      id,
      url,
      parent_outcome_group: row.parent && abbreviated(context, row.parent),
      ...named,
      title,
      description: row.description,
      vendor_guid,
      subgroups_url,
      outcomes_url,
      import_url: `${url}/import`,
      can_edit,
    };
  });
}

const outcomeName = (row: OutcomeName, mayEdit: boolean) => ({
  id: row.id,
  url: `/api/v1/outcomes/${row.id}`,
  vendor_guid: row.vendorGuid,
  ...contextOf(row),
  title: row.title,
  can_edit: mayEdit,
});

/** The links of one group. */
export function linksJson(caller: Caller, context: OutcomeContext, group: GroupName, rows: readonly OutcomeName[]): OutcomeLink[] {
  const named = contextOf(context);
  const outcomeGroup = abbreviated(context, group);
  return rows.map((row) => ({
    url: `${outcomeGroup.outcomes_url}/${row.id}`,
    ...named,
    outcome_group: outcomeGroup,
    outcome: outcomeName(row, mayEditOutcome(caller, context, row)),
  }));
}

/** What only an outcome with a criterion has (outcomes#35). */
const criterion = ({ ratings, masteryPoints }: OutcomeRow): Partial<Outcome> =>
  ratings === null || masteryPoints === null ? {} : { points_possible: ratings[0]?.points ?? 0, mastery_points: masteryPoints, ratings };

const calculation = (row: OutcomeRow): Pick<Outcome, 'calculation_method' | 'calculation_int'> => ({
  calculation_method: row.calculationMethod,
  calculation_int: row.calculationInt,
});

export const outcomesJson = (rows: readonly OutcomeRow[], mayEdit: boolean): Outcome[] =>
  rows.map((row) => ({ ...outcomeName(row, mayEdit), description: row.description, ...criterion(row), ...calculation(row) }));

/** Links of several groups of one context, in the styles that were asked for (outcomes#41). */
export function listedLinksJson(
  caller: Caller,
  context: OutcomeContext,
  rows: readonly (OutcomeRow & { group: GroupRow })[],
  style: { outcome: Style; group: Style },
): ListedOutcomeLink[] {
  const named = contextOf(context);
  return rows.flatMap((row) => {
    const mayEdit = mayEditOutcome(caller, context, row);
    const [group] = style.group === 'full' ? groupsJson(context, [row.group]) : [abbreviated(context, row.group)];
    const [outcome] = style.outcome === 'full' ? outcomesJson([row], mayEdit) : [outcomeName(row, mayEdit)];
    if (!group || !outcome) return [];
    return { url: `${group.outcomes_url}/${row.id}`, ...named, outcome_group: group, outcome };
  });
}
