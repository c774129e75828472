import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { VARIABLES } from '../../src/config.ts';
import { useServer } from '../helpers/server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = path.join(ROOT, 'deploy/kubernetes');
const server = useServer();

/** Every kind that there is, with the module that its type is in. */
const KINDS = {
  ConfigMap: 'v1',
  Service: 'v1',
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Job: 'batch/v1',
  CronJob: 'batch/v1',
  PersistentVolumeClaim: 'v1',
  Ingress: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
} as const;

const Labels = z.record(z.string(), z.string());
const Probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const Container = z.looseObject({
  args: z.array(z.string()),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(
    z.union([z.object({ configMapRef: z.object({ name: z.string() }) }), z.object({ secretRef: z.object({ name: z.string() }) })]),
  ),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  resources: z.object({ requests: Labels, limits: Labels }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
});
const Pod = z.object({
  metadata: z.looseObject({ labels: Labels }),
  spec: z.looseObject({
    automountServiceAccountToken: z.literal(false),
    terminationGracePeriodSeconds: z.int().default(30),
    securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.literal(1000) }),
    containers: z.tuple([Container]),
  }),
});
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.enum([
    'ConfigMap',
    'Service',
    'Deployment',
    'HorizontalPodAutoscaler',
    'Job',
    'CronJob',
    'PersistentVolumeClaim',
    'Ingress',
    'PodDisruptionBudget',
  ]),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.output<typeof Manifest>;

const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');
const files = readdirSync(FOLDER).filter((name) => name !== 'kustomization.yaml');
const manifests = files.flatMap((name) => parseAllDocuments(read(name)).map((document) => Manifest.parse(document.toJS())));
const ofKind = <Shape extends z.ZodType>(kind: Manifest['kind'], shape: Shape): { name: string; it: z.output<Shape> }[] =>
  manifests.filter((one) => one.kind === kind).map((one) => ({ name: one.metadata.name, it: shape.parse(one) }));

const Controller = z.looseObject({ spec: z.looseObject({ selector: z.object({ matchLabels: Labels }).optional(), template: Pod }) });
const Scheduled = z.looseObject({ spec: z.looseObject({ concurrencyPolicy: z.literal('Forbid'), jobTemplate: Controller }) });
const nightly = ofKind('CronJob', Scheduled);
const controllers = [
  ...ofKind('Deployment', Controller),
  ...ofKind('Job', Controller),
  ...nightly.map(({ name, it }) => ({ name, it: it.spec.jobTemplate })),
];
const containers = controllers.map(({ it }) => it.spec.template.spec.containers[0]);
const within = (some: Record<string, string>, others: Record<string, string>) =>
  Object.entries(some).every(([name, value]) => others[name] === value);

const made = path.join(ROOT, 'node_modules/.cache/manifests');
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** Why manifests are none of their kinds: names that the kind does not have, which its own schema would let pass, and values of other types. */
function againstTheirKinds(some: readonly Manifest[]): string {
  const lines = some.map(
    (one, at) => `import type { I${one.kind} as K${at} } from 'kubernetes-models/${KINDS[one.kind]}';
export const m${at}: K${at} = ${JSON.stringify(one)};`,
  );
  mkdirSync(made, { recursive: true });
  writeFileSync(path.join(made, 'manifests.ts'), lines.join('\n'));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
  ];
  return spawnSync(process.execPath, [tsc, ...options, path.join(made, 'manifests.ts')], { encoding: 'utf8' }).stdout;
}

