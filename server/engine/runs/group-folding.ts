/** Reads the source of a run into its groups, page by page, and hands the groups out as the records of the run once all of it is read (decision 0121). */
import { performance } from 'node:perf_hooks'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { foldedPages, groupsAfter, groupsAt, isFolded, keepFolded } from '../../records/runs/run-groups.repository.ts'
import { moveCheckpoint } from '../../records/runs/run-leases.repository.ts'
import { weights } from '../fairness/tenant-scheduling.ts'
import { calledBy, createMarks, failGroup, faultOf, stateOf, stateText } from '../group/compiled-group.ts'
import { persist, persisted } from '../kit/durable-writes.ts'
import type { CompiledGroup, GroupState } from '../kit/grouping.ts'
import { createIdentities, everythingIsNew, type Identities, identitiesOf } from '../kit/identities.ts'
import { type Place, type Source, SourceFault, Unreadable } from '../kit/kind.ts'
import { ownKey } from '../kit/record-key.ts'
import { eachLine, linesOfPage } from '../read/page-lines.ts'
import { pagesAhead, type ReadPage } from '../read/page-reader.ts'
import { type Filling, fillOutbox } from './outbox-writer.ts'

/** Groups of one page of the outbox, and characters of what they hold. */
const pageMax = 1_000
const pageCharacters = 4 * 1024 * 1024
/** Groups of a run, and characters of all that they hold. */
const groupsMax = 1_000_000
const charactersMax = 1024 ** 3

/** How far a run has read; kept in its checkpoint. */
type Progress = {
  /** Where reading goes on; null before the first page. */
  readonly at: Place | null
  readonly pages: number
  /** Records that were read, and those of them that a filter or an enrichment left out. */
  readonly records: number
  readonly left: number
  readonly groups: number
  readonly characters: number
}

const begun: Progress = { at: null, pages: 0, records: 0, left: 0, groups: 0, characters: 0 }

