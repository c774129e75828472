import pg from 'pg';

/** What connections have of PostgreSQL's sessions. */
export interface Sessions {
  /** Each connection has one of its own. Through a pooler that hands them out by transaction none has. */
  own: boolean;
  /** What PostgreSQL notifies of arrives. */
  notified: boolean;
}

/** What gets lost on the way, in the words of whoever runs Lectern. */
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

/** The process that a connection was told of when it began, which is PostgreSQL's own only where no pooler answered in its place. */
const announced = (client: Client): unknown => ('processID' in client ? client.processID : undefined);

/**
 * Whether the transactions of two connections meet in one process, or those of one connection have several. A pooler gives what asks next
 * either the session that was free last, so that the second connection gets that of the first, or another one, so that the first does.
 */
async function meets(one: Client, other: Client): Promise<boolean> {
  const first = await processOf(one);
  for (let round = 0; round < ROUNDS; round++)
    if ((await processOf(one)) !== first || (await processOf(one)) !== first || (await processOf(other)) === first) return true;
  return false;
}

/** PostgreSQL hands over what a session has notified itself of before it says that it is ready. */
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

/** Looks what a new connection has, with another one beside it where somebody stands between them and PostgreSQL. */
export async function examine(client: Client, beside: pg.ClientConfig): Promise<Sessions> {
  if (announced(client) !== (await processOf(client))) {
    const other = new pg.Client(beside);
    // It fails what it is asked, too.
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
