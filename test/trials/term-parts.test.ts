import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { courseTotals } from '../../src/areas/submissions/totals.ts';
import { orderedFault } from '../../trials/term/invariants/course-work.ts';
import { readBy } from '../../trials/term/invariants/discussions.ts';
import { scoresOf } from '../../trials/term/invariants/quizzes.ts';
import { couldBe, Register } from '../../trials/term/ledger.ts';
import { Measures } from '../../trials/term/measures.ts';
import { KINDS, markIn, planOf, turnsOf } from '../../trials/term/plan.ts';
import { randomOf, weighted } from '../../trials/term/random.ts';
import { SENT_TO, Sender } from '../../trials/term/sending.ts';
import { actorsOf, shapeOf, teachersOf } from '../../trials/term/shape.ts';
import { type Scored, type ScoredGroup, totalsOf } from '../../trials/term/totals.ts';
import { portOf } from '../helpers/port-of.ts';

const SEED = 20_261_125;
const taken = <T>(list: Iterator<T>, count: number): T[] => Array.from({ length: count }, () => list.next().value as T);

describe('the plan', () => {
  const shape = shapeOf(40);
  const actors = actorsOf(shape);

  test('is the same for the same seed, and another for another seed or actor', () => {
    const [first, second] = actors;
    if (!first || !second) throw new Error('there are no actors');
    const plan = taken(planOf(SEED, first), 50);
    expect(taken(planOf(SEED, first), 50)).toEqual(plan);
    expect(taken(planOf(SEED + 1, first), 50)).not.toEqual(plan);
    expect(taken(planOf(SEED, second), 50).map(({ kind }) => kind)).not.toEqual(plan.map(({ kind }) => kind));
    expect(new Set(plan.flatMap(({ mark, before }) => [mark, before])).size).toBe(100);
    expect(plan.every(({ mark, before }) => markIn(`<p>${mark}</p>`) === mark && markIn(before) === before)).toBe(true);
  });

  test('has turns for everybody, the same for the same seed', () => {
    const turns = taken(turnsOf(SEED, actors), 3_000).map(({ index }) => index);
    expect(taken(turnsOf(SEED, actors), 3_000).map(({ index }) => index)).toEqual(turns);
    expect(new Set(turns).size).toBe(actors.length);
  });

  test('has every kind of act, each in a course of the actor', () => {
    const acts = actors.flatMap((actor) => taken(planOf(SEED, actor), 300).map((act) => ({ actor, act })));
    expect(new Set(acts.map(({ act }) => act.kind))).toEqual(new Set(KINDS));
    expect(acts.filter(({ actor, act }) => !actor.courses.includes(act.course))).toEqual([]);
  });

  test('is of a school with teachers and courses in proportion', () => {
    expect(shapeOf(2_000)).toEqual({ students: 2_000, teachers: 100, courses: 200 });
    for (const actor of actors) expect(new Set(actor.courses).size).toBe(actor.courses.length);
    const moving = actors.filter(({ moves }) => moves !== undefined);
    expect(moving).toHaveLength(4);
    expect(moving.every(({ moves, courses }) => courses.at(-1) === moves)).toBe(true);
    expect(teachersOf(0, shape)).toEqual([0, 1]);
    expect(teachersOf(1, shape)).toEqual([1]);
  });

  test('draws by weights', () => {
    const random = randomOf(SEED);
    const drawn = Array.from({ length: 4_000 }, () => weighted({ seldom: 1, often: 3 }, ['seldom', 'often'], random()));
    const often = drawn.filter((kind) => kind === 'often').length / drawn.length;
    expect(often).toBeGreaterThan(0.72);
    expect(often).toBeLessThan(0.78);
  });
});

const group = (rules: ScoredGroup['rules'], items: [number | null, number][], weight = 0): ScoredGroup => ({
  weight,
  rules,
  items: items.map(([score, points], i): Scored => ({ id: i + 1, score, points })),
});
const FIVE: [number | null, number][] = [
  [100, 100],
  [42, 91],
  [14, 55],
  [3, 38],
  [null, 1000],
];

