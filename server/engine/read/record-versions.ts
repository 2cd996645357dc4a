/**
 * Versions of records over runs (decision 0022): a record that is read again with the content that it had goes under the key that it had, and one
 * that changed under a new one, also when it changes back. What counts is what would be delivered, and where.
 */
import { createHash } from 'node:crypto'

import { problem } from '#contract/kit/problem.ts'
import { type PageContent, positionOf, recordBytes, recordsIn } from '../../records/ledger/page-content.repository.ts'
import type { EndedRecord } from '../../records/ledger/source-pages.repository.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import { persisted } from '../kit/durable-writes.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'
import type { Identities } from '../kit/identities.ts'
import type { Destination } from '../kit/kind.ts'
import type { Plan } from '../kit/plan.ts'
import { keyIn } from '../kit/record-key.ts'
import type { EarlierKeys } from '../outbox/earlier-keys.ts'
import {
  forgetOtherVersions,
  type Known,
  keepVersions,
  knownVersions,
  type RecordVersion,
  takeUpByReplay,
  takeUpCarried,
} from './record-versions.repository.ts'

type Db = EngineDeps['db']

type Page = {
  readonly content: PageContent
  /** Of each record that is delivered, whether it has a key of its own. */
  readonly owned: readonly boolean[]
  /** Of the destination, as it is shown. */
  readonly endpoint: string
  /** The keys that pages before it held in this run. */
  readonly keysSeen: Identities
  /** The number of the destination: each has versions of its own. */
  readonly route: number
}

