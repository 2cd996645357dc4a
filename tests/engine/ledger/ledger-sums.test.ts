/** The sums of the ledger by time: added up once, whoever does it, and narrow ones forgotten when the wide ones are enough. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import {
  figuresOf,
  finestPrecision,
  type LedgerScope,
  piecesOf,
  precisionEdge,
  retentionDays,
  type Span,
} from '#server/engine/ledger/ledger-sums.repository.ts'
import { forgetOldSums } from '#server/engine/ledger/partitions.repository.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { vacuumChurned } from '#server/platform/database/vacuum.ts'
import { expectSumsOfLedger } from '../../faults/kit/checker.ts'
import { describeOnEachDatabase, type Fresh } from '../../server/kit/databases.ts'
import { addDeltas, addPages } from '../../server/kit/ledger-pages.ts'
import { play } from '../kit/scene.ts'
import { type Place, settleIn } from '../kit/stage.ts'

const minute = 60_000
const day = 86_400_000
const end = Date.parse('2026-11-16T00:00:00Z')

/** So many pages of three records, each in another minute. */
async function moved({ database }: Fresh, place: Place, pages: number) {
  const lines = [
    { status: 'success', took: 40 },
    { status: 'success', took: 900 },
    { status: 'failure', took: 3 },
  ] as const
  const { companyId, connectorId } = place
  const at = (place: number) => new Date(end - (place + 1) * 7 * minute)
  await addDeltas(
    database.db,
    await addPages(
      database.db,
      Array.from({ length: pages }, (_, number) => ({ companyId, connectorId, readAt: at(number), lines })),
    ),
  )
}

describeOnEachDatabase('sums of the ledger', (open, kind) => {
  it('are those of runs that delivered, failed and left out, in each width', async () => {
    const fresh = await open()
    const refuse = ({ ids }: { readonly ids: readonly (number | string)[] }) =>
      Number(ids[0]) % 7 === 0
        ? { commits: false, answer: (response: ServerResponse) => void response.writeHead(400).end('{}') }
        : null
    const scene = await play(fresh.database, { records: 300, destination: { misbehave: refuse } })
    await scene.over()
    await expectSumsOfLedger(fresh.database, scene.place)
  })

  it('are added up once by two processes that do it at once, and readers see the same all the time', {
    timeout: 120_000,
  }, async () => {
    const fresh = await open()
    const { db } = fresh.database
    const place = await settleIn(fresh.database)
    await moved(fresh, place, 6_000)
    const span = { from: end - 6_001 * 7 * minute, to: end }
    const whose = { companyId: place.companyId, connectorIds: [place.connectorId] }
    const all = { delivered: 12_000, failed: 6_000, skipped: 0, unknown: 0, took: 6_000 * 940, unchanged: 0, leftOut: 0 }
    // The embedded database belongs to one process: there two of its tasks are at it.
    const others = kind === 'postgres' ? [addingUp(fresh), addingUp(fresh)] : [allAdded(fresh), allAdded(fresh)]
    let isOver = false
    const over = Promise.all(others).then(() => {
      isOver = true
    })
    let looks = 0
    while (!isOver) {
      expect(await sumsOf(db, whose, [span])).toEqual([all])
      expect((await sumsOf(db, { ...whose, connectorIds: null }, [span]))[0]).toEqual(all)
      looks += 1
    }
    await over
    expect(looks).toBeGreaterThan(0)
    expect((await rollUp(db)).taken).toBe(0)
    expect(await sumsOf(db, whose, [span])).toEqual([all])
    await expectSumsOfLedger(fresh.database, place)
  })

  it('of spans that overlap, and of all but some connectors', async () => {
    const fresh = await open()
    const { db } = fresh.database
    const [one, foreign] = [await settleIn(fresh.database), await settleIn(fresh.database)]
    const other = { ...one, connectorId: foreign.connectorId }
    await moved(fresh, one, 1_000)
    while ((await rollUp(db)).taken > 0);
    await moved(fresh, other, 500)
    const spans = [
      { from: end - day, to: end },
      { from: end - 700 * minute, to: end - 70 * minute },
      { from: end - 2 * day, to: end - day + 7 * minute },
    ]
    const whole = { companyId: one.companyId, connectorIds: null }
    const sum = (records: number) => ({
      delivered: records * 2,
      failed: records,
      skipped: 0,
      unknown: 0,
      took: records * 940,
      unchanged: 0,
      leftOut: 0,
    })
    const of = (connectorId: string) => ({ companyId: one.companyId, connectorIds: [connectorId] })
    const inSpans = (pages: number) =>
      spans.map(({ from, to }) =>
        sum(Array.from({ length: pages }, (_, at) => end - (at + 1) * 7 * minute).filter((at) => at >= from && at < to).length),
      )
    expect(await sumsOf(db, of(one.connectorId), spans)).toEqual(inSpans(1_000))
    expect(await sumsOf(db, { ...whole, without: [one.connectorId] }, spans)).toEqual(inSpans(500))
    for (const [at, span] of spans.entries()) {
      const { latencies: ofOther } = await figuresOf(db, of(other.connectorId), spans, span)
      const { latencies: rest } = await figuresOf(db, { ...whole, without: [one.connectorId] }, spans, span)
      expect(rest).toEqual(ofOther)
      expect(ofOther.reduce((a, b) => a + b, 0)).toBe(inSpans(500)[at]?.delivered)
    }
  })

  it('lose the narrow ones when they are old, and a day later at the earliest than they are asked for', async () => {
    const fresh = await open()
    const { db } = fresh.database
    const place = await settleIn(fresh.database)
    await moved(fresh, place, 3)
    while ((await rollUp(db)).taken > 0);
    const left = async () => {
      const { rows } = await sql<{ width: number }>`
        select distinct width from connector_sums union all select distinct width from owner_sums
        union all select distinct width from company_sums order by 1`.execute(db)
      return rows.map(({ width }) => width)
    }
    const after = (days: number) => new Date(end + days * day)
    expect(await forgetOldSums(db, after(retentionDays[1] - 1))).toBe(0)
    expect(await left()).toEqual([1, 1, 1, 15, 15, 15, 60, 60, 60, 1_440, 1_440, 1_440])
    expect(await forgetOldSums(db, after(retentionDays[1] + 1))).toBe(9)
    expect(await left()).toEqual([15, 15, 15, 60, 60, 60, 1_440, 1_440, 1_440])
    await forgetOldSums(db, after(retentionDays[15] + 1))
    expect(await left()).toEqual([60, 60, 60, 1_440, 1_440, 1_440])
    expect(
      await sumsOf(db, { companyId: place.companyId, connectorIds: null }, [{ from: end - 60 * minute, to: end }]),
    ).toMatchObject([{ delivered: 6 }])
  })
})