describe('totals', () => {
  // submissions#72
  test.each([
    [{}, 55.99, 12.38],
    [{ drop_lowest: 1 }, 63.41, 55.99],
    [{ drop_lowest: 2 }, 74.64, 63.41],
    [{ drop_highest: 1 }, 32.07, 4.98],
    [{ drop_highest: 2 }, 18.28, 1.56],
    [{ drop_highest: 3 }, 7.89, 0.29],
    [{ drop_lowest: 1, never_drop: [4] }, 63.32, 55.99],
  ])('are as the rules have them with %j', (rules, current, final) => {
    expect(totalsOf([group(rules, FIVE)], false)).toEqual({ current, final });
  });

  // submissions#73
  test('are weighed, and scaled up where weights are left out', () => {
    const groups = [group({}, [[9, 10]], 50), group({}, [[null, 40]], 50)];
    expect(totalsOf(groups, true)).toEqual({ current: 90, final: 45 });
    expect(totalsOf([group({}, [[1, 2]], 60), group({}, [[1, 1]], 60)], true)).toEqual({ current: 90, final: 90 });
    expect(totalsOf([group({}, [[null, 2]], 60)], true)).toEqual({ current: null, final: 0 });
    expect(totalsOf([], false)).toEqual({ current: null, final: null });
  });

  test('round halves up, below 0 too', () => {
    expect(totalsOf([group({}, [[0.01, 80]])], false)).toEqual({ current: 0.01, final: 0.01 });
    expect(totalsOf([group({}, [[0.02, 400]])], false)).toEqual({ current: 0.01, final: 0.01 });
    expect(totalsOf([group({}, [[-0.02, 400]])], false)).toEqual({ current: 0, final: 0 });
  });

  test('come to what Lectern counts, whatever the scores', () => {
    const random = randomOf(SEED);
    const rules = [{ drop_lowest: 1 }, { drop_highest: 1 }, { drop_lowest: 1, drop_highest: 1 }, {}];
    const weights = [10, 25, 40, 55];
    for (let n = 0; n < 300; n += 1) {
      const groups = rules.map((one, i) => {
        const items = Array.from({ length: Math.floor(random() * 6) }, (): [number | null, number] => [
          random() < 0.3 ? null : Math.floor(random() * 100) / 4,
          1 + Math.floor(random() * 30),
        ]);
        return group(one, items, weights[i]);
      });
      const theirs = groups.map(({ weight, items }, i) => ({
        weight,
        rules: rules[i] ?? {},
        items: items.map(({ id, points, score }) => ({ id, pointsPossible: points, score })),
      }));
      const isWeighted = random() < 0.5;
      expect(totalsOf(groups, isWeighted)).toEqual(courseTotals(theirs, isWeighted));
    }
  });
});

const sure = (value: string, from: number, to: number) => ({ value, from, to, sure: true });
const open = (value: string, from: number) => ({ value, from, to: Number.POSITIVE_INFINITY, sure: false });

describe('the ledger', () => {
  test.each([
    ['the later of two', [sure('a', 0, 1), sure('b', 2, 3)], ['b']],
    ['either of two at once', [sure('a', 0, 2), sure('b', 1, 3)], ['a', 'b']],
    ['what is open, or what was sure before', [sure('a', 0, 1), open('b', 2)], ['a', 'b']],
    ['what is open, though something sure followed', [open('a', 0), sure('b', 2, 3)], ['a', 'b']],
    ['nothing of what was written over for certain', [sure('a', 0, 1), sure('b', 2, 3), open('c', 4), sure('d', 5, 6)], ['c', 'd']],
  ])('holds %s possible', (_says, writes, values) => {
    expect(couldBe(writes)).toEqual(values);
  });

  test('forgets what has turned out not to have happened', () => {
    const register = new Register<string, string>();
    register.write('x', 'a', sure('a', 0, 1));
    const write = register.write('x', 'b', sure('b', 2, 3));
    expect(register.couldBe('x')).toEqual(['b']);
    register.forget('x', write);
    expect(register.couldBe('x')).toEqual(['a']);
    expect(register.couldBe('y')).toBeUndefined();
  });
});