const shown = (count: number) => count.toLocaleString('en')
const counted = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${shown(count)} ${noun}s`)

/** Ends a run before its groups are complete. */
const incomplete = (why: string, cause?: Problem): Problem =>
  problem('group/incomplete', {
    message: `${why} The groups were not complete, so none of them was sent.`,
    ...(cause?.answer ? { answer: cause.answer } : {}),
    ...(cause?.retryAfter === undefined ? {} : { retryAfter: cause.retryAfter }),
  })

/** Where the groups are handed out, after the last page. */
const handingOut = ({ records, left, groups }: Progress, after = -1): Place => ({ groups: { after, records, left, of: groups } })

/** Whether a place is one of `handingOut`. */
const isRead = (place: Place | null | undefined): boolean => place?.['groups'] !== undefined

type Grouping = Filling & { readonly group: CompiledGroup }

/** Fills the outbox with the groups of what a source returns. As `fillOutbox`; null where the run was stopped, too. */
export async function fillWithGroups(filling: Grouping): Promise<Problem | null> {
  const { run, group } = filling
  const { next } = run.checkpoint
  if (next === null) return null
  let place = next
  if (!isRead(next)) {
    const folded = await fold(filling, (next?.['fold'] as Progress | undefined) ?? begun)
    if (folded === null || 'code' in folded) return folded
    place = handingOut(folded)
  }
  const source = groupsOf(filling, group)
  // Groups are made of lines, and are none.
  const plan = { ...filling.plan, split: null }
  return fillOutbox({ ...filling, plan, run: { ...run, checkpoint: { next: place as Place } }, source, enrich: null })
}

/** Reads to the end of the source. Returns what was read, why the groups cannot be complete, or null where the run was stopped. */
async function fold(filling: Grouping, progress: Progress): Promise<Progress | Problem | null> {
  const { run, source, around, signal, isStopped, tell, waited, measure } = filling
  const { db, limits } = around
  const time = () => performance.now() - waited()
  const seen = new Set<string>()
  const known = source.tellsApart ? everythingIsNew : createIdentities()
  for await (const { startpoint, fingerprint, identities } of foldedPages(db, run)) {
    seen.add(startpoint).add(fingerprint)
    if (identities === null) continue
    known.add(identities)
    source.recall?.(identities)
  }
  let reached = progress
  let reading = 0
  let askedAt = time()
  const limit = () => limitReached(reached, reading, limits)
  const isEnough = () => limit() !== null
  const ahead = { source, limits, signal, seen, tell, measure: measure.call, waited, isEnough, isFirstKnown: false }
  try {
    for await (const page of pagesAhead(progress.at ?? source.start(null), ahead)) {
      reading += time() - askedAt
      if (isStopped()) return null
      around.crash('after-fetch')
      const what = page.records.length > 0 || page.next !== null ? limit() : null
      if (what !== null) return incomplete(`The run reached the limit of ${what}.`)
      const folded = await foldPage(page, reached, known, filling)
      if ('code' in folded) return folded
      reached = folded
      around.crash('after-outbox-commit')
      if (isStopped()) return null
      askedAt = time()
    }
    if (isStopped()) return null
    await persist({ runId: run.id, log: around.log }, () => moveCheckpoint(db, run, { next: handingOut(reached) }))
    return reached
  } catch (thrown) {
    if (signal.aborted) return null
    if (thrown instanceof SourceFault) return incomplete(thrown.problem.message, thrown.problem)
    throw thrown
  }
}

function limitReached(
  { pages, records, groups, characters }: Progress,
  reading: number,
  { pagesMax, recordsMax, readingMax }: Filling['around']['limits'],
): string | null {
  if (pages >= pagesMax) return `${shown(pagesMax)} pages`
  if (records >= recordsMax) return `${shown(recordsMax)} records`
  if (groups > groupsMax) return `${shown(groupsMax)} groups`
  if (characters > charactersMax) return '1 GB for its groups'
  return reading >= readingMax ? `${Math.round(readingMax / 60_000)} minutes of reading` : null
}

/** Which records of a page are no repetition of an earlier page's. */
function newOnes(records: readonly unknown[], known: Identities) {
  const keys = records.map((record) => ownKey(record) ?? '')
  const owned = records.map((record) => !(record instanceof Unreadable) && ownKey(record) !== null)
  return known.sift(
    keys,
    records.map((record, at) => (owned[at] ? (JSON.stringify(record) ?? '') : '')),
    owned,
  )
}

type Member = { readonly mark: string; readonly keys: readonly unknown[]; readonly add: (state: GroupState) => void }

/** Lines that are collected before they are added: of long lists only some are in memory. */
const membersAtOnce = 1_000

/** Adds the records of a page to their groups, in one commit with the checkpoint. */
async function foldPage(page: ReadPage, reached: Progress, known: Identities, filling: Grouping): Promise<Progress | Problem> {
  const { run, plan, group, enrich, around, signal } = filling
  const writer = { runId: run.id, log: around.log }
  const { records } = page
  const turn = around.turns.take(run.companyId, weights.page)
  if (turn) await turn
  const verdicts = enrich === null ? null : (await enrich(records, signal)).verdicts
  const { kept, identities: own } = newOnes(records, known)
  const markOf = createMarks(run.isPrivate ? around.payloads.hashOf('group', run.companyId) : '')
  const states = new Map<string, { readonly position: number; readonly before: number; readonly state: GroupState }>()
  let { groups, characters } = reached
  let members: Member[] = []

  /** Adds what was collected to its groups, those of earlier pages among them. */
  async function addMembers(): Promise<void> {
    const marks = [...new Set(members.map(({ mark }) => mark))].filter((mark) => !states.has(mark))
    const stored = marks.length === 0 ? [] : await persisted(writer, () => groupsAt(around.db, run, marks))
    for (const { mark, position, state } of stored) {
      const opened = around.payloads.openText(state, run)
      states.set(mark, { position, before: opened.length, state: stateOf(opened) })
    }
    for (const { mark, keys, add } of members) {
      const there = states.get(mark) ?? { position: groups, before: 0, state: group.begin(keys) }
      if (!states.has(mark)) {
        states.set(mark, there)
        groups += 1
      }
      add(there.state)
    }
    members = []
  }

  let [left, last] = [0, -1]
  for (const { record, verdict: its, of } of eachLine(linesOfPage(records, verdicts, plan.split))) {
    const called = calledBy(record, reached.records + of + 1)
    const verdict = record instanceof Unreadable ? { failed: record.problem } : its
    if (kept?.[of] === false || 'skipped' in verdict || 'leftOut' in verdict) {
      if (of !== last) left += 1
      last = of
      continue
    }
    // Of a record whose enrichment failed, the group is known where its keys were read from the source.
    const isKnown = 'record' in verdict || (group.keysAreRead && !(record instanceof Unreadable))
    const found = isKnown ? group.keyOf('record' in verdict ? verdict.record : record) : ''
    if (typeof found === 'string') {
      const why = 'failed' in verdict ? verdict.failed.message : `${found}.`
      return incomplete(`Record ${called} can't be added to any group: ${why}`)
    }
    const add = (state: GroupState) => {
      if ('record' in verdict) group.add(state, verdict.record, called)
      else if ('failed' in verdict) failGroup(state, faultOf(undefined, called, verdict.failed.message.replace(/\.$/, '')))
    }
    members.push({ mark: markOf(found.name), keys: found.keys, add })
    if (members.length >= membersAtOnce) await addMembers()
  }
  await addMembers()
  const changed = [...states].map(([mark, { position, before, state }]) => {
    const text = stateText(state)
    characters += text.length - before
    return { mark, position, state: run.isPrivate ? around.payloads.sealText(text, run) : text }
  })
  const after = {
    ...{ pages: reached.pages + 1, records: reached.records + records.length, left: reached.left + left, groups, characters },
    at: page.rest?.place ?? page.next,
  }
  const checkpoint = { next: after.at === null ? handingOut(after) : { fold: after } }
  const { startpoint, fingerprint } = page
  const identities = identitiesOf(page, { from: 0, until: records.length, own })
  const folded = {
    number: after.pages,
    startpoint,
    fingerprint,
    identities,
    records: records.length,
    groups: changed,
    checkpoint,
  }
  await persist(
    writer,
    () => keepFolded(around.db, run, folded),
    () => isFolded(around.db, run, folded.number),
  )
  return after
}

