import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Filled } from '../../bench/filled.ts';
import { operations as measured } from '../../bench/operations.ts';
import { areas } from '../../src/areas/index.ts';

/** Lists whose statement is that of another one, asked in another place or for another caller: the other one is measured. */
const ALIKE: Readonly<Record<string, string>> = {
  listAccounts: 'listSubAccounts',
  searchCourseUsers: 'listCourseUsers',
  listUserEnrollments: 'listCourseEnrollments',
  listAccountGradingStandards: 'listCourseGradingStandards',
  listOutcomeSubgroupsOfSite: 'listOutcomeSubgroupsOfCourse',
  listOutcomeSubgroupsOfAccount: 'listOutcomeSubgroupsOfCourse',
  listOutcomeLinksOfSite: 'listOutcomeLinksOfCourse',
  listOutcomeLinksOfAccount: 'listOutcomeLinksOfCourse',
  listAllOutcomeGroupsOfAccount: 'listAllOutcomeGroupsOfCourse',
  listAllOutcomeLinksOfAccount: 'listAllOutcomeLinksOfCourse',
  listPeerReviewsOfSubmission: 'listPeerReviews',
  listSubmissionsInSection: 'listSubmissions',
  listStudentSubmissionsInSection: 'listStudentSubmissions',
  listTopicsInGroup: 'listTopicsInCourse',
  listEntriesInGroup: 'listEntriesInCourse',
  listEntriesInCollectionItem: 'listEntriesInCourse',
  listRepliesInGroup: 'listRepliesInCourse',
  listRepliesInCollectionItem: 'listRepliesInCourse',
  listEntriesByIdInGroup: 'listEntriesByIdInCourse',
  listEntriesByIdInCollectionItem: 'listEntriesByIdInCourse',
  listPagesInGroup: 'listPagesInCourse',
  listPageRevisionsInGroup: 'listPageRevisionsInCourse',
  listCalendarEvents: 'listCalendarEventsOfUser',
  listPlannerItemsOfUser: 'listPlannerItems',
  listActivity: 'listOwnActivity',
  listCourseActivity: 'listOwnActivity',
  listGroupActivity: 'listOwnActivity',
  summarizeCourseActivity: 'summarizeOwnActivity',
  summarizeGroupActivity: 'summarizeOwnActivity',
  listTodoOfCourse: 'listTodo',
  listNotificationPreferencesByAddress: 'listNotificationPreferences',
  listUserFiles: 'listCourseFiles',
  listUserFolders: 'listCourseFolders',
  listUserFoldersAlong: 'listCourseFoldersAlong',
  listGroupFiles: 'listCourseFiles',
  listGroupFolders: 'listCourseFolders',
  listGroupFoldersAlong: 'listCourseFoldersAlong',
  findRecipients: 'searchRecipients',
};

const operations = areas.flatMap((area) => area.operations);
/** Lists have pages, or are named as lists are. */
const isList = ({ method, operationId, paged }: (typeof operations)[number]): boolean =>
  paged !== null || (method === 'GET' && /^(list|summarize)/.test(operationId));
const lists = operations.filter(isList).map((operation) => operation.operationId);

/** A store of which only the form counts. */
const sample = (schema: z.ZodType): unknown => {
  if (schema instanceof z.ZodObject) return Object.fromEntries(Object.entries(schema.shape).map(([name, one]) => [name, sample(one)]));
  if (schema instanceof z.ZodArray) return [];
  return schema instanceof z.ZodString ? 'a' : 1;
};
const store = Filled.parse(sample(Filled));

const PARAMETER = /:\w+|\*/g;
const parameters = (path: string): number => path.match(PARAMETER)?.length ?? 0;
const addresses = operations
  .filter((operation) => operation.method === 'GET')
  .toSorted((one, other) => parameters(one.path) - parameters(other.path))
  .map(({ operationId, path }) => ({
    operationId,
    form: new RegExp(`^${path.replace(PARAMETER, (name) => (name === '*' ? '.+' : '[^/]+'))}$`),
  }));

/** The operation that a row asks: of several whose paths fit, the one that names most. */
const askedBy = (path: string): string | undefined => {
  const [address = ''] = path.split('?');
  return addresses.find(({ form }) => form.test(address))?.operationId;
};
const asked = new Set(measured.map((row) => askedBy(row.path(store))));

/** What is wrong with some, in one sentence; nothing where there are none. */
const told = (names: readonly string[], what: string): string => (names.length === 0 ? '' : `each of ${names.join(', ')} ${what}`);

describe('the bench', () => {
  test('asks in each row for something that there is', () => {
    const vain = measured.filter((row) => askedBy(row.path(store)) === undefined).map((row) => row.name);
    expect(told(vain, 'asks for nothing that there is')).toBe('');
  });

  test('has each row in docs/performance.md', () => {
    const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8');
    const missing = measured.map((row) => row.name).filter((name) => !page.includes(`| \`${name}\` |`));
    expect(told(missing, 'has no figures in docs/performance.md')).toBe('');
  });

  test('has one row of each name', () => {
    const names = measured.map((row) => row.name);
    const repeated = names.filter((name, i) => names.indexOf(name) < i);
    expect(told(repeated, 'is the name of several rows')).toBe('');
  });

  test('has a row for every list, or for one that it is like', () => {
    const missing = lists.filter((id) => !asked.has(id) && !(id in ALIKE));
    expect(told(missing, 'has no row in bench/operations.ts, and is like no other one here')).toBe('');
  });

  test('says only of lists that are there and have no row what they are like', () => {
    const unmeasured = new Set(lists.filter((id) => !asked.has(id)));
    const needless = Object.keys(ALIKE).filter((id) => !unmeasured.has(id));
    expect(told(needless, 'is said here to be like another one, and has a row or is no list')).toBe('');
  });

  test('has a row for what others are said to be like', () => {
    const unasked = new Set(Object.values(ALIKE).filter((id) => !asked.has(id)));
    expect(told([...unasked], 'has no row, although others are said to be like it')).toBe('');
  });
});
