import { setEssay, setLab, setOtherWork, setQuiz } from './biology-work.ts';
import type { Course } from './course.ts';
import type { Body } from './requests.ts';

/** A thread, a graded discussion, an announcement. */
async function talk({ path, calendar, teacher, ta, students: [first, second, third] }: Course): Promise<void> {
  calendar.turnTo(-9);
  const topics = `${path}/discussion_topics`;
  const open = async (topic: Body) => `${topics}/${await teacher.post(topics, topic)}`;
  await open({ title: 'Welcome to Biology', message: '<p>The first lab is on Tuesday.</p>', is_announcement: true });
  const thread = await open({
    title: 'Questions about the lab',
    message: '<p>Ask here.</p>',
    discussion_type: 'threaded',
    pinned: true,
    allow_rating: true,
  });
  calendar.turnTo(-4);
  const question = await first?.post(`${thread}/entries`, { message: 'I could not see any nuclei. Did you stain yours?' });
  const answer = await second?.post(`${thread}/entries/${question}/replies`, { message: 'With iodine, yes. One drop is enough.' });
  for (const by of [first, third]) await by?.request('POST', `${thread}/entries/${answer}/rating`, { rating: 1 });
  await third?.post(`${thread}/entries/${question}/replies`, { message: 'We took methylene blue, which works for cheek cells too.' });
  await ta.post(`${thread}/entries`, { message: 'The lab is open until six on Friday.' });
  const debate = await open({
    title: 'Debate: is a virus alive?',
    message: '<p>Say what you think before you read the others.</p>',
    require_initial_post: true,
    assignment: { points_possible: 10, due_at: calendar.date(8) },
  });
  await first?.post(`${debate}/entries`, { message: 'It is not: it has no metabolism of its own.' });
  await third?.post(`${debate}/entries`, { message: 'What has genes and evolves is alive.' });
}

/** Answers the id of the syllabus. */
async function handOut({ path, calendar, teacher }: Course): Promise<number> {
  calendar.turnTo(-12);
  const folder = await teacher.post(`${path}/folders`, { name: 'Handouts' });
  const hand = (name: string, content: string) => teacher.upload(`/folders/${folder}/files`, name, content);
  const syllabus = await hand('syllabus.txt', 'Weeks 1 to 4: cells. Weeks 5 to 8: genes. Weeks 9 to 12: ecosystems.\n');
  await hand('safety.txt', 'Wear goggles. Know where the eye wash is.\n');
  return syllabus;
}

/** What is read from week to week: a front page, pages that it leads to, one that is still written. */
async function writePages({ path, calendar, teacher, ta, students: [first] }: Course, groupId: number | undefined): Promise<void> {
  calendar.turnTo(-27);
  const page = (wikiPage: Body, by = teacher) => by.request('POST', `${path}/pages`, { wiki_page: wikiPage });
  await page({ title: 'Welcome', body: '<p>We meet on Tuesdays in room 12.</p>', published: true, front_page: true });
  await page({ title: 'How to use a microscope', body: '<p>Begin with the lowest power.</p>', published: true }, ta);
  await page({
    title: 'Glossary',
    body: '<p><b>Cell</b>: what all life is made of.</p>',
    published: true,
    editing_roles: 'teachers,students',
  });
  await page({ title: 'Weeks 9 to 12', body: '<p>To be written.</p>' });
  calendar.turnTo(-6);
  const glossary = '<p><b>Cell</b>: what all life is made of.</p><p><b>Nucleus</b>: where the genes are.</p>';
  await first?.put(`${path}/pages/glossary`, { wiki_page: { body: glossary } });
  await first?.request('POST', `/groups/${groupId}/pages`, { wiki_page: { title: 'Plan', body: '<p>Slides by Friday.</p>' } });
}

async function setDates({ id, calendar, teacher }: Course): Promise<void> {
  calendar.turnTo(-11);
  const date = (title: string, from: number, to: number, place: string) =>
    teacher.post('/calendar_events', {
      calendar_event: {
        context_code: `course_${id}`,
        title,
        location_name: place,
        start_at: calendar.date(from),
        end_at: calendar.date(to),
      },
    });
  await date('Lab', 1, 1.1, 'Room 12');
  await date('Excursion to the lake', 12, 12.3, 'North gate');
}

/** What the teacher has put into their own planner, and crossed out there. */
async function plan({ id, calendar, teacher }: Course): Promise<void> {
  calendar.turnTo(-3);
  await teacher.post('/planner_notes', { title: 'Order cover slips', todo_date: calendar.date(2), course_id: id });
  const lab = await teacher.post('/planner_notes', { title: 'Book room 12', todo_date: calendar.date(-1) });
  await teacher.post('/planner/overrides', { plannable_type: 'planner_note', plannable_id: lab, marked_complete: true });
}

