/**
 * Bar J: CPU of a record against a loop written by hand that keeps a ledger of its pages in PostgreSQL, warm, in one interleaved run. The database servers
 * are counted on both sides.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { engineOn, ledgerLoop, type Mode, modes } from '../contestants.ts'
import { startSims } from '../sims-process.ts'
import { cpuOf } from '../tree.ts'
import type { Verdict } from './place.ts'

const totals: Readonly<Record<Mode, number>> = { 'one by one': 10_000, 'bulk of 100': 50_000 }
const [warmUps, rounds] = [2, 5]
const limit = 1.5

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export async function cpuOfRecords(): Promise<Verdict[]> {
  const sims = await startSims()
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-scale-'))
  const contestants = [await ledgerLoop(sims.origin), await engineOn('postgres', folder)] as const
  /** Microseconds a record, by mode: of the loop, and of the engine. */
  const costs = new Map<Mode, readonly [number[], number[]]>(modes.map((mode) => [mode, [[], []]]))
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const mode of modes) {
      for (const [place, contestant] of contestants.entries()) {
        const total = totals[mode]
        const complete = sims.begin(total)
        const before = cpuOf(contestant.pid)
        const moved = contestant.move({ mode, total, origin: sims.origin })
        const { twice } = await complete
        await moved
        if (twice > 0) throw new Error(`${contestant.name} sent ${twice} records twice`)
        if (round >= 0) costs.get(mode)?.[place]?.push((cpuOf(contestant.pid) - before) / total)
      }
    }
  }
  for (const it of contestants) await it.close()
  sims.close()
  rmSync(folder, { recursive: true, force: true })
  return modes.map((mode) => {
    const [loop = Number.NaN, engine = Number.NaN] = (costs.get(mode) ?? []).map(median)
    const times = engine / loop
    const what = `${mode}: ${engine.toFixed(0)} µs a record, ${loop.toFixed(0)} µs of a loop with a page ledger: ${times.toFixed(2)} times (bar ${limit})`
    return { what, isMet: times <= limit }
  })
}
