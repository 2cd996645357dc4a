/** A thread of a driver that does not answer any more is ended, and nothing beside it (finding T1). */
import { expect, it, onTestFinished } from 'vitest'

import { poolOf, takeLink } from '#server/engine/kinds/database/thread/threads.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { startPostgresqlWire } from '../../kit/wire/postgresql.ts'
import { stuck } from '../kit/stuck-statement.ts'

const pool = poolOf(new URL('../kit/stuck-worker.ts', import.meta.url))

async function scene() {
  const server = await startPostgresqlWire()
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  onTestFinished(async () => {
    await outbound.close()
    await server.stop()
  })
  const open = async (party: string, name: string) => {
    const link = takeLink(party, name, pool)
    const place = await outbound.place({ host: '127.0.0.1', port: server.port })
    const account = {
      host: '127.0.0.1',
      port: server.port,
      database: 'shop',
      user: 'a',
      password: 'secret-1',
      tls: 'disable',
    } as const
    await link.call('open', { do: 'open', engine: 'postgresql', account, place, purpose: 'read' })
    onTestFinished(() => link.cut())
    return { ...link, ask: (sql: string) => link.call('ask', { do: 'ask', sql, values: [] }) }
  }
  return { open }
}

it('ends a thread that is stuck as a fault of that side; those beside it and the process go on', async () => {
  const { open } = await scene()
  const [it, beside, other] = [await open('A', 'one'), await open('A', 'one'), await open('B', 'two')]
  let isOver = false
  const asked = Promise.allSettled([it.ask(`select '${stuck}'`), beside.ask('select id, name from t')]).finally(() => {
    isOver = true
  })
  expect((await other.ask('select id, name from t')).rows).toHaveLength(40)
  expect(isOver, 'another company is answered while it is stuck').toBe(false)

  const faults = (await asked).map((each) => (each.status === 'rejected' ? each.reason : null))
  const said = "The database's response could not be read within 5 s, so we ended the connection."
  // What shares the thread ends with it; it was asked after the thread was stuck.
  expect(faults).toMatchObject([
    { kind: 'timeout', message: said },
    { kind: 'timeout', message: said },
  ])
  expect([it.isLost(), beside.isLost(), other.isLost()]).toEqual([true, true, false])
  expect((await other.ask('select id, name from t')).rows).toHaveLength(40)

  // What is asked of a thread that is gone is told at once, and another connection has a thread of its own.
  await expect(it.ask('select 1')).rejects.toMatchObject({ kind: 'unreachable' })
  const again = await open('A', 'one')
  expect((await again.ask('select id, name from t')).rows).toHaveLength(40)
})
