import { type Examples, self } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const note = (title = unique('Note')) => ({ title, todo_date: '2040-05-01T12:00:00Z' });

const newNote = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)('/planner_notes', note(), w.rich.client)).id;

const marking = async (w: World, server: TestServer) => ({ plannable_type: 'planner_note', plannable_id: await newNote(w, server) });

const newOverride = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)('/planner/overrides', await marking(w, server), w.rich.client)).id;

export const examples: Examples = {
  requests: {
    createPlannerNote: (w) => ({ by: w.rich.client, sent: { ...note(), course_id: w.course } }),
    showPlannerNote: async (w, server) => ({ by: w.rich.client, ids: { id: await newNote(w, server) } }),
    updatePlannerNote: async (w, server) => ({ by: w.rich.client, ids: { id: await newNote(w, server) }, sent: note() }),
    deletePlannerNote: async (w, server) => ({ by: w.rich.client, ids: { id: await newNote(w, server) } }),
    createPlannerOverride: async (w, server) => ({ by: w.rich.client, sent: await marking(w, server) }),
    showPlannerOverride: async (w, server) => ({ by: w.rich.client, ids: { id: await newOverride(w, server) } }),
    updatePlannerOverride: async (w, server) => ({
      by: w.rich.client,
      ids: { id: await newOverride(w, server) },
      sent: { dismissed: true },
    }),
    deletePlannerOverride: async (w, server) => ({ by: w.rich.client, ids: { id: await newOverride(w, server) } }),
  },
  lists: [
    { operationId: 'listCalendarEventsOfUser', path: (w) => `/users/${w.rich.id}/calendar_events`, by: self },
    { operationId: 'listMissingSubmissions', path: (w) => `/users/${w.author.id}/missing_submissions`, by: (w) => w.author.client },
    {
      operationId: 'listPlannerItems',
      path: () => '/planner/items',
      query: { start_date: '2040-01-01', end_date: '2040-12-31' },
      by: self,
    },
    {
      operationId: 'listPlannerItemsOfUser',
      path: (w) => `/users/${w.rich.id}/planner/items`,
      query: { start_date: '2040-01-01', end_date: '2040-12-31' },
      by: self,
    },
    { operationId: 'listPlannerNotes', path: () => '/planner_notes', by: self },
    { operationId: 'listPlannerOverrides', path: () => '/planner/overrides', by: self },
  ],
  fill: async (w, server) => {
    await newOverride(w, server);
    const overdue = { name: unique('Essay'), due_at: '2020-05-01T12:00:00Z', submission_types: ['online_text_entry'], published: true };
    await posting(server)(`/courses/${w.course}/assignments`, { assignment: overdue });
  },
};
