import type { Examples } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { unique } from '../../helpers/school.ts';

const together = (w: World) => ({ sent: { title: unique('Together'), user_ids: w.teachers } });

const kinds = ['conferences', 'collaborations'];

export const examples: Examples = {
  async fill(w, server) {
    for (const kind of kinds) await posting(server)(`/courses/${w.course}/${kind}`, { title: unique('Together'), user_ids: w.teachers });
  },
  requests: {
    createConference: together,
    createCollaboration: together,
  },
  lists: [
    { operationId: 'listCollaborators', path: (w) => `/collaborations/${w.collaboration}/members` },
    { operationId: 'listConferences', path: (w) => `/courses/${w.course}/conferences` },
    { operationId: 'listCollaborations', path: (w) => `/courses/${w.course}/collaborations` },
  ],
};
