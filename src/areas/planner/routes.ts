import { listing, operation } from '../../http/operation.ts';
import { eventFilters } from '../calendar/parameters.ts';
import { UpcomingEvent } from '../calendar/schemas.ts';
import { listEventsOfUser } from './calendar-of-user.ts';
import { listPlanner, listPlannerOfUser } from './items.ts';
import { listMissing } from './missing.ts';
import { createNote, deleteNote, listNotes, showNote, updateNote } from './notes.ts';
import { createOverride, deleteOverride, listOverrides, showOverride, updateOverride } from './overrides.ts';
import {
  itemFilters,
  MissingSubmission,
  missingFilters,
  noteChanges,
  noteFilters,
  noteParameters,
  overrideChanges,
  overrideParameters,
  PlannerItem,
  PlannerNote,
  PlannerOverride,
} from './schemas.ts';

const route = { tag: 'Planner', context: 'none', permission: 'anyone' } as const;
const ids = { id: 'plain' } as const;

/** planner#1: notes are kept by whose they are. */
const noteOperations = [
  listing({
    ...route,
    method: 'GET',
    path: '/planner_notes',
    operationId: 'listPlannerNotes',
    summary: "The caller's notes, by date",
    input: noteFilters,
    paged: 'by key',
    item: PlannerNote,
    run: (ctx, { page, ...filters }) => listNotes(ctx, filters, page),
  }),
  operation({
    ...route,
    method: 'POST',
    path: '/planner_notes',
    operationId: 'createPlannerNote',
    summary: 'Write a note into the planner',
    input: noteParameters,
    status: 201,
    answer: PlannerNote,
    run: (ctx, sent) => createNote(ctx, sent),
  }),
  operation({
    ...route,
    method: 'GET',
    path: '/planner_notes/:id',
    operationId: 'showPlannerNote',
    summary: 'A note of the caller',
    ids,
    answer: PlannerNote,
    run: (ctx, { path }) => showNote(ctx, path.id),
  }),
  operation({
    ...route,
    method: 'PUT',
    path: '/planner_notes/:id',
    operationId: 'updatePlannerNote',
    summary: 'Change a note',
    ids,
    input: noteChanges,
    answer: PlannerNote,
    run: (ctx, { path, ...sent }) => updateNote(ctx, path.id, sent),
  }),
  operation({
    ...route,
    method: 'DELETE',
    path: '/planner_notes/:id',
    operationId: 'deletePlannerNote',
    summary: 'Delete a note; answers the former note',
    ids,
    answer: PlannerNote,
    run: (ctx, { path }) => deleteNote(ctx, path.id),
  }),
];

/** planner#6. */
const overrideOperations = [
  listing({
    ...route,
    method: 'GET',
    path: '/planner/overrides',
    operationId: 'listPlannerOverrides',
    summary: 'What the caller has marked as done or dismissed, by id',
    paged: 'by key',
    item: PlannerOverride,
    run: (ctx, { page }) => listOverrides(ctx, page),
  }),
  operation({
    ...route,
    method: 'POST',
    path: '/planner/overrides',
    operationId: 'createPlannerOverride',
    summary: 'Mark something as done, or dismiss it from the planner',
    input: overrideParameters,
    status: 201,
    answer: PlannerOverride,
    run: (ctx, sent) => createOverride(ctx, sent),
  }),
  operation({
    ...route,
    method: 'GET',
    path: '/planner/overrides/:id',
    operationId: 'showPlannerOverride',
    summary: 'A mark of the caller',
    ids,
    answer: PlannerOverride,
    run: (ctx, { path }) => showOverride(ctx, path.id),
  }),
  operation({
    ...route,
    method: 'PUT',
    path: '/planner/overrides/:id',
    operationId: 'updatePlannerOverride',
    summary: 'Change a mark',
    ids,
    input: overrideChanges,
    answer: PlannerOverride,
    run: (ctx, { path, ...sent }) => updateOverride(ctx, path.id, sent),
  }),
  operation({
    ...route,
    method: 'DELETE',
    path: '/planner/overrides/:id',
    operationId: 'deletePlannerOverride',
    summary: 'Take a mark away; answers the former mark',
    ids,
    answer: PlannerOverride,
    run: (ctx, { path }) => deleteOverride(ctx, path.id),
  }),
];

/** planner#10, planner#15. */
const itemOperations = [
  listing({
    ...route,
    method: 'GET',
    path: '/planner/items',
    context: 'self',
    operationId: 'listPlannerItems',
    summary: 'What is before the caller, by date: assignments that are due, events and notes',
    input: itemFilters,
    paged: 'by key',
    item: PlannerItem,
    run: (ctx, { page, ...filters }, at) => listPlanner(ctx, at, filters, page),
  }),
  listing({
    ...route,
    method: 'GET',
    path: '/users/:user_id/planner/items',
    context: 'user',
    permission: 'user.work.read',
    operationId: 'listPlannerItemsOfUser',
    summary: 'What is before a user, as far as the caller sees it',
    input: itemFilters,
    paged: 'by key',
    item: PlannerItem,
    run: (ctx, { page, ...filters }, at) => listPlannerOfUser(ctx, at, filters, page),
  }),
  listing({
    ...route,
    method: 'GET',
    path: '/users/:user_id/missing_submissions',
    context: 'user',
    permission: 'user.work.read',
    operationId: 'listMissingSubmissions',
    summary: 'What was due to a student and is not turned in, by due date',
    input: missingFilters,
    paged: 'by key',
    item: MissingSubmission,
    run: (ctx, { page, ...query }, at) => listMissing(ctx, at, query, page),
  }),
  listing({
    ...route,
    method: 'GET',
    path: '/users/:user_id/calendar_events',
    context: 'user',
    permission: 'user.work.read',
    operationId: 'listCalendarEventsOfUser',
    summary: 'Events by start, or assignments by due date, of a user, as far as the caller sees them',
    input: eventFilters,
    paged: 'by key',
    item: UpcomingEvent,
    run: (ctx, { page, ...filters }, at) => listEventsOfUser(ctx, at, filters, page),
  }),
];

export const plannerOperations = [...itemOperations, ...noteOperations, ...overrideOperations];
