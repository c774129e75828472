import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from './sources.ts';

type Sources = ReadonlyMap<string, string>;

/** What a file imports of its own house, types too, as paths below src. */
function imports(file: string, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]*)['"]/g);
  const paths = [...found].map((match) => path.posix.join(path.posix.dirname(file), match[1] ?? ''));
  return paths.filter((to) => !to.startsWith('store/generated/'));
}

/**
 * What an area's tables mean to others: the floor on which access and all areas stand. It is no arrow to import it, since who reads
 * tables of another draws one of SQL (sql-arrows.test.ts).
 */
const isRelations = (file: string): boolean => /^areas\/[^/]+\/relations\.ts$/.test(file);

/** What relations may import: each other, what SQL is made of, and what access says in types and tables. */
const BELOW_RELATIONS = /^store\/(?:sql\/|plan\.ts$)|^access\/(?:permissions|found|reach|viewer)\.ts$/;

/** Which top folders a file of this one must not import: arrows run main -> server, worker -> areas -> http -> access -> store -> kernel. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  http: /^(?:areas|demo|why|metrics)\/|^(?:main|server|worker)\.ts$/,
  kernel: /^(?!kernel\/)/,
  store: /^(?:areas|demo|why|access|http)\/|^(?:config|main|server|worker)\.ts$/,
  access: /^(?:areas|demo|why|http)\/|^(?:main|server|worker)\.ts$/,
  metrics: /^(?:areas|demo|why)\/|^(?:main|server|worker)\.ts$/,
  areas: /^(?:demo|why|metrics)\/|^areas\/index\.ts$|^(?:main|server|worker)\.ts$/,
};
function againstTheArrows(files: Sources): string[] {
  return [...files].flatMap(([file, text]) => {
    const forbidden = file === 'areas/index.ts' ? undefined : FORBIDDEN[file.split('/')[0] ?? ''];
    return forbidden === undefined
      ? []
      : imports(file, text)
          .filter((to) => !isRelations(to) && (forbidden.test(to) || (isRelations(file) && !BELOW_RELATIONS.test(to))))
          .map((to) => `${file} -> ${to}`);
  });
}

/** Which files each file imports. */
const fileGraph = (files: Sources): Map<string, Set<string>> =>
  new Map([...files].map(([file, text]) => [file, new Set(imports(file, text))]));

const areaOf = (file: string): string | undefined => /^areas\/([^/]+)\//.exec(file)?.[1];

/** Which areas each area imports. */
function areaGraph(files: Sources): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const from = areaOf(file);
    if (from === undefined) continue;
    const to = graph.get(from) ?? new Set<string>();
    graph.set(from, to);
    for (const imported of imports(file, text)) {
      const area = isRelations(imported) ? undefined : areaOf(imported);
      if (area !== undefined && area !== from) to.add(area);
    }
  }
  return graph;
}

/** The arrows of a graph, one by one. */
const arrows = (graph: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...graph].flatMap(([from, to]) => [...to].map((area) => `${from} -> ${area}`)).sort();

/** The arrows between areas as ARCHITECTURE.md draws them: indented lines, `from -> to, to`. */
const drawn = (text: string): string[] =>
  [...text.matchAll(/^ {4}([\w-]+) +-> ([\w, -]+)$/gm)]
    .flatMap(([, from, to]) => (to ?? '').split(', ').map((area) => `${from} -> ${area}`))
    .sort();

const without = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one));

/** A circle of the graph, as the way around it; undefined where there is none. */
function circle(graph: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string | undefined => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node].join(' -> ');
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...way, node]);
      if (found) return found;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found) return found;
  }
  return undefined;
}

/** The folder of a subject that a file of an area stands in, where the area has such. */
const subjectOf = (file: string): string | undefined => /^areas\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0];

/** The one file of a subject that others import, which has the folder's name. */
const doorOf = (subject: string): string => `${subject}/${path.posix.basename(subject)}.ts`;

/** What each file imports of subjects that it is no part of. */
function intoSubjects(files: Sources): { file: string; to: string; subject: string }[] {
  return [...files].flatMap(([file, text]) =>
    imports(file, text).flatMap((to) => {
      const subject = subjectOf(to);
      return subject === undefined || subject === subjectOf(file) ? [] : [{ file, to, subject }];
    }),
  );
}

const pastTheDoors = (files: Sources): string[] =>
  intoSubjects(files).flatMap(({ file, to, subject }) => (to === doorOf(subject) ? [] : [`${file} -> ${to}`]));

