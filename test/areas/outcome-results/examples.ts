import { z } from 'zod';
import { type Examples, inCourse, named, student } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { align, outcome } from '../../helpers/outcomes.ts';
import { made } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

/** One student more, with a result of an outcome of their own. */
async function reach(w: World, server: TestServer): Promise<void> {
  const place = `/courses/${w.course}`;
  const id = await outcome(server, place, w.outcomeGroups[place] ?? 0, named());
  const { rubric } = await align(server, w.course, id);
  const { criteria } = await made(
    server.admin.get(`${place}/rubrics/${rubric}`),
    z.object({ criteria: z.array(z.object({ id: z.string() })) }),
  );
  const { one } = await student(w, server);
  const [association] = (await server.admin.get(`${place}/rubrics/${rubric}`, { include: ['associations'] }).expect(200)).body.associations;
  const rows = { [`criterion_${criteria[0]?.id}`]: { points: 4 } };
  await posting(server)(`${inCourse('rubric_associations')(w)}/${association.id}/rubric_assessments`, {
    rubric_assessment: { user_id: one.id, ...rows },
  });
}

const include = ['outcomes', 'outcomes.alignments', 'alignments', 'outcome_groups', 'users', 'courses'];

export const examples: Examples = {
  fill: reach,
  requests: {},
  lists: [
    { operationId: 'listOutcomeResults', path: inCourse('outcome_results') },
    { operationId: 'listOutcomeResults', path: inCourse('outcome_results'), query: { include } },
    { operationId: 'listOutcomeRollups', path: inCourse('outcome_rollups') },
    { operationId: 'listOutcomeRollups', path: inCourse('outcome_rollups'), query: { include } },
    { operationId: 'listOutcomeRollups', path: inCourse('outcome_rollups'), query: { sort_by: 'student', sort_order: 'desc' } },
    { operationId: 'listOutcomeAlignments', path: inCourse('outcome_alignments') },
  ],
};
