/**
 * What an earlier run could not send is sent first, before the source is asked: the same bytes under the same keys, in their order, in pages of this
 * run. Only where the source goes on after them (`unsent.repository.ts`); who reads everything each run meets them again anyway.
 */

import type { PageOf } from '../../records/ledger/delivery.repository.ts'
import { contentOf, type PageContent, positionOf, recordsIn } from '../../records/ledger/page-content.repository.ts'
import { recordsOf } from '../../records/ledger/read-records.repository.ts'
import { keepPage } from '../../records/ledger/source-pages.repository.ts'
import {
  addCarried,
  carriedBy,
  runsWithUnsent,
  stillWait,
  type UnsentPage,
  unsentPage,
} from '../../records/ledger/unsent.repository.ts'
import { type ClaimedRun, countStoredPages } from '../../records/runs/run-leases.repository.ts'
import { noteOf } from '../../records/runs/runs.repository.ts'
import { persist, persisted } from '../kit/durable-writes.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import { storedAs } from '../outbox/private-payloads.ts'
import { carryVersions } from './record-versions.ts'

/** Records of one page. */
const pageMax = 1_000

type Carrying = {
  readonly run: ClaimedRun
  readonly around: EngineDeps
  /** Of a destination by its number, as it is shown; null: the connector does not have it any more. */
  readonly endpointOf: (route: number) => string | null
  readonly room: () => Promise<void>
  readonly isStopped: () => boolean
  readonly enqueue: (page: PageOf) => void
}

/** How far the run has come; both grow. */
type Reached = { number: number; first: number }

/** Keeps the pages that this run sends for earlier ones. */
export async function carryUnsent(reached: Reached, carrying: Carrying): Promise<void> {
  const { run, around, room, isStopped } = carrying
  const writer = { runId: run.id, log: around.log }
  for (const id of await persisted(writer, () => runsWithUnsent(around.db, run))) {
    const from = { ...run, id }
    for (let after = -1; ; ) {
      await room()
      if (isStopped()) return
      const page = await persisted(writer, () => unsentPage(around.db, from, after, pageMax))
      if (!page) break
      after = await carryPage(page, id, reached, carrying)
    }
  }
}

/** Keeps records of a page in a page of this run, as many as are opened at once. Returns the last of them. */
async function carryPage(page: UnsentPage, from: string, reached: Reached, carrying: Carrying): Promise<number> {
  const { run, around, endpointOf, enqueue } = carrying
  const { db, log } = around
  const writer = { runId: run.id, log }
  const { route } = page
  const endpoint = endpointOf(route)
  // They stay failed: to another destination they must not go.
  if (endpoint === null) return page.positions.at(-1) ?? 0
  const asRead = await persisted(writer, () =>
    recordsOf(
      db,
      run.companyId,
      page.positions.map((position) => ({ runId: from, position })),
    ),
  )
  const positions = page.positions.slice(0, asRead.length)
  const content = carriedContent({ ...page, body: around.payloads.open(page.body, run) }, positions, reached.first)
  const number = reached.number + 1
  const readAt = new Date()
  const last = positions.at(-1) ?? 0
  let isTaken = false
  await persist(
    writer,
    () =>
      db.transaction().execute(async (tx) => {
        isTaken = !(await stillWait(tx, { ...run, id: from }, positions))
        // Somebody replays one of them now: they are looked at anew.
        if (isTaken) return
        await keepPage(tx, run, {
          ...{ number, route, endpoint, readAt, content, version: page.version, checkpoint: run.checkpoint },
          startpoint: `run ${from}: records that were not sent, ${(positions[0] ?? 0) + 1} to ${last + 1}`,
          fingerprint: `${from}/${positions[0]}`,
          recordCount: positions.length,
          sourceRecords: null,
          ...{ mappingTime: 0, isAgain: true },
          ...storedAs(
            run,
            content,
            asRead.map((it) => it?.record ?? null),
            around.payloads,
          ),
          ...{
            identities: null,
            ended: [],
            unchanged: 0,
            note: null,
            namedBy: null,
            unmetLines: run.unmetLines,
            linesSince: run.linesSince,
          },
        })
        await addCarried(tx, run, { run: from, positions, first: reached.first })
        await carryVersions(tx, run, { content, endpoint, route, from })
      }),
    async () => (await countStoredPages(db, run)) >= number,
  )
  if (isTaken) return (positions[0] ?? 0) - 1
  reached.number = number
  reached.first += positions.length
  around.crash('after-outbox-commit')
  enqueue({ number, route, readAt, content })
  return last
}

/** The bytes of some records of a page, as they were, for a page of another run. */
function carriedContent(
  { outline, body, first: firstThere }: UnsentPage,
  positions: readonly number[],
  first: number,
): PageContent {
  const there = contentOf(outline, body, firstThere)
  const ordinals = new Map(there.keys.map((_, ordinal) => [positionOf(there, ordinal), ordinal]))
  const taken = positions.map((position) => ordinals.get(position) ?? 0)
  const { keyPrefix, size, open, close, isPrivate } = there
  return {
    ...{ keyPrefix, first, size, open, close, indices: null, origins: positions },
    ...(isPrivate ? { isPrivate } : {}),
    ...recordsIn(there, taken),
  }
}

const versionsIn = (versions: readonly number[]) => `version${versions.length === 1 ? '' : 's'} ${versions.join(', ')}`

/** What has to be said at the end of a run, how many records it sent for earlier ones included; null when nothing. */
export async function carriedNote(db: EngineDeps['db'], run: ClaimedRun): Promise<string | null> {
  const [note, { count, versions }] = [await noteOf(db, run), await carriedBy(db, run)]
  if (count === 0) return note
  const [them, theyWere] = count === 1 ? ['it', 'It was'] : ['them', 'They were']
  const others = versions.filter((version) => version !== run.version)
  // Another mapping may be live by now; what was made is sent as it was made.
  const mapped = ` ${others.length === versions.length ? theyWere : 'Some were'} mapped by ${versionsIn(others)}.`
  const said = `An earlier run read ${count.toLocaleString('en')} of them but couldn't send ${them}.${others.length === 0 ? '' : mapped}`
  return [said, note ?? ''].join(' ').trim()
}
