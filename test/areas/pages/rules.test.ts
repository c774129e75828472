import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/access/permissions.ts';
import { type Changeable, changed, changesMore, isEditor, readEditingRoles, saysElse } from '../../../src/areas/pages/rules.ts';
import { isTooLong, pageName, slugIn, slugOf, titleOf } from '../../../src/areas/pages/slugs.ts';

describe('slugs', () => {
  // pages#8
  test.each([
    ['How to use a microscope', 'how-to-use-a-microscope'],
    ['  Häufige Fragen?! ', 'haufige-fragen'],
    ['C++ & C#', 'c-c'],
    ['İstanbul 2024', 'istanbul-2024'],
    ['Клетка и ядро', 'клетка-и-ядро'],
    ['細胞', '細胞'],
    ['?!', 'page'],
    ['a'.repeat(255), 'a'.repeat(200)],
    [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
  ])('%s gives %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  // pages#8, pages#12
  test('stay as they are, with a number behind them too', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 255 }),
        fc.option(fc.integer({ min: 2, max: 99 }), { nil: undefined }),
        (title, n) => {
          const slug = n === undefined ? slugOf(title) : `${slugOf(title)}-${n}`;
          expect(slugIn(slug)).toBe(slug);
          expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u);
        },
      ),
    );
  });

  // pages#14
  test('of 200 characters are not too long, and give a title that gives them', () => {
    expect([isTooLong('a'.repeat(200)), isTooLong('a'.repeat(201))]).toEqual([false, true]);
    expect(titleOf('my-new-page')).toBe('my new page');
    expect(slugOf(titleOf('my-new-page'))).toBe('my-new-page');
  });

  // pages#12
  test.each([
    ['front', { url: 'front', titleUrl: 'front', id: null }],
    ['My Page', { url: 'my-page', titleUrl: 'my-page', id: null }],
    ['12', { url: '12', titleUrl: '12', id: 12 }],
    ['012', { url: '012', titleUrl: '012', id: null }],
    ['page_id:12', { url: null, titleUrl: null, id: 12 }],
    ['page_id:x', { url: null, titleUrl: null, id: null }],
    ['page_id:2147483647', { url: null, titleUrl: null, id: 2_147_483_647 }],
    ['page_id:2147483648', { url: null, titleUrl: null, id: null }],
    ['?', { url: null, titleUrl: null, id: null }],
    ['page', { url: 'page', titleUrl: 'page', id: null }],
    ['a'.repeat(201), { url: 'a'.repeat(201), titleUrl: 'a'.repeat(200), id: null }],
  ])('%s names a page', (text, name) => {
    expect(pageName(text)).toEqual(name);
  });
});

describe('editing roles', () => {
  // pages#15
  test.each([
    ['course', 'teachers', 'teachers'],
    ['course', ' students,teachers ', 'teachers,students'],
    ['course', 'public,public', 'public'],
    ['course', 'members', undefined],
    ['course', ',', undefined],
    ['course', 'Teachers', undefined],
    ['group', 'members,public', 'members,public'],
    ['group', 'students', undefined],
  ] as const)('of a %s: %s', (kind, sent, kept) => {
    expect(readEditingRoles(kind, sent)).toBe(kept);
  });

  // pages#16
  test.each<[Role, string, boolean]>([
    ['student', 'teachers', false],
    ['student', 'teachers,students', true],
    ['student', 'public', true],
    ['observer', 'students', false],
    ['observer', 'public', true],
    ['member', 'members', true],
    ['member', 'teachers', false],
    ['member', 'public', true],
    ['visitor', 'public', false],
  ])('a %s, where %s may: %s', (role, roles, may) => {
    expect(isEditor(new Set([role]), roles)).toBe(may);
  });
});

const NOW = new Date('2030-01-01T00:00:00Z');
const [BEFORE, AFTER] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];
const page = (more: Partial<Changeable> = {}): Changeable => ({
  title: 'Title',
  body: 'Body',
  editingRoles: 'teachers',
  published: false,
  publishAt: null,
  frontPage: false,
  ...more,
});

describe('a changed page', () => {
  // pages#18
  test.each<[string, Partial<Changeable>, Partial<Changeable>, Pick<Changeable, 'published' | 'publishAt'>]>([
    ['a date to come', { publishAt: AFTER, published: true }, { published: true }, { published: false, publishAt: AFTER }],
    ['a date that is now', { publishAt: NOW }, {}, { published: true, publishAt: null }],
    ['a date that has passed', { publishAt: BEFORE, published: false }, {}, { published: true, publishAt: null }],
    ['no date any more', { publishAt: null }, { publishAt: AFTER }, { published: false, publishAt: null }],
    ['no date, of one that is published', { publishAt: null }, { published: true }, { published: true, publishAt: null }],
    ['published', { published: true }, { publishAt: AFTER }, { published: true, publishAt: null }],
    ['not published', { published: false }, { publishAt: AFTER }, { published: false, publishAt: null }],
    ['nothing', {}, { publishAt: AFTER }, { published: false, publishAt: AFTER }],
  ])('by %s', (_what, wanted, before, after) => {
    expect(changed(wanted, page(before), NOW)).toEqual(page({ ...before, ...after }));
  });

  // pages#13
  test('keeps what is not said, and loses a body that is null', () => {
    expect(changed({}, page(), NOW)).toEqual(page());
    expect(changed({ body: null, title: 'Other', frontPage: true, editingRoles: 'public' }, page(), NOW)).toEqual(
      page({ body: null, title: 'Other', frontPage: true, editingRoles: 'public' }),
    );
  });

  // pages#17, pages#25
  test.each<[Partial<Changeable>, boolean, boolean]>([
    [{}, false, false],
    [{ body: 'Other' }, false, true],
    [{ title: 'Other' }, true, true],
    [{ editingRoles: 'public' }, true, false],
    [{ published: true }, true, false],
    [{ publishAt: AFTER }, true, false],
    [{ frontPage: true }, true, false],
  ])('%j is more than a body: %s, and says something else: %s', (change, more, says) => {
    expect([changesMore(page(), page(change)), saysElse(page(), page(change))]).toEqual([more, says]);
  });
});