/** Which subjects each subject imports. */
function subjectGraph(files: Sources): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { file, subject } of intoSubjects(files)) {
    const from = subjectOf(file);
    if (from !== undefined) graph.set(from, (graph.get(from) ?? new Set<string>()).add(subject));
  }
  return graph;
}

describe('every source file', () => {
  test('is found at all', () => {
    expect(sources.size).toBeGreaterThan(60);
    expect(sources.has('areas/sections/routes.ts')).toBe(true);
  });
  test('imports along the arrows', () => expect(againstTheArrows(sources)).toEqual([]));
  test('imports none that leads back to it, not by types either', () => {
    const graph = fileGraph(sources);
    expect(graph.get('areas/sections/routes.ts')).toContain('areas/sections/sections.ts');
    expect(circle(graph)).toBeUndefined();
  });
});

/** What a file loads when it is loaded, packages too: `import type` and `await import` load nothing then. */
const loads = (file: string, text: string): string[] =>
  [...text.matchAll(/^(?:import|export)(?!\s+type\b)[^;]*?['"]([^'"]+)['"]/gm)].map(([, from = '']) =>
    from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from,
  );

/** Files that load OpenTelemetry, or what does. */
const loadingTraces = (files: Sources): string[] =>
  [...files].flatMap(([file, text]) =>
    loads(file, text)
      .filter((from) => file !== 'tracing.ts' && (from.startsWith('@opentelemetry/') || from === 'tracing.ts'))
      .map((from) => `${file} -> ${from}`),
  );

/** All that is loaded with a file. */
function loadedWith(files: Sources, first: string): Set<string> {
  const found = new Set([first]);
  for (const file of found) for (const next of loads(file, files.get(file) ?? '')) found.add(next);
  return found;
}

// conventions#86
test('nothing of OpenTelemetry is loaded where traces go nowhere', () => {
  expect(sources.get('tracing.ts')).toContain("from '@opentelemetry/sdk-node'");
  expect(sources.get('process.ts')).toContain("await import('./tracing.ts')");
  expect(loadingTraces(sources)).toEqual([]);
});

test('no command loads all areas before it needs them', () => {
  expect(loadedWith(sources, 'server.ts')).toContain('areas/sections/routes.ts');
  const first = loadedWith(sources, 'main.ts');
  expect(first).toContain('store/migrate.ts');
  expect([...first].filter((file) => file === 'areas/index.ts' || file.endsWith('/routes.ts'))).toEqual([]);
});

