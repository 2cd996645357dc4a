/** Our own slow start of a database thread is no silence of the database, costs no record a try, and makes none failed. */
import { expect, it, onTestFinished } from 'vitest'

import { createAsker } from '#server/engine/enrichment/asker.ts'
import { DatabaseFault, outcomeOf, sourceFault } from '#server/engine/kinds/database/faults.ts'
import { poolOf, takeLink } from '#server/engine/kinds/database/thread/threads.ts'
import type { Source } from '#server/engine/kit/kind.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { pagesFrom } from '#server/engine/read/page-reader.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { startPostgresqlWire } from '../../kit/wire/postgresql.ts'

const slow = new URL('../kit/slow-worker.ts', import.meta.url)

async function opening(bounds: Parameters<typeof poolOf>[1]) {
  const server = await startPostgresqlWire()
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  const link = takeLink('A', 'one', poolOf(slow, bounds))
  onTestFinished(async () => {
    link.cut()
    await outbound.close()
    await server.stop()
  })
  const { port } = server
  const account = { host: '127.0.0.1', port, database: 'shop', user: 'a', password: 'secret-1', tls: 'disable' } as const
  const place = await outbound.place({ host: '127.0.0.1', port })
  await link.call('open', { do: 'open', engine: 'postgresql', account, place, purpose: 'read' })
  return link
}

it('waits for a thread that takes longer to load its modules than a database may be silent', async () => {
  const link = await opening({ silenceMax: 400, lookEvery: 50 })
  const answer = await link.call('ask', { do: 'ask', sql: 'select id, name from t', values: [] })
  expect(answer.rows).toHaveLength(40)
})

const said = /^We were too busy to connect to the database within 0\.2 s\./

it('ends a start that takes too long, which is no try of a delivery, a page or an enrichment', async () => {
  const fault = await opening({ silenceMax: 200, startMax: 200, lookEvery: 50 }).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(fault).toMatchObject({ kind: 'starting', message: expect.stringMatching(said) })
  const masked = (text: string) => text
  expect(outcomeOf(fault, 'PostgreSQL', masked, false)).toEqual({ outcome: 'withheld' })
  // What shares the thread with a driver that is loaded may have been committing.
  expect(outcomeOf(fault, 'PostgreSQL', masked, true)).toMatchObject({ outcome: 'unknown' })

  const limits = { ...engineLimits, retries: 0 }
  const { signal } = new AbortController()
  const late = () => sourceFault(new DatabaseFault('starting', 'late'), 'PostgreSQL', masked)
  let reads = 0
  const page = { records: [], startpoint: 'select', next: null, repeatEnds: false }
  const source: Source = {
    start: () => ({}),
    read: async () => {
      reads += 1
      if (reads < 4) throw late()
      return page
    },
  }
  const told: unknown[] = []
  const reading = { source, limits, signal, seen: new Set<string>(), tell: (it: unknown) => told.push(it), isFirstKnown: false }
  const measured: boolean[] = []
  const pages = pagesFrom({}, { ...reading, measure: (_side, _time, fails) => measured.push(fails) })
  expect(await pages.next()).toMatchObject({ value: { startpoint: 'select' } })
  expect([reads, told, measured]).toEqual([4, [], [false]])

  let asks = 0
  const pace = { limits, tell: (it: unknown) => told.push(it) }
  const asker = createAsker({ enrichmentId: 'e', system: 'shop', atOnce: 1, pace })
  const send = async () => {
    asks += 1
    if (asks < 4) return { kind: 'problem', problem: late().problem, retry: true, stops: false, isOurs: true } as const
    return { kind: 'value', value: 7, answer: { status: 0, headers: {}, body: '7', bytes: 1 } } as const
  }
  const question = {
    request: { asked: 'select', send },
    ...{ values: 1, records: 1 },
    read: (value: unknown) => ({ result: value, isFound: true, fails: false }),
  }
  const lines: { outcome: string }[] = []
  expect(await asker.ask([question], lines as never, signal)).toEqual([{ result: 7 }])
  expect([asks, told, lines.map(({ outcome }) => outcome)]).toEqual([4, [], ['found']])
})
