import { expect, test } from 'vitest';
import { adminToken, SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, LIMIT_MS, lectern } from '../helpers/started.ts';

const school = useServer();
endsAll();

// conventions#57, conventions#79
test.each([1, 2])(
  'PORT=0: %i processes that serve say the port that was found, and their answers have it',
  {
    timeout: LIMIT_MS,
  },
  async (processes) => {
    const database = { DATABASE_URL: school.database.url, SECRET_KEY, DATA_DIR: await directory(), STOP_DELAY: '0', LOG_LEVEL: 'warn' };
    const server = lectern(['start'], { ...database, PORT: '0', WEB_CONCURRENCY: String(processes) });
    const [, base = ''] = await server.says(/(http:\/\/127\.0\.0\.1:\d+)\/api\/v1/);
    const answer = await fetch(`${base}/api/v1/courses`, { headers: { authorization: `Bearer ${adminToken()}` } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('link')).toContain(`<${base}/api/v1/courses?`);
  },
);
