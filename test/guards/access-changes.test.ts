import { describe, expect, test } from 'vitest';
import { TOKEN_HOLDS } from '../../src/access/caller.ts';
import { FIND } from '../../src/access/finding.ts';
import { useServer } from '../helpers/server.ts';
import { type Columns, columnsFixedInVain, columnsUntold } from './columns-read.ts';

const server = useServer();
const TRIGGER = 'standing_changed';

/** What does not change while a row is there. */
const FIXED: Columns = {
  users: ['id'],
  courses: ['id'],
};

const SELF = `select json_build_object(${FIND.self.fields.text}) from ${FIND.self.from.text}`;
const untold = (text: string) => columnsUntold(server.database.pool, text, TRIGGER, FIXED);

describe('what access to what one takes part in is made of', () => {
  test('is fixed, or tells of its changes', async () => {
    expect(await untold(SELF)).toEqual([]);
  });

  test('is what is said to be fixed, and nothing besides', async () => {
    expect(await columnsFixedInVain(server.database.pool, SELF, TRIGGER, FIXED)).toEqual([]);
  });

  test('is found where nobody is told of it', async () => {
    expect(await untold(`${SELF} where x.name <> ''`)).toEqual(['users.name']);
  });
});

describe('whether a token is good', () => {
  const GOOD = `select t.id from access_tokens t join users u on u.id = t.user_id where ${TOKEN_HOLDS.text}`;
  const NEVER_CHANGED: Columns = { users: ['id'], access_tokens: ['created_by_id', 'id'] };

  test('is made of what is fixed, or tells of its changes', async () => {
    expect(await columnsUntold(server.database.pool, GOOD, TRIGGER, NEVER_CHANGED)).toEqual([]);
  });

  test('is made of what is said to be fixed, and nothing besides', async () => {
    expect(await columnsFixedInVain(server.database.pool, GOOD, TRIGGER, NEVER_CHANGED)).toEqual([]);
  });
});
