/** Fills the outbox of one run: reads pages, maps and packs them, and keeps each in one commit with the checkpoint. */
import { type Problem, problem } from '../../contract/problem.ts'
import { keepPage, pagesSeen } from '../store/deliveries.ts'
import { type Delivery, deliveriesOf } from '../store/outline.ts'
import { type ClaimedRun, moveCheckpoint, pagesKept, type Standing } from '../store/run-leases.ts'
import { type Source, SourceFault } from './kinds/kind.ts'
import { type Packed, pack } from './packing.ts'
import { persist } from './persisting.ts'
import type { Plan } from './plan.ts'
import { pagesAhead, type ReadPage } from './reading.ts'
import type { Surroundings } from './surroundings.ts'

type Filling = {
  readonly run: ClaimedRun
  readonly plan: Plan
  readonly source: Source
  /** Of the destination, as it is shown. */
  readonly endpoint: string
  readonly around: Surroundings
  readonly signal: AbortSignal
  /** Resolves when the outbox may take another page, or nothing may be added any more. */
  readonly room: () => Promise<void>
  readonly isStopped: () => boolean
  readonly enqueue: (delivery: Delivery) => void
  readonly tell: (standing: Standing | null) => void
}

/** Reads to the end of the source; null when it is reached or the run was stopped, else why the source cannot be read on. */
export async function fillOutbox(filling: Filling): Promise<Problem | null> {
  const { run, source, around, signal, isStopped, room, tell } = filling
  const { db, limits } = around
  let next = run.checkpoint.next
  if (next === null) return null
  let number = run.pagesRead
  let first = run.recordsRead
  try {
    const seen = await pagesSeen(db, run)
    for await (const page of pagesAhead(next ?? source.start(null), { source, limits, signal, seen, tell })) {
      if (isStopped()) return null
      around.crash('after-fetch')
      if (number >= limits.pagesMax) return problem('source/page-limit')
      await room()
      if (isStopped()) return null
      number += 1
      await keep(page, number, first, filling)
      first += page.records.length
      next = page.next
    }
    if (next !== null && !isStopped()) await persist(() => moveCheckpoint(db, run, { next: null }))
    return null
  } catch (thrown) {
    if (signal.aborted) return null
    if (thrown instanceof SourceFault) return thrown.problem
    throw thrown
  }
}

async function keep(
  page: ReadPage,
  number: number,
  first: number,
  { run, plan, endpoint, around, enqueue }: Filling,
): Promise<void> {
  const packed: Packed = pack(page.records, first, plan, run.id)
  const { startpoint, fingerprint, readAt, next } = page
  const recordCount = page.records.length
  const row = {
    ...packed,
    number,
    recordCount,
    startpoint,
    endpoint,
    fingerprint,
    readAt,
    version: run.version,
    checkpoint: { next },
  }
  await persist(
    () => keepPage(around.db, run, row),
    async () => (await pagesKept(around.db, run)) >= number,
  )
  around.crash('after-outbox-commit')
  for (const delivery of deliveriesOf(packed.outline, packed.body, number, readAt)) enqueue(delivery)
}
