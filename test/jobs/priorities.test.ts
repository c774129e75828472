import { expect, test } from 'vitest';
import { systemContext } from '../../src/areas/accounts/bootstrap.ts';
import { CLOSE_ATTEMPTS } from '../../src/areas/quizzes/job-names.ts';
import { topicsAt } from '../helpers/discussions.ts';
import { work } from '../helpers/jobs.ts';
import { school } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

// conventions#104
test('what somebody waits for is done before what tells of what has happened, whichever was there first', async () => {
  const at = await school(server);
  await work(server);
  for (const _ of [1, 2, 3]) await topicsAt(`/courses/${at.course.id}`).topic(at.teacher.client);
  await systemContext(server.database).tx((tx) => tx.enqueue(CLOSE_ATTEMPTS, {}));
  const done: string[] = [];
  await work(server, {
    watched: ({ name }, run) => {
      done.push(name);
      return run();
    },
  });
  expect(done.slice(0, 4)).toEqual([CLOSE_ATTEMPTS, 'tell_of_topic', 'tell_of_topic', 'tell_of_topic']);
});