/** What a run says of what its groups are made of. */
function noteOf({ records, left, of }: { readonly records: number; readonly left: number; readonly of: number }): string {
  if (of === 0) return left === 0 ? '' : `No groups. All records that were read (${shown(records)}) were left out.`
  const without = left === 0 ? '' : ` ${counted(left, 'record')} ${left === 1 ? 'was' : 'were'} left out.`
  return `${counted(of, 'group')} from ${counted(records, 'record')}.${without}`
}

/** The groups of a run as a source. */
function groupsOf({ run, around }: Filling, group: CompiledGroup): Source {
  const writer = { runId: run.id, log: around.log }
  return {
    tellsApart: true,
    start: () => handingOut(begun),
    async read(place) {
      const at = place['groups'] as {
        readonly after: number
        readonly records: number
        readonly left: number
        readonly of: number
      }
      const limits = { most: pageMax, characters: pageCharacters }
      const found = await persisted(writer, () => groupsAfter(around.db, run, at.after, limits))
      const last = found.at(-1)?.position ?? at.of
      const note = at.after < 0 ? noteOf(at) : ''
      return {
        records: found.map(({ state }) => group.recordOf(stateOf(around.payloads.openText(state, run)))),
        startpoint: `groups ${shown(at.after + 2)} to ${shown(last + 1)}`,
        next: last + 1 >= at.of ? null : { groups: { ...at, after: last } },
        repeatEnds: false,
        mayRepeat: true,
        ...(note === '' ? {} : { note }),
      }
    },
  }
}