describe('areas', () => {
  const used = arrows(areaGraph(sources));
  const architecture = drawn(readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8'));

  test('are found at all, and drawn', () => {
    expect(used).toContain('sections -> users');
    expect(architecture).toContain('sections -> users');
  });
  test('import no area that imports them back', () => expect(circle(areaGraph(sources))).toBeUndefined());
  test('import along the arrows that ARCHITECTURE.md draws', () => expect(without(used, architecture)).toEqual([]));
  test('use every arrow that ARCHITECTURE.md draws', () => expect(without(architecture, used)).toEqual([]));
});

describe('subjects of an area', () => {
  test('are found at all', () => expect(subjectGraph(sources).get('areas/quizzes/attempts')).toContain('areas/quizzes/quizzes'));
  test('are entered by their doors', () => expect(pastTheDoors(sources)).toEqual([]));
  test('import none that imports them back', () => expect(circle(subjectGraph(sources))).toBeUndefined());
});

describe('the guards fire', () => {
  test('on an import past the door of a subject, from within its area and from outside', () => {
    const files = new Map([
      ['areas/a/b/b.ts', `import { x } from './x.ts';`],
      ['areas/a/c/c.ts', `import type { X } from '../b/x.ts'; import { b } from '../b/b.ts';`],
      ['areas/a/index.ts', `export { x } from './b/x.ts';`],
      ['areas/d/d.ts', `const x = await import('../a/b/x.ts'); import { y } from '../a/y.ts';`],
    ]);
    expect(pastTheDoors(files)).toEqual([
      'areas/a/c/c.ts -> areas/a/b/x.ts',
      'areas/a/index.ts -> areas/a/b/x.ts',
      'areas/d/d.ts -> areas/a/b/x.ts',
    ]);
  });

  test('on a circle of subjects, though no file of it is in one', () => {
    const files = new Map([
      ['areas/a/b/b.ts', `import { x } from '../c/c.ts';`],
      ['areas/a/c/other.ts', `import { b } from '../b/b.ts';`],
    ]);
    expect(circle(fileGraph(files))).toBeUndefined();
    expect(circle(subjectGraph(files))).toBe('areas/a/b -> areas/a/c -> areas/a/b');
  });

  test('on imports against the arrows, of types and at run time too', () => {
    const bad = new Map([
      ['http/a.ts', `import type { X } from '../areas/users/people.ts';`],
      ['store/a.ts', `const x = await import('../areas/users/people.ts');`],
      ['store/b.ts', `import { x } from '../http/errors.ts';`],
      ['kernel/a.ts', `import type { X } from '../store/x.ts';`],
      ['kernel/b.ts', `import { x } from './a.ts';`],
      ['access/a.ts', `export { x } from '../areas/users/people.ts';`],
      ['areas/users/a.ts', `import {\n  areas,\n} from '../index.ts';`],
      ['areas/users/b.ts', `import '../../server.ts';`],
      ['areas/users/c.ts', `import { x } from '../../http/errors.ts';`],
      ['access/b.ts', `import { isLogin } from '../areas/users/relations.ts';`],
      ['areas/users/relations.ts', `import { x } from '../../http/errors.ts'; import { y } from '../courses/relations.ts';`],
    ]);
    expect(againstTheArrows(bad).map((found) => found.split(' ')[0])).toEqual([
      'http/a.ts',
      'store/a.ts',
      'store/b.ts',
      'kernel/a.ts',
      'access/a.ts',
      'areas/users/a.ts',
      'areas/users/b.ts',
      'areas/users/relations.ts',
    ]);
  });

  test('on what loads OpenTelemetry with itself', () => {
    const files = new Map([
      ['main.ts', `import type { Tracing } from './tracing.ts';\nconst { startTracing } = await import('./tracing.ts');`],
      ['tracing.ts', `import { NodeSDK } from '@opentelemetry/sdk-node';`],
      ['worker.ts', `import {\n  startTracing,\n} from './tracing.ts';`],
      ['store/a.ts', `import { asTraced } from './tracing.ts';`],
      ['store/b.ts', `import { trace } from '@opentelemetry/api';`],
    ]);
    expect(loadingTraces(files)).toEqual(['worker.ts -> tracing.ts', 'store/b.ts -> @opentelemetry/api']);
  });

  test('on a circle of areas, of types and through a third one too', () => {
    const file = (from: string, to: string): [string, string] => [`areas/${from}/x.ts`, `import type { X } from '../${to}/x.ts';`];
    expect(circle(areaGraph(new Map([file('a', 'b'), file('b', 'a')])))).toBe('a -> b -> a');
    expect(circle(areaGraph(new Map([file('z', 'a'), file('a', 'b'), file('b', 'c'), file('c', 'a')])))).toBe('a -> b -> c -> a');
    expect(
      circle(areaGraph(new Map([file('a', 'b'), file('b', 'c'), ['areas/d/x.ts', `import '../c/x.ts'; import '../a/x.ts';`]]))),
    ).toBeUndefined();
  });

  test('on a circle of files, of types and inside an area too', () => {
    const files = new Map([
      ['areas/a/x.ts', `import type { Y } from './y.ts';`],
      ['areas/a/y.ts', `const z = await import('../../store/z.ts');`],
      ['store/z.ts', `export { x } from '../areas/a/x.ts';`],
    ]);
    expect(circle(fileGraph(files))).toBe('areas/a/x.ts -> areas/a/y.ts -> store/z.ts -> areas/a/x.ts');
    files.delete('store/z.ts');
    expect(circle(fileGraph(files))).toBeUndefined();
  });

  test('on an arrow that is not drawn, and on one that nobody uses', () => {
    const text = 'main -> server, so:\n\n    a-b  -> c, d\n    e -> c\n\n    src/config.ts  the environment -> one object\n';
    const used = arrows(areaGraph(new Map([['areas/a-b/x.ts', `import '../c/x.ts'; import '../f/x.ts';`]])));
    expect(drawn(text)).toEqual(['a-b -> c', 'a-b -> d', 'e -> c']);
    expect(without(used, drawn(text))).toEqual(['a-b -> f']);
    expect(without(drawn(text), used)).toEqual(['a-b -> d', 'e -> c']);
  });
});