export type Marked = {
  readonly content: PageContent
  /** Records that were left out, because the same version of them was delivered or is on its way. */
  readonly unchanged: number
  /** Records that are not sent again, because the same version of them may have arrived. */
  readonly unclear: readonly EndedRecord[]
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
function versionsIn({
  content,
  owned,
  endpoint,
  route,
}: Omit<Page, 'keysSeen'>): ({ readonly identity: string; readonly content: string } | null)[] {
  const { keys, open } = content
  return keys.map((key, ordinal) => {
    if (!owned[ordinal]) return null
    const text = hashed(endpoint, open, recordBytes(content, ordinal))
    return { identity: hashed(keyIn(route, key)).toString('hex'), content: text.toString('hex') }
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
function sharedApart(
  found: Apart['versions'],
  known: readonly RecordVersion[],
  { content, owned, keysSeen, route }: Page,
): Apart {
  const contents = new Map(known.map((it) => [it.identity, it.content]))
  const keys = route === 0 ? content.keys : content.keys.map((key) => keyIn(route, key))
  const { kept } = keysSeen.sift(keys, [], owned)
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

/** What a page becomes where only changes are sent: records that are left out, and those whose earlier delivery is unclear. */
type Sifted = { readonly unchanged: Set<number>; readonly unclear: Set<number> }

type Settling = {
  /** Whether records are left out whose version was delivered before. */
  readonly onlyChanged: boolean
  /** Whether what may have arrived can be sent again without a second effect. */
  readonly mayRepeat: boolean
}

/** Whether to send a record whose newest version is this one. */
function fateOf({ outcome }: Known, { onlyChanged, mayRepeat }: Settling): 'send' | 'unchanged' | 'unclear' {
  if (!onlyChanged) return 'send'
  // A record that is being sent is not sent a second time.
  if (outcome === 'success' || outcome === 'open') return 'unchanged'
  return outcome === 'unknown' && !mayRepeat ? 'unclear' : 'send'
}

/** Gives each record of a page the mark of its version, the one that it had or a new one, and finds those that are not sent again. */
async function markVersions(
  db: Db,
  run: ClaimedRun,
  page: Page,
  settling: Settling & { readonly recordKeys: boolean },
): Promise<Marked> {
  const { onlyChanged, recordKeys } = settling
  const found = versionsIn(page)
  const known = await knownVersions(db, run, [...new Set(found.flatMap((it) => it?.identity ?? []))], onlyChanged)
  const { versions, suspects } = sharedApart(found, known, page)
  const others = versions.flatMap((it, ordinal) => (it && it.identity !== found[ordinal]?.identity ? it.identity : []))
  if (others.length > 0) known.push(...(await knownVersions(db, run, [...new Set(others)], onlyChanged)))
  const newest = new Map<string, Known>(known.map((it) => [it.identity, it]))
  const kept = new Map<string, RecordVersion>(known.filter(({ isStale }) => isStale).map((it) => [it.identity, it]))
  const [none, sifted]: [Omit<RecordVersion, 'identity'>, Sifted] = [
    { content: '', mark: '', run: null, position: null, isDelivered: false },
    { unchanged: new Set(), unclear: new Set() },
  ]
  // Where another content is met for the first time, the record may have changed while it was read: the next run sends what it is then.
  for (const [ordinal, it] of versions.entries()) {
    const first = found[ordinal]
    if (it && first && suspects.has(first.identity) && it !== first && !newest.has(it.identity))
      kept.set(first.identity, { ...first, ...none })
  }
  const take = (it: RecordVersion) => {
    newest.set(it.identity, { ...it, outcome: 'open', isStale: false })
    if (kept.get(it.identity)?.mark !== '') kept.set(it.identity, it)
  }
  const marks = versions.map((it, ordinal) => {
    const position = positionOf(page.content, ordinal)
    // Of this run and this place, so that a version that comes back is another one, and the same when the page is made again.
    const mark = () => hashed(run.id, String(position)).toString('base64url')
    if (!it) return mark()
    const before = newest.get(it.identity)
    const own = { ...it, run: run.id, position, isDelivered: false }
    if (before?.content !== it.content) {
      const taken = { ...own, mark: mark() }
      take(taken)
      return taken.mark
    }
    const fate = fateOf(before, settling)
    if (fate !== 'send') sifted[fate].add(ordinal)
    else if (onlyChanged) take({ ...own, mark: before.mark })
    // The ledger is removed after some time, but the version keeps that it was delivered.
    if (before.outcome === 'success' && !before.isDelivered) kept.set(it.identity, { ...before, isDelivered: true })
    return before.mark
  })
  const content = recordKeys ? { ...page.content, keyPrefix: `dc-${run.connectorId}-`, marks } : page.content
  return { ...withoutSifted(content, sifted), write: (tx) => keepVersions(tx, run, [...kept.values()]) }
}

function withoutSifted(content: PageContent, { unchanged, unclear }: Sifted): Omit<Marked, 'write'> {
  if (unchanged.size + unclear.size === 0) return { content, unchanged: 0, unclear: [] }
  const left = [...content.keys.keys()].filter((ordinal) => !unchanged.has(ordinal) && !unclear.has(ordinal))
  return {
    content: { ...content, ...recordsIn(content, left), indices: left.map((ordinal) => content.indices?.[ordinal] ?? ordinal) },
    unchanged: unchanged.size,
    unclear: [...unclear].map((ordinal) => ({
      ...{ position: positionOf(content, ordinal), key: content.keys[ordinal] ?? '' },
      ...{ status: 'skipped' as const, error: problem('record/unclear') },
    })),
  }
}

/** What a replay sends on purpose may put a record back: unless that is its newest version, the next run sends that one anew. */
function replayedVersions(run: ClaimedRun, page: Page): Marked {
  const versions = versionsIn(page).flatMap((it, ordinal) => (it ? [{ ...it, position: positionOf(page.content, ordinal) }] : []))
  const write = async (tx: Db) => {
    await forgetOtherVersions(tx, run, versions)
    await takeUpByReplay(tx, run, versions)
  }
  return { ...everything(page.content), write }
}

/** Records of a page that an earlier run could not send: its versions are what this run sends. */
export async function carryVersions(
  tx: Db,
  run: ClaimedRun,
  { content, endpoint, route, from }: Pick<Page, 'content' | 'endpoint' | 'route'> & { readonly from: string },
): Promise<void> {
  const found = versionsIn({ content, endpoint, route, owned: content.keys.map(() => true) })
  const carried = found.flatMap((it, ordinal) => {
    if (!it) return []
    // One that shares its key is known by key and content together.
    const identities = [it.identity, hashed(it.identity, it.content).toString('hex')]
    return [{ identities, from: content.origins?.[ordinal] ?? 0, position: positionOf(content, ordinal) }]
  })
  await takeUpCarried(tx, run, from, carried)
}

const everything = (content: PageContent): Omit<Marked, 'write'> => ({ content, unchanged: 0, unclear: [] })

type Filling = {
  readonly run: ClaimedRun
  readonly plan: Pick<Plan, 'recordKeys' | 'onlyChanged'>
  readonly destination: Pick<Destination, 'honoursKeys' | 'isIdempotent'>
  readonly replayKey: string | null
  readonly earlier: EarlierKeys
  readonly around: EngineDeps
}

/** A page with the keys of its deliveries, where they are of its records, and without the records that are not sent again. */
export async function markPage(page: Page, filling: Filling): Promise<Marked> {
  const { run, plan, destination, replayKey, earlier, around } = filling
  const { db, log } = around
  const { recordKeys, onlyChanged } = plan
  const given = (content: PageContent) => (recordKeys ? content : earlier.givenTo(content, page.endpoint, page.route))
  if (!recordKeys && !onlyChanged) return { ...everything(given(page.content)), write: null }
  if (replayKey !== null) return replayedVersions(run, page)
  const mayRepeat = recordKeys && (destination.isIdempotent ?? destination.honoursKeys)?.() === true
  const marked = await persisted({ runId: run.id, log }, () =>
    markVersions(db, run, page, { recordKeys, onlyChanged, mayRepeat }),
  )
  return { ...marked, content: given(marked.content) }
}
