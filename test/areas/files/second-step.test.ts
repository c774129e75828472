import supertest from 'supertest';
import { expect, test } from 'vitest';
import { person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { begin } from '../../helpers/upload.ts';

const server = useServer();

const part = (of: string, value: string): string =>
  `--b\r\ncontent-disposition: form-data; ${of}\r\ncontent-type: application/octet-stream\r\n\r\n${value}\r\n`;

// files#22, conventions#41
test('the second step of an upload takes parameters that say they are bytes', async () => {
  const one = await person(server);
  const { upload_url: url, upload_params: params } = await begin(one.client, '/users/self/files');
  const fields = Object.entries(params).map(([field, value]) => part(`name="${field}"`, value));
  const form = `${fields.join('')}${part('name="file"; filename="note.txt"', 'hello')}--b--\r\n`;
  const { status } = await supertest(url).post('').redirects(0).set('content-type', 'multipart/form-data; boundary=b').send(form);
  expect(status).toBe(303);
});

// files#23
test('what is refused says what the second step takes', async () => {
  const one = await person(server);
  const { upload_url: url, upload_params: params } = await begin(one.client, '/users/self/files');
  const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields = Object.entries(params).map(([name, value]) => field(name, value));
  const refusal = async (type: string, form: string) => {
    const { status, body } = await supertest(url).post('').redirects(0).set('content-type', type).send(form);
    return [status, body.errors[0].message];
  };
  const more = (added: string) => refusal('multipart/form-data; boundary=b', `${fields.join('')}${added}--b--\r\n`);
  expect(await refusal('application/x-www-form-urlencoded', new URLSearchParams(params).toString())).toEqual([
    415,
    'send multipart/form-data',
  ]);
  expect(await more(field('more', 'x').repeat(14))).toEqual([400, 'at most 16 parameters are taken']);
  expect(await more(field('more', 'x'.repeat(8 * 1024 + 1)))).toEqual([
    413,
    'the body is larger than 8 kB in a parameter, or 64 kB beside its file',
  ]);
});

// conventions#37
test('a second step that is compressed is refused, and may be sent again as it is', async () => {
  const one = await person(server);
  const { upload_url: url, upload_params: params } = await begin(one.client, '/users/self/files');
  const fields = Object.entries(params).map(([field, value]) => part(`name="${field}"`, value));
  const form = `${fields.join('')}${part('name="file"; filename="note.txt"', 'hello')}--b--\r\n`;
  const sent = (encoding: string) =>
    supertest(url)
      .post('')
      .redirects(0)
      .set('content-type', 'multipart/form-data; boundary=b')
      .set('content-encoding', encoding)
      .send(form);
  const { status, body } = await sent('gzip');
  expect([status, body.errors[0].message]).toEqual([415, 'send the body as it is, without Content-Encoding']);
  expect((await sent('identity')).status).toBe(303);
});