async function write({ id, calendar, teacher, students: [, second] }: Course): Promise<void> {
  calendar.turnTo(-2);
  const toAll = { recipients: [`course_${id}_students`], group_conversation: true };
  await teacher.request('POST', '/conversations', { ...toAll, subject: 'Goggles', body: 'Please bring your own.' });
  const thanks = { recipients: [String(teacher.id)], subject: 'Extra time', body: 'Thank you for the extra days.' };
  await second?.request('POST', '/conversations', thanks);
}

/** What a teacher collects besides: a scale of grades, outcomes of the course, links that are talked about, a meeting. */
async function collect({ path, calendar, teacher, students }: Course): Promise<void> {
  calendar.turnTo(-20);
  const scale = [
    { name: 'Passed', value: 50 },
    { name: 'Not yet', value: 0 },
  ];
  await teacher.post(`${path}/grading_standards`, { title: 'Passed or not', grading_scheme_entry: scale });
  const root = await teacher.find(`${path}/root_outcome_group`);
  const group = await teacher.post(`${path}/outcome_groups/${root}/subgroups`, { title: 'Laboratory work' });
  await teacher.request('POST', `${path}/outcome_groups/${group}/outcomes`, {
    title: 'Uses a microscope',
    mastery_points: 2,
    ratings: [
      { description: 'Alone', points: 3 },
      { description: 'With help', points: 2 },
      { description: 'Not yet', points: 0 },
    ],
  });
  await teacher.post(`${path}/conferences`, { title: 'Office hour', user_ids: students.slice(0, 2).map(({ id }) => id) });
  const collection = await teacher.post('/users/self/collections', { name: 'Cells in pictures', visibility: 'public' });
  const item = await teacher.post(`/collections/${collection}/items`, {
    link_url: 'https://www.cellimagelibrary.org/',
    user_comment: 'Free to use.',
  });
  const topic = `/collection_items/${item}/discussion_topics/self`;
  await teacher.post(`${topic}/entries`, { message: 'Which one for the poster?' });
  await teacher.put(topic, { allow_rating: true });
}

/** The course in two units, of which the second opens once the first is done. */
async function arrange({ path, calendar, teacher, students }: Course, of: { syllabus: number; quiz: number }): Promise<void> {
  calendar.turnTo(-2);
  const unit = (name: string, more: Body = {}) => teacher.post(`${path}/modules`, { module: { name, published: true, ...more } });
  const cells = await unit('Cells', { require_sequential_progress: true });
  const put = (module: number, item: Body) =>
    teacher.post(`${path}/modules/${module}/items`, { module_item: { published: true, ...item } });
  await put(cells, { type: 'SubHeader', title: 'Begin here' });
  const read = await put(cells, { type: 'File', content_id: of.syllabus, completion_requirement: { type: 'must_view' } });
  await put(cells, { type: 'Quiz', content_id: of.quiz, completion_requirement: { type: 'must_submit' } });
  const genes = await unit('Genes', { prerequisite_module_ids: [cells] });
  await put(genes, { type: 'ExternalUrl', title: 'A book of genes', external_url: 'https://example.org/genes', new_tab: true });
  for (const student of students.slice(0, 4)) await student.request('POST', `${path}/modules/${cells}/items/${read}/mark_read`, {});
}

/** Introduction to Biology, in the middle of its term. */
export async function teachBiology(course: Course, from: { outcome: number; set: number; groupIds: readonly number[] }): Promise<void> {
  const { path, calendar, teacher, students } = course;
  calendar.turnTo(-28);
  await teacher.put(path, { course: { group_weighting_scheme: 'percent' } });
  const group = (name: string, weight: number, rules: Body) =>
    teacher.post(`${path}/assignment_groups`, { name, group_weight: weight, rules });
  const essays = await group('Essays', 50, {});
  const labs = await group('Labs', 50, { drop_lowest: 1 });
  await setEssay(course, essays, from.outcome);
  await setLab(course, labs);
  await setOtherWork(course, { essays, labs, set: from.set });
  const quiz = await setQuiz(course);
  await talk(course);
  const syllabus = await handOut(course);
  await collect(course);
  await writePages(course, from.groupIds[0]);
  await setDates(course);
  await plan(course);
  await write(course);
  await arrange(course, { syllabus, quiz });
  const topics = `/groups/${from.groupIds[0]}/discussion_topics`;
  const topic = await students[0]?.post(topics, { title: 'Who brings what?', message: 'I have the slides.' });
  await students[0]?.post(`${topics}/${topic}/entries`, { message: 'And who brings iodine?' });
  await teacher.put(`${topics}/${topic}`, { pinned: true, allow_rating: true });
}
