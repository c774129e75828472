import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { itemIn, moduleIn } from '../../helpers/modules.ts';
import { made, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

/** What modules hold back, said once more in the simplest way: SQL decides (modules/relations.ts), and is to say the same. */

const server = useServer();
const Page = z.object({ page_id: z.int(), url: z.string() });
const Id = z.object({ id: z.int() });
const PAGES = 4;
const LATER = '2100-01-01T00:00:00Z';
const BEFORE = '2020-01-01T00:00:00Z';

interface Item {
  page: number;
  asked: boolean;
  viewed: boolean;
}
interface Module {
  published: boolean;
  unlockAt: string | null;
  inOrder: boolean;
  /** Whether it waits for the module before it, and for the one before that. */
  waits: readonly [boolean, boolean];
  items: Item[];
}

const item: fc.Arbitrary<Item> = fc.record({ page: fc.nat(PAGES - 1), asked: fc.boolean(), viewed: fc.boolean() });
const module: fc.Arbitrary<Module> = fc.record({
  published: fc.constantFrom(true, true, true, false),
  unlockAt: fc.constantFrom(null, null, BEFORE, LATER),
  inOrder: fc.boolean(),
  waits: fc.tuple(fc.boolean(), fc.boolean()),
  items: fc.array(item, { maxLength: 4 }),
});
const course = fc.array(module, { minLength: 1, maxLength: 3 });

const prerequisitesOf = (modules: readonly Module[], i: number): number[] =>
  (modules[i]?.waits ?? []).flatMap((waits, back) => (waits && i - back - 1 >= 0 ? [i - back - 1] : []));

const isMet = ({ asked, viewed }: Item): boolean => !asked || viewed;

/** A published prerequisite, and each of its own, is completed: its time has come, and all that it asks for is met. */
function isOpen(modules: readonly Module[], i: number): boolean {
  const all = (of: number): number[] => prerequisitesOf(modules, of).flatMap((one) => [one, ...all(one)]);
  const early = (of: number) => modules[of]?.unlockAt === LATER;
  return !early(i) && all(i).every((one) => !modules[one]?.published || (!early(one) && modules[one].items.every(isMet)));
}

function isHeld(modules: readonly Module[], page: number): boolean {
  const places = modules.flatMap((one, i) =>
    one.items.flatMap((own, at) => {
      if (own.page !== page) return [];
      const inOrder = !one.inOrder || one.items.slice(0, at).every(isMet);
      return [!one.published || !isOpen(modules, i) || !inOrder];
    }),
  );
  return places.length > 0 && places.every((held) => held);
}

// modules#32 modules#35 modules#39
test('content is held back where all of its places are', async () => {
  const seen = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(course, async (modules) => {
      const at = await school(server);
      const pages: { page_id: number; url: string }[] = [];
      for (let i = 0; i < PAGES; i++) {
        const sent = { wiki_page: { title: `Page ${i}`, published: true } };
        pages.push(await made(at.teacher.client.post(`/courses/${at.course.id}/pages`, sent), Page));
      }
      const ids: number[] = [];
      for (const [i, one] of modules.entries()) {
        const waits = prerequisitesOf(modules, i).map((of) => ids[of] ?? 0);
        const fields = { published: one.published, unlock_at: one.unlockAt, require_sequential_progress: one.inOrder };
        const id = await moduleIn(at, { ...fields, prerequisite_module_ids: waits });
        ids.push(id);
        for (const { page, asked, viewed } of one.items) {
          const requirement = asked ? { completion_requirement: { type: 'must_view' } } : {};
          const itemId = await itemIn(at, id, { type: 'Page', page_url: pages[page]?.url, ...requirement });
          if (viewed)
            await server.database.pool.query('insert into module_item_progress (item_id, user_id, viewed_at) values ($1, $2, now())', [
              itemId,
              at.student.id,
            ]);
        }
      }
      const { body } = await at.student.client.get(`/courses/${at.course.id}/pages`).expect(200);
      const wanted = pages.map((_, page) => isHeld(modules, page));
      for (const one of wanted) seen.add(one);
      expect(body.map((one: { locked_for_user: boolean }) => one.locked_for_user)).toEqual(wanted);
      const named = z.array(Id).parse((await at.teacher.client.get(`/courses/${at.course.id}/modules`)).body);
      expect(named.map(({ id }) => id)).toEqual(ids);
    }),
    { numRuns: 40 },
  );
  expect([...seen].sort()).toEqual([false, true]);
}, 120_000);
