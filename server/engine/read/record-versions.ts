/**
 * Versions of records over runs (decision 0022): a record that is read again with the content that it had goes under the key that it had, and one
 * that changed under a new one, also when it changes back. What counts is what would be delivered, and where.
 */
import { createHash } from 'node:crypto'
import type { EngineDeps } from '../engine-deps.ts'
import { type PageContent, positionOf, recordBytes } from '../outbox/page-content.repository.ts'
import type { Plan } from '../plan/plan.ts'
import { persisted } from '../runs/durable-writes.ts'
import type { ClaimedRun } from '../runs/run-leases.repository.ts'
import { forgetOtherVersions, keepVersions, knownVersions, type RecordVersion } from './record-versions.repository.ts'

type Db = EngineDeps['db']

type Page = {
  readonly content: PageContent
  /** Of each record that is delivered, whether it has a key of its own. */
  readonly owned: readonly boolean[]
  /** Of the destination, as it is shown. */
  readonly endpoint: string
}

export type Marked = {
  readonly content: PageContent
  /** To be written in the commit that keeps the page. */
  readonly write: ((tx: Db) => Promise<void>) | null
}

const hashBytes = 12
const hashed = (...parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest().subarray(0, hashBytes)
}

/** The records of a page by their own keys; null of those that have none. */
function versionsIn({ content, owned, endpoint }: Page): ({ readonly identity: string; readonly content: string } | null)[] {
  const { keys, open } = content
  return keys.map((key, ordinal) => {
    if (!owned[ordinal]) return null
    const text = hashed(endpoint, open, recordBytes(content, ordinal))
    return { identity: hashed(key).toString('hex'), content: text.toString('hex') }
  })
}

/** Gives each record of a page the mark of its version: the one that it had, or a new one. */
async function markVersions(db: Db, run: ClaimedRun, page: Page): Promise<Marked> {
  const versions = versionsIn(page)
  const known = await knownVersions(db, run, [...new Set(versions.flatMap((it) => it?.identity ?? []))])
  const newest = new Map<string, RecordVersion>(known.map((it) => [it.identity, it]))
  const kept = new Map(known.filter(({ isStale }) => isStale).map(({ isStale: _, ...it }) => [it.identity, it]))
  const marks = versions.map((it, ordinal) => {
    const before = it && newest.get(it.identity)
    if (before && before.content === it.content) return before.mark
    // Of this run and this place, so that a version that comes back is another one, and the same when the page is made again.
    const mark = hashed(run.id, String(positionOf(page.content, ordinal))).toString('base64url')
    if (it) {
      newest.set(it.identity, { ...it, mark })
      kept.set(it.identity, { ...it, mark })
    }
    return mark
  })
  return {
    content: { ...page.content, keyPrefix: `dc-${run.connectorId}-`, marks },
    write: (tx) => keepVersions(tx, run, [...kept.values()]),
  }
}

/** What a replay sends on purpose may put a record back: unless that is its newest version, the next run sends that one anew. */
function replayedVersions(run: ClaimedRun, page: Page): Marked {
  const versions = versionsIn(page).filter((it) => it !== null)
  return { content: page.content, write: (tx) => forgetOtherVersions(tx, run, versions) }
}

type Filling = {
  readonly run: ClaimedRun
  readonly plan: Pick<Plan, 'recordKeys'>
  readonly replayKey: string | null
  readonly around: EngineDeps
}

/** A page with the keys of its deliveries, where they are of its records. */
export async function markPage(page: Page, { run, plan, replayKey, around: { db, log } }: Filling): Promise<Marked> {
  if (!plan.recordKeys) return { content: page.content, write: null }
  if (replayKey !== null) return replayedVersions(run, page)
  return persisted({ runId: run.id, log }, () => markVersions(db, run, page))
}
