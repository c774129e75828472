import { describe, expect, test } from 'vitest';
import { course, enroll, person, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

const CARDS = '/dashboard/dashboard_cards';

describe('cards', () => {
  // courses#28
  test('are of the courses in which the caller is active and that go on, by id', async () => {
    const { course: here, student, teacher, stranger } = await school(server);
    const [drafted, over, invited] = [await course(server, { offer: false }), await course(server), await course(server)];
    for (const one of [drafted, over]) await enroll(server, one.id, teacher.id, 'TeacherEnrollment');
    await enroll(server, over.id, student.id, 'StudentEnrollment');
    await enroll(server, drafted.id, student.id, 'StudentEnrollment');
    await enroll(server, invited.id, student.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    await server.admin.delete(`/courses/${over.id}`, { event: 'conclude' }).expect(200);
    const { body } = await student.client.get(CARDS).expect(200);
    const { body: shown } = await student.client.get(`/courses/${here.id}`).expect(200);
    expect(body).toEqual([
      {
        id: here.id,
        shortName: here.name,
        originalName: here.name,
        longName: `${here.name} - ${shown.course_code}`,
        courseCode: shown.course_code,
        assetString: `course_${here.id}`,
        href: `/courses/${here.id}`,
        term: null,
        subtitle: 'enrolled as: student',
        enrollmentType: 'StudentEnrollment',
        enrollmentState: 'active',
        observee: null,
        published: true,
        isFavorited: false,
        isHomeroom: false,
        isK5Subject: false,
        canManage: false,
        canChangeCoursePublishStatus: false,
        canReadAnnouncements: true,
        image: null,
        color: null,
        position: null,
        links: [],
      },
    ]);
    const { body: taught } = await teacher.client.get(CARDS).expect(200);
    expect(taught).toMatchObject([
      { id: here.id, published: true, canManage: true, canChangeCoursePublishStatus: true, enrollmentType: 'TeacherEnrollment' },
      { id: drafted.id, published: false },
    ]);
    expect((await stranger.client.get(CARDS).expect(200)).body).toEqual([]);
  });

  // courses#28
  test('say what the caller works as, where they are more than one thing', async () => {
    const [{ id }, both] = [await course(server), await person(server)];
    for (const type of ['StudentEnrollment', 'TaEnrollment'] as const) await enroll(server, id, both.id, type);
    const { body } = await both.client.get(CARDS).expect(200);
    expect(body).toMatchObject([{ id, enrollmentType: 'TaEnrollment', canManage: true, canChangeCoursePublishStatus: false }]);
    const attending = await person(server);
    for (const type of ['ObserverEnrollment', 'StudentEnrollment'] as const) await enroll(server, id, attending.id, type);
    expect((await attending.client.get(CARDS).expect(200)).body).toMatchObject([{ id, enrollmentType: 'StudentEnrollment' }]);
  });

  test('take as many statements however many there are', async () => {
    const one = await person(server);
    const counted = () => server.statements(() => one.client.get(CARDS).expect(200), 'kept');
    const join = async () => enroll(server, (await course(server)).id, one.id, 'StudentEnrollment');
    await join();
    for (let n = 0; n < 2; n++) await counted();
    const before = await counted();
    for (let n = 0; n < 3; n++) await join();
    for (let n = 0; n < 2; n++) await counted();
    expect(await counted()).toBe(before);
  });
});
