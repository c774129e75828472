import { expect, test } from 'vitest';
import { z } from 'zod';
import { work } from '../../helpers/jobs.ts';
import { made, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { streamOf } from './streams.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

// activity#4, activity#13, collaborations#6
test('conferences and collaborations are items of everybody in the course', async () => {
  const at = await school(server);
  const make = async (kind: string, title: string) => {
    const sent = { title, description: '<p>Come <b>all</b></p>', user_ids: [at.student.id] };
    return (await made(at.teacher.client.post(`/courses/${at.course.id}/${kind}`, sent), Made)).id;
  };
  const conference = await make('conferences', 'Live talk');
  const collaboration = await make('collaborations', 'Shared paper');
  await work(server);
  for (const one of [at.student, at.student2, at.observer, at.ta, at.teacher])
    expect(await streamOf(one.client)).toMatchObject([
      {
        type: 'Collaboration',
        collaboration_id: collaboration,
        title: 'Shared paper',
        message: 'Come all',
        read_state: true,
        context_type: 'course',
        course_id: at.course.id,
        html_url: `${server.url}/courses/${at.course.id}/collaborations/${collaboration}`,
      },
      { type: 'Conference', web_conference_id: conference, title: 'Live talk', message: 'Come all' },
    ]);
  for (const one of [at.stranger, at.subAdmin]) expect(await streamOf(one.client)).toEqual([]);
});