describeOnEachDatabase('tables whose rows come and go', (open) => {
  it('are small again when they were tidied up', async () => {
    const fresh = await open()
    const { db } = fresh.database
    await moved(fresh, await settleIn(fresh.database), 2_000)
    while ((await rollUp(db)).taken > 0);
    const size = async () =>
      (await sql<{ bytes: number }>`select pg_table_size('ledger_deltas') as bytes`.execute(db)).rows[0]?.bytes
    expect(await size()).toBeGreaterThan(500_000)
    await vacuumChurned(db)
    expect(await size()).toBeLessThan(100_000)
  })
})

const sumsOf = async (db: Fresh['database']['db'], whose: LedgerScope, spans: readonly Span[]) =>
  (await figuresOf(db, whose, spans, spans[0] ?? { from: 0, to: 0 })).sums

const allAdded = async ({ database }: Fresh) => {
  for (;;) if ((await rollUp(database.db)).taken === 0) break
}

/** A process of its own that adds up until there is nothing left. */
async function addingUp({ place }: Fresh): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../kit/adding-up.ts', import.meta.url)), JSON.stringify(place)], {
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}

it('what is kept of an instant grows wider with its age, and its edge is never later', () => {
  const now = Date.parse('2026-11-22T10:07:30Z')
  const ages = [0, 98, 100, 1_090, 1_100, 3_000].map((days) => now - days * day)
  expect(ages.map((at) => finestPrecision(at, now))).toEqual([1, 1, 15, 15, 60, 60])
  expect(ages.map((at) => (at - precisionEdge(at, now)) / minute)).toEqual([0.5, 0.5, 7.5, 7.5, 7.5, 7.5])
})

it('pieces cover a span without gap and overlap, as wide as they come', () => {
  const span = { from: Date.parse('2026-11-14T22:07:00Z'), to: Date.parse('2026-11-17T03:31:00Z') }
  const pieces = piecesOf(span)
  expect(pieces.map(({ width, from, to }) => [width, (to - from) / minute / width])).toEqual([
    ...[
      [1, 8],
      [15, 3],
      [60, 1],
      [1_440, 2],
      [60, 3],
      [15, 2],
      [1, 1],
    ],
  ])
  for (const [at, piece] of pieces.entries()) expect(piece.from).toBe(pieces[at - 1]?.to ?? span.from)
  expect(pieces.at(-1)?.to).toBe(span.to)
})
