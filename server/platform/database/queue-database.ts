/** The database as pg-boss needs it: it writes its own SQL, several statements at once, and listens to notifications. */
import type pg from 'pg'

import type { FairPlaces } from './fair-connections.ts'
import type { Listen } from './listening.ts'

type Rows = { readonly rows: unknown[] }

export type QueueDatabase = {
  /** Never call it inside a transaction of this process: the embedded database has one connection and would wait for itself. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of statements that pg-boss writes.
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>
  listen(channel: string, heard: (text: string) => void, back: () => void): Promise<{ close(): Promise<void> }>
}

/** Jobs belong to no company, so the time of their statements is counted for none. */
const noCompany = ''

/** `pg` answers several statements with one result each. */
const rowsOf = (answer: Rows | Rows[]): unknown[] => (Array.isArray(answer) ? answer.flatMap(({ rows }) => rows) : answer.rows)

/** @param listen null: notifications are heard on the pool's own connection, which is the only one of the embedded database. */
export function queueDatabaseOver(pool: pg.Pool, places: FairPlaces, listen: Listen | null): QueueDatabase {
  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const place = await places.enter(noCompany)
    try {
      const client = await pool.connect()
      try {
        return await work(client)
      } catch (thrown) {
        // Several statements that begin a transaction and fail leave it open for the next user of this connection.
        await client.query('rollback').catch(() => {})
        throw thrown
      } finally {
        client.release()
      }
    } finally {
      place.leave()
    }
  }

  async function listenOnPool(channel: string, heard: (text: string) => void, back: () => void) {
    const onNotification = (it: pg.Notification) => {
      if (it.channel === channel) heard(it.payload ?? '')
    }
    const subscribe = async (client: pg.PoolClient) => {
      client.on('notification', onNotification)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    }
    // The embedded database is started again after a fault, on a new connection.
    const subscribeAgain = (client: pg.PoolClient) => void subscribe(client).then(back, () => {})
    await withClient(subscribe)
    pool.on('connect', subscribeAgain)
    back()
    return { close: async () => void pool.off('connect', subscribeAgain) }
  }

  return {
    executeSql: (text, values) =>
      withClient(async (client) => {
        const answer = values?.length ? await client.query(text, values) : await client.query(text)
        return { rows: rowsOf(answer as Rows | Rows[]) }
      }),
    listen: async (channel, heard, back) => {
      if (listen === null) return listenOnPool(channel, heard, back)
      const listening = listen(channel, { heard, back, fault: () => {} })
      back()
      return listening
    },
  }
}
