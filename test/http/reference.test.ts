import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoSchool } from '../../src/demo/command-line.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** In a machine that is busy with other tests too. */
const POLLING = { timeout: 110_000, interval: 50 };
/** The page draws itself when it has loaded: what is to be pressed or read is waited for. */
const LOADED = { waitUntil: 'load' } as const;

/**
 * The machine's own browser, or the one that npm brought; undefined where the machine has not what either needs. Names of hosts lead
 * nowhere: what needs another host is seen to fail.
 */
async function browse(): Promise<Browser | undefined> {
  const executablePath = INSTALLED.find((path) => existsSync(path)) ?? (await chromium.executablePath());
  const args = [...chromium.args, '--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
  return puppeteer.launch({ executablePath, args, headless: 'shell' }).catch((error: unknown) => {
    if (/shared librar|ENOEXEC|spawn/i.test(String(error))) return undefined;
    throw error;
  });
}

const browser = await browse();
let teacher: string;
let page: Page;
/** What the page has asked for, and what went wrong in it. */
const asked: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  if (!browser) return;
  const { database, services, url } = server;
  const lines = await demoSchool({ database, services, baseUrl: url, webUrl: url }, []);
  teacher = /teacher +(\S+)/.exec(lines.join('\n'))?.[1] ?? '';
  page = await browser.newPage();
  page.setDefaultTimeout(POLLING.timeout);
  await page.setViewport({ width: 1400, height: 1000 });
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => (message.type() === 'error' ? faults.push(message.text()) : undefined));
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${url}/docs`, LOADED);
});
afterAll(() => browser?.close());

/** Run in the page, whose types are not those of a server. */
const inPage = async (script: string): Promise<string> => String(await page.evaluate(script));

const pressed = async (words: string): Promise<boolean> =>
  (await inPage(`{
    const buttons = [...document.querySelectorAll('button')];
    const found = buttons.findLast((button) => button.innerText.replace(/\\s+/g, ' ').includes(${JSON.stringify(words)}));
    found?.click();
    found !== undefined;
  }`)) === 'true';
/** Once it is there to be pressed. */
const press = (words: string) => vi.waitUntil(() => pressed(words), POLLING);

/** What was sent when a button was pressed, and the status of what came. */
async function answerTo(words: string) {
  const [response] = await Promise.all([page.waitForResponse((one) => one.url().includes('/api/v1/')), press(words)]);
  return { sent: response.request().postData(), status: response.status() };
}

/** Tries an operation out as a visitor does; gives back what was sent and what came. */
async function tryOut(tag: string, method: string, path: string) {
  await page.goto(`${server.url}/docs/#tag/${tag}/${method}${path}`, LOADED);
  await press(`(${method.toLowerCase()} ${path})`);
  return answerTo('Send Request');
}

const shows = (words: string) => vi.waitUntil(async () => (await inPage('document.body.innerText')).includes(words), POLLING);

// conventions#71
describe.runIf(browser !== undefined)('the reference, in a browser', () => {
  test('has its own name, says what all operations share, and asks for a token', async () => {
    expect(await page.title()).toBe('Lectern: the API reference');
    for (const words of ['Tokens.', 'Pages.', 'Ids.', 'Errors.', 'Files.', 'Selected Auth Type: bearer']) await shows(words);
    const text = await inPage('document.body.innerText');
    expect(text).not.toContain('Proprietary');
    await page.type('input[placeholder="Token"]', teacher);
  });

  test('tries a GET', async () => {
    const { status } = await tryOut('courses', 'GET', '/api/v1/courses');
    expect(status).toBe(200);
    await shows('Introduction to Biology');
  });

  test('tries a POST, as JSON', async () => {
    const { sent, status } = await tryOut('assignments', 'POST', '/api/v1/courses/{course_id}/assignments');
    const example = { name: 'Essay', points_possible: 10, submission_types: ['online_text_entry'] };
    expect(JSON.parse(sent ?? '')).toEqual({ assignment: example });
    expect(status).toBe(201);
    await shows('"name": "Essay"');
  });

  test('prints a curl that says the same', async () => {
    await page.goto(`${server.url}/docs/#tag/assignments/POST/api/v1/courses/{course_id}/assignments`, LOADED);
    const printed = async () => {
      const texts = await inPage(`[...document.querySelectorAll('pre, code')].map((one) => one.textContent).join('\\n\\n')`);
      return texts.split('curl ').find((one) => /^[^\n]*\/assignments\W/.test(one) && one.includes('--data'));
    };
    const curl = await vi.waitUntil(printed, POLLING);
    expect(curl).toMatch(/'Content-Type: application\/json'/);
    expect(JSON.parse(/--data '([^']*)'/.exec(curl)?.[1] ?? '')).toMatchObject({ assignment: { name: 'Essay' } });
  });

  test('keeps the token when it is opened again, and says so when that has ended', async () => {
    await page.reload(LOADED);
    // The browser holds the answer from before.
    expect((await tryOut('courses', 'GET', '/api/v1/courses')).status).toBe(304);
    await server.database.pool.query("delete from access_tokens where purpose = 'demo school'");
    const { status } = await answerTo('Send get request to');
    expect(status).toBe(401);
    await shows('Invalid access token.');
  });

  test('fits a phone', async () => {
    await page.setViewport({ width: 390, height: 800 });
    await page.goto(`${server.url}/docs`, LOADED);
    await shows('Tokens.');
    expect(Number(await inPage('document.documentElement.scrollWidth'))).toBeLessThanOrEqual(390);
  });

  test('asks no other host, and nothing goes wrong in it but that refusal', () => {
    expect(
      asked.filter((address) => !address.startsWith(server.url) && !address.startsWith('data:') && !address.startsWith('blob:')),
    ).toEqual([]);
    // What is under way when another page is opened is given up.
    expect(faults.filter((fault) => !/401|AbortError/.test(fault))).toEqual([]);
  });
});
