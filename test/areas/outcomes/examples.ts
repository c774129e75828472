import type { Examples, ListRequest, Request, Requests } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';
import { outcome, outcomeGroup } from '../../helpers/outcomes.ts';
import { unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

/** The kinds of places with outcome groups, by the words of the operations' ids. */
const OUTCOME_PLACES: Readonly<Record<string, (w: World) => string>> = {
  Site: () => '/global',
  Account: (w) => `/accounts/${w.account}`,
  Course: (w) => `/courses/${w.course}`,
};

const titled = () => ({ title: unique('Outcomes') });

/** The operations on outcome groups, which every kind of place has, asked of the world's group or of a new one in it. */
function groupsIn(word: string, place: (w: World) => string): Requests {
  const full = (w: World): number => w.outcomeGroups[place(w)] ?? 0;
  const newGroup = async (w: World, server: TestServer): Promise<number> => (await outcomeGroup(server, place(w), full(w))).id;
  /** A group of its own, with an outcome of its own. */
  const filled = async (w: World, server: TestServer): Promise<{ id: number; outcome_id: number }> => {
    const id = await newGroup(w, server);
    return { id, outcome_id: await outcome(server, place(w), id) };
  };
  const operations: Readonly<Record<string, Request>> = {
    showRootOutcomeGroup: () => ({}),
    showOutcomeGroup: (w) => ({ ids: { id: full(w) } }),
    updateOutcomeGroup: async (w, server) => ({
      ids: { id: await newGroup(w, server) },
      sent: { ...titled(), parent_outcome_group_id: await newGroup(w, server) },
    }),
    deleteOutcomeGroup: async (w, server) => ({ ids: { id: (await filled(w, server)).id } }),
    createOutcomeGroup: (w) => ({ ids: { id: full(w) }, sent: titled() }),
    importOutcomeGroup: async (w, server) => ({
      ids: { id: full(w) },
      sent: { source_outcome_group_id: (await filled(w, server)).id },
    }),
    createOutcomeLink: (w) => ({ ids: { id: full(w) }, sent: titled() }),
    linkOutcome: async (w, server) => ({ ids: { id: full(w), outcome_id: (await filled(w, server)).outcome_id } }),
    unlinkOutcome: async (w, server) => ({ ids: await filled(w, server) }),
  };
  return Object.fromEntries(Object.entries(operations).map(([name, request]) => [`${name}Of${word}`, request]));
}

const newOutcome = async (w: World, server: TestServer): Promise<number> => {
  const place = `/courses/${w.course}`;
  return outcome(server, place, w.outcomeGroups[place] ?? 0);
};

export const examples: Examples = {
  requests: {
    ...Object.fromEntries(Object.entries(OUTCOME_PLACES).flatMap(([word, place]) => Object.entries(groupsIn(word, place)))),
    showOutcome: async (w, server) => ({ ids: { outcome_id: await newOutcome(w, server) } }),
    updateOutcome: async (w, server) => ({ ids: { outcome_id: await newOutcome(w, server) }, sent: titled() }),
  },
  lists: [
    ...(['Account', 'Course'] as const).flatMap((word): ListRequest[] => {
      const place = OUTCOME_PLACES[word] ?? (() => '');
      return [
        { operationId: `listAllOutcomeGroupsOf${word}`, path: (w) => `${place(w)}/outcome_groups` },
        { operationId: `listAllOutcomeLinksOf${word}`, path: (w) => `${place(w)}/outcome_group_links` },
      ];
    }),
    ...Object.entries(OUTCOME_PLACES).flatMap(([word, place]): ListRequest[] => [
      {
        operationId: `listOutcomeSubgroupsOf${word}`,
        path: (w) => `${place(w)}/outcome_groups/${w.outcomeGroups[place(w)]}/subgroups`,
      },
      { operationId: `listOutcomeLinksOf${word}`, path: (w) => `${place(w)}/outcome_groups/${w.outcomeGroups[place(w)]}/outcomes` },
    ]),
  ],
};
