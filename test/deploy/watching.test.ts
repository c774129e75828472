import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { DELIVER } from '../../src/areas/mail/mails.ts';
import { measureJobs } from '../../src/metrics/jobs.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { measureReads } from '../../src/metrics/reads.ts';
import { openDatabase } from '../../src/store/database.ts';
import { watching } from '../../src/watching.ts';
import { buildWorkServer } from '../../src/work-server.ts';
import { deafServer, useServer } from '../helpers/server.ts';
import { type Shown, shownIn } from '../metrics/shown.ts';

const server = useServer();
const file = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

const Alerts = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Lectern[A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string().min(1) }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  uid: z.literal('lectern'),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      gridPos: z.strictObject({ h: z.int(), w: z.int(), x: z.int(), y: z.int() }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});

const alerts = Alerts.parse(parse(file('prometheus/alerts.yml'))).groups.flatMap((group) => group.rules);
const dashboard = Dashboard.parse(JSON.parse(file('grafana/lectern.json')));

/** A metric as an expression asks for it. */
interface Asked {
  name: string;
  matchers: { label: string; operator: string; value: string }[];
}
interface Read {
  asked: Asked[];
  /** Labels that results are gathered by. */
  gathered: string[];
  faults: string[];
}

/** What an expression of PromQL asks for. */
function read(expression: string): Read {
  // Grafana says how long a rate is over.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const found: Read = { asked: [], gathered: [], faults: [] };
  parser.parse(text).iterate({
    enter(node) {
      const said = text.slice(node.from, node.to);
      if (node.type.isError) found.faults.push(`at ${node.from}: ${text}`);
      else if (node.name === 'VectorSelector') found.asked.push({ name: /^\w+/.exec(said)?.[0] ?? '', matchers: [] });
      else if (node.name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(said) ?? [];
        found.asked.at(-1)?.matchers.push({ label, operator, value });
      } else if (node.name === 'LabelName' && node.node.parent?.name === 'GroupingLabels') found.gathered.push(said);
    },
  });
  return found;
}

/** Those that Prometheus itself gives to whatever it reads. */
const EVERYWHERE = ['job', 'instance'];
/** And the metric that it makes of each attempt to read. */
const UP: readonly Shown[] = [{ labels: { job: 'lectern', instance: 'somewhere' }, value: 1 }];

/** Why an expression, and the labels that its texts speak of, do not fit what is shown. */
function unfit(expression: string, told: readonly string[], shown: ReadonlyMap<string, readonly Shown[]>): string[] {
  const { asked, gathered, faults } = read(expression);
  if (asked.length === 0) return [...faults, `it asks for nothing: ${expression}`];
  const seriesOf = (name: string) => (name === 'up' ? UP : (shown.get(name) ?? []));
  const labels = new Set([...EVERYWHERE, 'le', ...asked.flatMap(({ name }) => seriesOf(name).flatMap((one) => Object.keys(one.labels)))]);
  const unknown = [...gathered, ...told].filter((label) => !labels.has(label)).map((label) => `no label ${label}: ${expression}`);
  const absent = asked.flatMap(({ name, matchers }) => {
    const fits = seriesOf(name).some((one) =>
      matchers.every(({ label, operator, value }) => {
        const has = one.labels[label];
        if (has === undefined) return false;
        return operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(has) : has === value;
      }),
    );
    return fits ? [] : [`nothing is shown as ${name} ${JSON.stringify(matchers)}`];
  });
  return [...faults, ...unknown, ...absent];
}

const labelsIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, label = '']) => label);

let shown: ReadonlyMap<string, readonly Shown[]>;

/** What servers and a worker show once everything has happened to them that the rules speak of. */
beforeAll(async () => {
  await server.admin.get('/users/self').expect(200);
  await server.admin.get('/users/self').expect(200);
  await server.services.files.remove('nothing');
  await server.services.files.read('nothing').catch(() => undefined);
  await server.database.pool.query(`select graphile_worker.add_job('wait', '{}', run_at => now() + interval '1 hour')`);
  const { text } = await server.raw().get('/metrics').expect(200);
  shown = shownIn([text, await ofWorker(), await ofDisturbed(), await ofReads()].join('\n'));
});

