/** F6: two transactions meet. The database ends one of them, and that one is done again. */
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

import { configFor } from '../engine/kit/stage.ts'
import { withDatabase } from '../kit/ordinary-role.ts'
import { describeOnEachDatabase, type Fresh, freshDatabase } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import { openProduct } from './kit/product.ts'

const config = configFor({ source: 'http://127.0.0.1:1025', destination: 'http://127.0.0.1:1025' })

const revisionOf = async ({ database: { db } }: Fresh, id: string) =>
  (await db.selectFrom('connectors').select('revision').where('id', '=', id).executeTakeFirstOrThrow()).revision

describeOnEachDatabase('a serialization failure (40001)', (open, kind) => {
  it.each([
    [3, 200],
    [4, 503],
  ])('F6 %i times in a row: %i, and what was answered is what is there', async (times, status) => {
    const fresh = await open()
    const { db } = fresh.database
    const product = await openProduct(fresh.database, { runsAtOnce: 0 })
    const { body } = await product.ask('POST', '/api-connectors/', { connector: { name: 'Test' }, config })
    const id: string = body.connector._id
    // A sequence does not roll back, so the statement fails exactly so often.
    await sql`create sequence failures`.execute(db)
    await sql
      .raw(`create function fail() returns trigger language plpgsql as $$ begin
        if nextval('failures') <= ${times} then raise exception 'scripted' using errcode = '40001'; end if;
        return new; end $$`)
      .execute(db)
    await sql`create trigger failing before update on connectors for each row execute function fail()`.execute(db)
    const before = await revisionOf(fresh, id)
    const reply = await product.ask('PATCH', `/api-connectors/connectors/${id}`, { connector: { details: 'changed' } })
    expect(reply.status, JSON.stringify(reply.body)).toBe(status)
    if (status === 503) expect([reply.body.code, reply.headers['retry-after']]).toEqual(['server/unavailable', '2'])
    const { rows } = await sql<{ last_value: number }>`select last_value from failures`.execute(db)
    expect(rows[0]?.last_value).toBe(4)
    expect(await revisionOf(fresh, id)).toBe(before + (status === 200 ? 1 : 0))
    tell(`F6 ${kind} 40001 x${times}`, null, { more: `answer=${status} lost-updates=0` })
  })
})

describe.runIf(inject('postgresSuperuserUrl') !== null)('a deadlock (40P01)', () => {
  it('F6 is ended on our side and tried again: both writers have written', async () => {
    const fresh = await freshDatabase('postgres')
    // Only a superuser may change when deadlocks are looked for.
    const name = new URL(fresh.place.url ?? '').pathname.slice(1)
    const other = new pg.Client({ connectionString: withDatabase(inject('postgresSuperuserUrl') ?? '', name) })
    await other.connect()
    onTestFinished(async () => {
      await other.end()
      await fresh.remove()
    })
    const product = await openProduct(fresh.database, { runsAtOnce: 0 })
    const { connectorId } = await product.activeConnector(config)
    const runId = await product.run(connectorId)
    // The other one does not look for deadlocks itself: it is ours that PostgreSQL ends.
    await other.query(`set deadlock_timeout = '60s'`)
    await other.query('begin')
    await other.query('update runs set pages_read = pages_read + 1 where id = $1', [runId])
    const paused = product.ask('POST', `/api-connectors/pause/${connectorId}`)
    const isWaiting = async () =>
      (await other.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
        .rowCount === 1
    while (!(await isWaiting())) {}
    // It holds the connector's row and waits for ours.
    const locked = other.query('update connectors set name = $2 where id = $1', [connectorId, 'Theirs'])
    await locked
    await other.query('commit')
    const reply = await paused
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { rows } = await other.query(
      `select c.name, c.status, r.status as run, r.pages_read,
        (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks
      from connectors c join runs r on r.connector_id = c.id where c.id = $1`,
      [connectorId],
    )
    // On a busy machine our second attempt can take the row before the other writer wakes: one more deadlock.
    const [row] = rows as [{ deadlocks: number }]
    expect(row.deadlocks).toBeGreaterThan(0)
    expect(rows).toEqual([{ name: 'Theirs', status: 'Pause', run: 'paused', pages_read: 1, deadlocks: row.deadlocks }])
    tell('F6 40P01', null, { more: 'lost-updates=0' })
  })
})
