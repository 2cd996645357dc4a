/** What a foreign database does to the thread of its driver ends that thread, and nothing beside it (finding T1). */
import { expect, it, onTestFinished } from 'vitest'

import { int16, int32, message, startPostgresqlWire } from '../../kit/wire/postgresql.ts'
import { openSourceOf, readAll } from './database-stage.ts'

const megabyte = 1024 * 1024

it('a thread that takes too much memory ends as a fault of that side, and the process goes on', async () => {
  const server = await startPostgresqlWire()
  onTestFinished(() => server.stop())
  // Four bytes on the wire, twice as many and more in memory: rows of nothing at all.
  const columns = 1_600
  const row = message('D', int16(columns), ...Array.from({ length: columns }, () => int32(-1)))
  const rows = Buffer.concat(Array.from({ length: Math.floor((124 * megabyte) / row.length) }, () => row))
  server.attack = { at: 'rows', bytes: rows, after: 'waits' }
  const at = { engine: 'postgresql' as const, port: server.port, name: 'shop', user: 'a', password: 'secret-1' }
  const source = await openSourceOf(at, { query: 'select id, name from t' })
  const fault = await readAll(source, source.start(null)).then(
    () => null,
    (thrown: { problem?: { message: string }; retry?: boolean }) => thrown,
  )
  expect(fault?.problem?.message).toBe("PostgreSQL: The database's response needs too much memory, so we ended the connection.")
  await source.close?.()

  // Another one begins at once, in a thread of its own.
  server.attack = null
  const next = await openSourceOf(at, { query: 'select id, name from t' })
  expect((await readAll(next, next.start(null))).records).toHaveLength(40)
  await next.close?.()
})