describe('a sender', () => {
  test.each([
    ['one server', '127.0.0.1:3001', false],
    ['several servers, one after the other', '127.0.0.1:3001, 127.0.0.1:3002', true],
    ['whatever nobody tells of', undefined, false],
  ])('knows what a load balancer has sent to %s', async (_says, servers, perhapsTwice) => {
    const balancer = createServer((_request, answer) =>
      answer.writeHead(200, servers === undefined ? {} : { [SENT_TO]: servers }).end('{}'),
    );
    await once(balancer.listen(0, '127.0.0.1'), 'listening');
    const port = portOf(balancer);
    const sender = new Sender([`http://127.0.0.1:${port}`], new Measures());
    expect(await sender.send(null, { as: 'comment', method: 'PUT', path: '/', body: {} })).toMatchObject({ state: 'done', perhapsTwice });
    sender.end();
    balancer.close();
  });
});

const attempts = (...marks: string[]) => marks.map((mark) => ({ mark: mark.replace('?', ''), sure: !mark.endsWith('?') }));

describe('the invariants', () => {
  test.each([
    ['all in order', attempts('a', 'b', 'c'), ['a', 'b', 'c'], undefined],
    ['one that may be there', attempts('a', 'b?', 'c'), ['a', 'b', 'c'], undefined],
    ['one that may be missing', attempts('a', 'b?', 'c'), ['a', 'c'], undefined],
    ['one missing', attempts('a', 'b', 'c'), ['a', 'c'], 'has a c and not a b c'],
    ['two in another order', attempts('a', 'b'), ['b', 'a'], 'has b a and not a b'],
    ['one twice', attempts('a'), ['a', 'a'], 'has one twice'],
    ['a stranger', attempts('a'), ['a', 'd'], 'has d, which nobody sent'],
    ['one without a mark', attempts('a'), ['a', undefined], 'has one without a mark, which nobody sent'],
  ])('see in a history %s', (_says, sent, found, fault) => {
    expect(orderedFault(sent, found)).toBe(fault);
  });

  const entry = { id: 5, mark: 'm', topicId: 1, author: 1, from: 10, to: 12, sure: true };
  const reading = (entryId: number | null, read: boolean, from: number, to: number, isSure = true) => ({
    entryId,
    read,
    from,
    to,
    sure: isSure,
  });
  test.each([
    ['nobody has read what was not marked', 2, [], [false]],
    ['its author has read it', 1, [], [true]],
    ['it was marked', 2, [reading(5, true, 20, 21)], [true]],
    ['another one was marked', 2, [reading(6, true, 20, 21)], [false]],
    ['all were marked before it', 2, [reading(null, true, 1, 2)], [false]],
    ['all were marked after it', 2, [reading(null, true, 20, 21)], [true]],
    ['all were marked while it was posted', 2, [reading(null, true, 11, 13)], [false, true]],
    ['it may have been marked', 2, [reading(5, true, 20, 21, false)], [false, true]],
    ['it was marked, and then unmarked', 2, [reading(5, true, 20, 21), reading(null, false, 22, 23)], [false]],
  ])('count an entry as read where %s', (_says, userId, readings, could) => {
    expect(readBy(userId, entry, readings)).toEqual(could);
  });

  test('know what the answers of a quiz may be worth', () => {
    const right = new Register<number, boolean>();
    right.write(1, false, sure('', 0, 1));
    right.write(1, true, sure('', 2, 3));
    right.write(2, true, open('', 2));
    const points = new Map([
      [1, 1],
      [2, 2],
      [3, 4],
    ]);
    expect(scoresOf({ right, points })).toEqual(new Set([1, 3]));
  });
});
