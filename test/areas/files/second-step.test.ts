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
