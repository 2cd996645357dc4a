/** Checks that a connection to PostgreSQL has its own session, and sets the limits of this program. */
import pg from 'pg'

/** Milliseconds. */
const statementLimit = 8_000
const idleTransactionLimit = 60_000

/**
 * Sent after connecting, because PgBouncer refuses them as parameters of the start. A statement over a year of weeks is dear in the planner's eyes, and
 * PostgreSQL would compile it first. Measured with 1,000,000 records: 3.2 s, most of it compilation, instead of 16 ms.
 */
const limits = `set statement_timeout = ${statementLimit}; set idle_in_transaction_session_timeout = ${idleTransactionLimit}; set jit = off`

const sharedSessions =
  "DATABASE_URL points to a connection pooler that shares sessions between its clients. PgBouncer does this in transaction and statement mode. LISTEN, locks and prepared statements don't work there. Use session mode (pool_mode = session), or connect to PostgreSQL directly. See docs/operating.md."

/**
 * Each client must meet a session of PostgreSQL that stays the same and is not the other's. A pooler that shares sessions gives both clients the one
 * that became free last, or gives one client another session each time.
 */
const turns = [0, 0, 1, 1, 0, 1, 0, 1] as const

async function areShared(clients: readonly [pg.ClientBase, pg.ClientBase]): Promise<boolean> {
  const met = [new Set<string>(), new Set<string>()] as const
  for (const turn of turns) {
    const { rows } = await clients[turn].query<{ session: string }>(
      `select pg_backend_pid() || ' of ' || pg_postmaster_start_time() as session`,
    )
    met[turn].add(rows[0]?.session ?? '')
  }
  return met.some(({ size }) => size > 1) || [...met[0]].some((session) => met[1].has(session))
}

/**
 * A pool whose sessions belong to it. Limits are set after that is known: other clients of a pooler would inherit them.
 * @throws a `SharedSessions` for a pooler that shares sessions, and what the connection throws.
 */
export async function openOwnSessions(config: pg.PoolConfig, fault: (error: Error) => void): Promise<pg.Pool> {
  let areOwn = false
  const pool = new pg.Pool({ ...config, onConnect: (client) => (areOwn ? client.query(limits) : undefined) })
  hearFaults(pool, fault)
  const taken: pg.PoolClient[] = []
  try {
    const [first, second] = [await take(), await take()]
    if (await areShared([first, second])) throw new SharedSessions(sharedSessions)
    for (const client of taken) await client.query(limits)
    areOwn = true
    return pool
  } finally {
    for (const client of taken) client.release(!areOwn)
    if (!areOwn) void pool.end()
  }

  async function take() {
    const client = await pool.connect()
    taken.push(client)
    return client
  }
}

export class SharedSessions extends Error {}

/** A pool reports faults of idle clients. A client that is in use reports its own, and an event without a listener ends the process. */
export function hearFaults(pool: pg.Pool, fault: (error: Error) => void): void {
  pool.on('error', fault)
  pool.on('connect', (client) => client.on('error', fault))
}