async function ofWorker(): Promise<string> {
  const { database } = server;
  const metrics = watching([{ use: 'jobs', database }]);
  const { measured } = measureJobs(metrics);
  await measured({ name: DELIVER, attempts: 1, mostAttempts: 1 }, () => Promise.resolve('refused'));
  await measured({ name: DELIVER, attempts: 1, mostAttempts: 1 }, () => Promise.reject(new Error('no'))).catch(() => undefined);
  const worker = await buildWorkServer({ database, metrics, host: '127.0.0.1', metricsToken: null, logger: pino({ level: 'silent' }) });
  const { body } = await worker.inject('/metrics');
  await worker.close();
  return body;
}

/** Of a server whose database is away, so that it fails a request. */
async function ofDisturbed(): Promise<string> {
  const database = openDatabase('postgresql://127.0.0.1:1/none', { connections: 1, onIdleError: () => undefined });
  const app = await deafServer({ database, services: server.services });
  await app.inject('/health/ready');
  const { body } = await app.inject('/metrics');
  await app.close();
  await database.close();
  return body;
}

/** Of a server that reads from a replica, which tells how far it is behind. */
function ofReads(): Promise<string> {
  const metrics = new Metrics();
  const standings = () => [{ name: 'replica-1:5432', inUse: true, lag: 5 }];
  measureReads(metrics, { uses: { replica: 1, primary: 1, repeated: 0 }, standings });
  return metrics.written();
}

describe('alerts', () => {
  test.each(alerts.map((alert) => [alert.alert, alert] as const))('%s', (_name, { expr, annotations }) => {
    expect(unfit(expr, labelsIn(annotations.summary, /\{\{ \$labels\.(\w+) \}\}/g), shown)).toEqual([]);
  });

  test('each has a name of its own', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect(alerts.length).toBeGreaterThan(5);
  });
});

describe('the dashboard', () => {
  const drawn = dashboard.panels.flatMap(({ title, targets }) => targets.map((target) => [title, target] as const));

  test.each(drawn)('%s', (_title, { expr, legendFormat }) => {
    expect(unfit(expr, labelsIn(legendFormat, /\{\{(\w+)\}\}/g), shown)).toEqual([]);
  });

  test('has no two panels in one place', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { h, w, x, y } }) =>
      Array.from({ length: h * w }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  test('shows every measure of Lectern', () => {
    const asked = new Set(drawn.flatMap(([, { expr }]) => read(expr).asked.map(({ name }) => name.replace(/_(?:bucket|count|sum)$/, ''))));
    const own = [...shown.keys()].filter((name) => /^lectern_(?!.*_(?:bucket|count|sum)$)/.test(name));
    expect(own.filter((name) => !asked.has(name))).toEqual([]);
  });
});

test('Prometheus reads the rules that are here, of the ports that servers and workers have', () => {
  const Scrape = z.object({
    scrape_configs: z.tuple([
      z.object({ job_name: z.string(), dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.int() })) }),
    ]),
    rule_files: z.array(z.string()),
  });
  const {
    scrape_configs: [scraped],
    rule_files: rules,
  } = Scrape.parse(parse(file('prometheus/prometheus.yml')));
  expect(rules.map((name) => file(`prometheus/${name}`).length > 0)).toEqual([true]);
  expect(scraped.job_name).toBe('lectern');
});

// Each of these is a fault that the tests above find.
test.each<[string, string, readonly string[], RegExp]>([
  ['a metric that there is not', 'rate(lectern_http_requests_total[5m])', [], /nothing is shown/],
  ['a label that there is not', 'lectern_jobs{job="wait"}', [], /nothing is shown/],
  ['a value that there is not', 'lectern_jobs{state="lost"}', [], /nothing is shown/],
  ['a label that nothing is gathered by', 'sum by (route) (lectern_jobs)', [], /no label route/],
  ['a label that a text speaks of', 'lectern_jobs', ['route'], /no label route/],
  ['what is no PromQL', 'sum(lectern_jobs', [], /at \d+/],
  ['nothing', '1 + 1', [], /asks for nothing/],
])('%s is found', (_what, expression, told, fault) => {
  expect(unfit(expression, told, shown).join()).toMatch(fault);
});
