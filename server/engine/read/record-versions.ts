/**
 * Versions of records over runs (decision 0022): a record that is read again with the content that it had goes under the key that it had, and one
 * that changed under a new one, also when it changes back. What counts is what would be delivered, and where.
 */
import { createHash } from 'node:crypto'
import type { EngineDeps } from '../engine-deps.ts'
import type { EarlierKeys } from '../outbox/earlier-keys.ts'
import { type PageContent, positionOf, recordBytes } from '../outbox/page-content.repository.ts'
import type { Plan } from '../plan/plan.ts'
import { persisted } from '../runs/durable-writes.ts'
import type { ClaimedRun } from '../runs/run-leases.repository.ts'
import type { Identities } from './identities.ts'
import { forgetOtherVersions, keepVersions, knownVersions, type RecordVersion } from './record-versions.repository.ts'

type Db = EngineDeps['db']

type Page = {
  readonly content: PageContent
  /** Of each record that is delivered, whether it has a key of its own. */
  readonly owned: readonly boolean[]
  /** Of the destination, as it is shown. */
  readonly endpoint: string
  /** The keys that pages before it held in this run. */
  readonly keysSeen: Identities
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

type Apart = {
  readonly versions: ReturnType<typeof versionsIn>
  /** Identities of records that an earlier page held with another content. Two contents on one page are no change of a record; on two they may be. */
  readonly suspects: ReadonlySet<string>
}

/**
 * Versions of records whose key the run has met before with another content: several records share that key, so it names each of them only together
 * with what it holds.
 */
function sharedApart(found: Apart['versions'], known: readonly RecordVersion[], { content, owned, keysSeen }: Page): Apart {
  const contents = new Map(known.map((it) => [it.identity, it.content]))
  const { kept } = keysSeen.sift(content.keys, [], owned)
  const met = new Set<string>()
  const suspects = new Set<string>()
  const versions = found.map((it, ordinal) => {
    if (!it) return null
    const isOfBefore = kept?.[ordinal] === false
    const isMet = met.has(it.identity) || isOfBefore
    met.add(it.identity)
    if (!isMet) contents.set(it.identity, it.content)
    if (contents.get(it.identity) === it.content) return it
    if (isOfBefore) suspects.add(it.identity)
    return { ...it, identity: hashed(it.identity, it.content).toString('hex') }
  })
  return { versions, suspects }
}

/** Gives each record of a page the mark of its version: the one that it had, or a new one. */
async function markVersions(db: Db, run: ClaimedRun, page: Page): Promise<Marked> {
  const found = versionsIn(page)
  const known = await knownVersions(db, run, [...new Set(found.flatMap((it) => it?.identity ?? []))])
  const { versions, suspects } = sharedApart(found, known, page)
  const others = versions.flatMap((it, ordinal) => (it && it.identity !== found[ordinal]?.identity ? it.identity : []))
  if (others.length > 0) known.push(...(await knownVersions(db, run, [...new Set(others)])))
  const newest = new Map<string, RecordVersion>(known.map((it) => [it.identity, it]))
  const kept = new Map(known.filter(({ isStale }) => isStale).map(({ isStale: _, ...it }) => [it.identity, it]))
  // Where another content is met for the first time, the record may have changed while it was read: the next run sends what it is then.
  for (const [ordinal, it] of versions.entries()) {
    const first = found[ordinal]
    if (it && first && suspects.has(first.identity) && it !== first && !newest.has(it.identity))
      kept.set(first.identity, { ...first, content: '', mark: '' })
  }
  const marks = versions.map((it, ordinal) => {
    const before = it && newest.get(it.identity)
    if (before && before.content === it.content) return before.mark
    // Of this run and this place, so that a version that comes back is another one, and the same when the page is made again.
    const mark = hashed(run.id, String(positionOf(page.content, ordinal))).toString('base64url')
    if (it) {
      newest.set(it.identity, { ...it, mark })
      if (kept.get(it.identity)?.mark !== '') kept.set(it.identity, { ...it, mark })
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
  readonly earlier: EarlierKeys
  readonly around: EngineDeps
}

/** A page with the keys of its deliveries, where they are of its records. */
export async function markPage(page: Page, { run, plan, replayKey, earlier, around: { db, log } }: Filling): Promise<Marked> {
  if (!plan.recordKeys) return { content: earlier.givenTo(page.content, page.endpoint), write: null }
  if (replayKey !== null) return replayedVersions(run, page)
  return persisted({ runId: run.id, log }, () => markVersions(db, run, page))
}
