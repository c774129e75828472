import type { Examples } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { ROOT_ACCOUNT, unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const TERMS = `/accounts/${ROOT_ACCOUNT}/terms`;
const term = (w: World) => ({
  enrollment_term: { name: unique(`Of ${w.account}.`), overrides: { StudentEnrollment: { end_at: '2040-05-01T12:00:00Z' } } },
});
const ids = { account_id: ROOT_ACCOUNT };
const made = async (w: World, server: TestServer) => ({ ids: { ...ids, id: (await posting(server)(TERMS, term(w))).id } });

export const examples: Examples = {
  requests: {
    createTerm: (w) => ({ ids, sent: term(w) }),
    showTerm: made,
    updateTerm: async (w, server) => ({ ...(await made(w, server)), sent: term(w) }),
    deleteTerm: made,
  },
  lists: [
    // Of one world, as both have one root account.
    { operationId: 'listTerms', path: () => TERMS, query: (w) => ({ term_name: `of ${w.account}.` }) },
    {
      operationId: 'listTerms',
      path: () => TERMS,
      query: (w) => ({ include: ['overrides', 'course_count'], term_name: `of ${w.account}.` }),
    },
  ],
  fill: async (w, server) => void (await posting(server)(TERMS, term(w))),
};
