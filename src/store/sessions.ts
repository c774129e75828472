import pg from 'pg';

/** What the connections of a pool have of PostgreSQL's sessions. */
export interface Sessions {
  /** Whether each connection has a session of its own. Through a pooler that hands out sessions by transaction none has. */
  own: boolean;
  /** Whether PostgreSQL's notifications arrive. */
  notified: boolean;
}

/** What gets lost on the way, in words for whoever runs Lectern. */
export function swallowed({ own, notified }: Sessions): string[] {
  if (!own) return ['notifications', 'prepared statements', 'session settings'];
  return notified ? [] : ['notifications'];
}

export const wordsOf = (what: readonly string[]): string =>
  `What stands between Lectern and PostgreSQL swallows ${new Intl.ListFormat('en').format(what)}: Lectern does without them`;

type Client = Pick<pg.ClientBase, 'query' | 'on' | 'off'>;

const ROUNDS = 5;
const HEARING = 'lectern_hearing';

async function processOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/** The number of the server's process, as it was told when the connection began. It is the real one only where no pooler answered. */
const announced = (client: Client): unknown => ('processID' in client ? client.processID : undefined);

/**
 * Whether two connections are given one session in turn, or one connection several. A pooler gives the next transaction either the session
 * that became free last, so that the second connection gets the session of the first, or another one, so that the first changes its own.
 */
async function meets(one: Client, other: Client): Promise<boolean> {
  const first = await processOf(one);
  for (let round = 0; round < ROUNDS; round++)
    if ((await processOf(one)) !== first || (await processOf(one)) !== first || (await processOf(other)) === first) return true;
  return false;
}

/** Whether notifications arrive: PostgreSQL delivers those that a session sends to itself before it says that it is ready. */
async function hears(client: Client): Promise<boolean> {
  let heard = false;
  const hear = ({ channel }: pg.Notification): void => {
    heard ||= channel === HEARING;
  };
  client.on('notification', hear);
  await client.query(`listen ${HEARING}; notify ${HEARING}`);
  await client.query(`unlisten ${HEARING}`);
  client.off('notification', hear);
  return heard;
}

/** Examines a new connection, with a second one where something stands between it and PostgreSQL. */
export async function examine(client: Client, beside: pg.ClientConfig): Promise<Sessions> {
  if (announced(client) !== (await processOf(client))) {
    const other = new pg.Client(beside);
    // Its queries fail as well where it is lost.
    other.on('error', () => undefined);
    try {
      await other.connect();
      if (await meets(client, other)) return { own: false, notified: false };
    } finally {
      await other.end();
    }
  }
  return { own: true, notified: await hears(client) };
}