describe('the manifests', () => {
  test('are all brought by kustomization.yaml, and none besides', () => {
    const { resources } = z.object({ resources: z.array(z.string()) }).parse(parse(read('kustomization.yaml')));
    expect(resources.toSorted()).toEqual(files.toSorted());
  });

  test('are what the types of their kinds allow, and nothing besides', { timeout: 60_000 }, () => {
    expect(againstTheirKinds(manifests)).toBe('');
  });

  test.each([
    ['a field that there is not', { replica: 2 }, /replica.*does not exist/],
    ['a value of another type', { replicas: 'two' }, /not assignable to type 'number'/],
    ['nothing where something is wanted', {}, /Property 'selector' is missing|"selector"/],
  ])('%s is found', { timeout: 60_000 }, (_what, spec, fault) => {
    const metadata = { name: 'lectern' };
    expect(againstTheirKinds([{ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }])).toMatch(fault);
    expect(againstTheirKinds([{ apiVersion: 'apps/v2', kind: 'Deployment', metadata }])).toMatch(/"apps\/v2"/);
  });

  test('run the commands of Lectern with its variables', () => {
    expect(containers.map(({ args }) => args.join()).sort()).toEqual(['backup,--to,/backups', 'migrate', 'serve', 'work']);
    const Config = z.looseObject({ data: z.record(z.string(), z.string()) });
    const set = [
      ...containers.flatMap(({ env }) => env.map(({ name }) => name)),
      ...ofKind('ConfigMap', Config).flatMap(({ it }) => Object.keys(it.data)),
    ];
    const made = [...readFileSync(path.join(ROOT, 'deploy/README.md'), 'utf8').matchAll(/--from-literal=(\w+)=/g)].map(
      ([, name = '']) => name,
    );
    expect(set).toContain('WORK_PORT');
    expect(made).toContain('SECRET_KEY');
    expect([...set, ...made].filter((name) => !VARIABLES.includes(name))).toEqual([]);
  });

  test('ask for addresses that Lectern answers, on the ports that it listens on', async () => {
    for (const { args, ports, env, startupProbe, livenessProbe, readinessProbe } of containers) {
      if (args[0] === 'migrate' || args[0] === 'backup') continue;
      const port = env.find(({ name }) => name === (args[0] === 'serve' ? 'PORT' : 'WORK_PORT'))?.value;
      expect(ports.map(({ containerPort }) => String(containerPort))).toEqual([port]);
      for (const [probe, address] of [
        [startupProbe, '/health/live'],
        [livenessProbe, '/health/live'],
        [readinessProbe, '/health/ready'],
      ] as const) {
        expect(probe?.httpGet).toEqual({ path: address, port: ports[0]?.name });
        expect((await server.raw().get(address)).status).toBe(200);
      }
    }
  });

  test('select the pods that they are about', () => {
    for (const { it } of controllers) {
      const { selector, template } = it.spec;
      if (selector) expect(within(selector.matchLabels, template.metadata.labels)).toBe(true);
    }
    const pods = controllers.map(({ it }) => it.spec.template.metadata.labels);
    const Selecting = z.looseObject({ spec: z.looseObject({ selector: z.union([z.object({ matchLabels: Labels }), Labels]) }) });
    const selecting = [...ofKind('Service', Selecting), ...ofKind('PodDisruptionBudget', Selecting)];
    for (const { it, name } of selecting) {
      const selector = Labels.parse('matchLabels' in it.spec.selector ? it.spec.selector['matchLabels'] : it.spec.selector);
      expect(pods.filter((labels) => within(selector, labels)).length, name).toBe(1);
    }
    const Scaling = z.looseObject({ spec: z.looseObject({ scaleTargetRef: z.looseObject({ kind: z.string(), name: z.string() }) }) });
    const deployments = ofKind('Deployment', Manifest).map(({ name }) => name);
    expect(
      ofKind('HorizontalPodAutoscaler', Scaling)
        .map(({ it }) => it.spec.scaleTargetRef.name)
        .sort(),
    ).toEqual(deployments.sort());
  });

  test('keep backups where they outlive the pod that takes them', () => {
    const Mounting = z.looseObject({
      volumes: z.array(z.looseObject({ name: z.string(), persistentVolumeClaim: z.object({ claimName: z.string() }).optional() })),
      containers: z.tuple([z.looseObject({ volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })) })]),
    });
    const [backup] = nightly;
    const { volumes, containers: pods } = Mounting.parse(backup?.it.spec.jobTemplate.spec.template.spec);
    const [mounted] = pods[0].volumeMounts.filter(({ mountPath }) => mountPath === '/backups');
    const claim = volumes.find(({ name }) => name === mounted?.name)?.persistentVolumeClaim?.claimName;
    expect(ofKind('PersistentVolumeClaim', Manifest).map(({ name }) => name)).toEqual([claim]);
  });

  test('give a server the time that it takes to stop', () => {
    const [serve] = controllers.filter(({ name }) => name === 'lectern-serve');
    const { STOP_DELAY: delay } = z
      .looseObject({ STOP_DELAY: z.string() })
      .parse(ofKind('ConfigMap', z.looseObject({ data: Labels }))[0]?.it.data);
    expect(serve?.it.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(delay) + 15);
  });
});
