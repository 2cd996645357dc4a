/** Reads pages over HTTP: JSON, XML, CSV or NDJSON. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { cursorEndName, sideUses } from '#contract/connectors/config/placeholders.ts'
import { problem } from '#contract/kit/problem.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { acceptOf, readingOf } from '../../kit/formats/sniffing.ts'
import { createIdentities } from '../../kit/identities.ts'
import { keyFieldsOf, namingBy } from '../../kit/key-fields.ts'
import { type Place, type Source, SourceFault, type SourcePage, type Tools } from '../../kit/kind.ts'
import { isNamed, ownKey } from '../../kit/record-key.ts'
import { createDocuments, type Piece, type Spot } from '../../kit/splitting/documents.ts'
import { remoteProblem } from '../remote-problem.ts'
import { echoNote } from './masking/echoes.ts'
import { lookAhead } from './masking/masking.ts'
import { createIncremental, incrementalOf, type Since } from './paging/incremental.ts'
import { isDoubtful, isNoPage, noContentNote, noPageStatuses, notYet } from './paging/no-content.ts'
import { pageRanges, rangeIn } from './paging/page-ranges.ts'
import { pageRequests } from './paging/page-requests.ts'
import { CursorFault, type Next, type PageRead } from './paging/page-rules.ts'
import { pagingOf } from './paging/paging.ts'
import { fingerprint, repeatedPages } from './paging/repeated-pages.ts'
import { type Counts, createRecordCounter } from './record-counter.ts'
import { requestTemplate } from './request.ts'
import { acceptanceOf } from './response/acceptance.ts'
import { foreignAnswer, storedBytesMax } from './response/answer.ts'
import { listPlaceOf } from './response/listing.ts'
import { faultOf, faultOfJson, refuseUnaccepted } from './response/refusing.ts'

/** A part of a page that is too long to be read at once stands at the page's own place. */
function apart({ part, mark, ...place }: Place): { readonly place: Place; readonly spot: Spot | null } {
  return { place, spot: typeof part === 'number' && typeof mark === 'string' ? { part, mark } : null }
}

type Fetched = Piece & {
  readonly url: URL
  readonly shown: string
  readonly headers: Readonly<Record<string, string>>
  readonly isMissing: boolean
  /** Of the answer that said so. */
  readonly status?: number
  /** It answered 204 twice. */
  readonly isBelieved?: boolean
}

/** What the parts of a long page hand on. */
type PartsBefore = Counts & { readonly remembered: Place }

const noRecords: Piece = { records: [], part: 0, parts: 1, mark: null, count: 0, facts: [] }

const badCursor = (message: string, cause?: unknown) =>
  new SourceFault(problem('source/bad-cursor', { message }), false, { cause })

/** Marks of the keys of records, by which it is seen that two parts have a record in common; null where no record has a key. */
function keyMarks(records: readonly unknown[]): Buffer | null {
  const keys = records.map(ownKey)
  const named = keys.map((key) => key ?? '')
  return createIdentities().sift(
    named,
    [],
    keys.map((key) => key !== null),
  ).identities
}

const rereadNote = 'We read pages again because the list changed. Records without a key may have been delivered twice.'

/** Opens the source of a configuration that was checked. */
export async function openHttpSource(config: SourceConfig, tools: Tools): Promise<Source> {
  const template = await requestTemplate(config, 'GET', tools, true)
  const paging = pagingOf(config)
  const documents = createDocuments({ list: listPlaceOf(config), facts: paging.facts })
  const incremental = incrementalOf(config)
  const changes =
    incremental &&
    createIncremental(incremental, {
      ...{ usedFields: tools.usedFields ?? null, keyFields: keyFieldsOf(config), hasEnd: sideUses(config, cursorEndName) },
    })
  const counter = createRecordCounter()
  const acceptance = acceptanceOf(config, template.masked)
  const name = namingBy(config)
  /** Headers of the answer that is held and handed out part by part. */
  let answered: Readonly<Record<string, string>> = {}
  /** Whether it may say back what it was asked with, and whether any did. */
  let mayEcho = false
  let hasEchoed = false
  /** Whether records that nothing names were read once more. */
  let hasReread = false
  const headers: Record<string, string> = {
    accept: acceptOf(config.responseFormat),
    'accept-encoding': 'gzip, br, deflate',
    ...template.headers,
  }
  if (template.body !== null) headers['content-type'] ??= 'application/json'
  const requests = pageRequests({ config, template, outbound: tools.outbound, headers })

  function withoutEchoes(piece: Piece): Piece {
    const records = mayEcho ? template.echoes.without(piece.records) : piece.records
    hasEchoed ||= records !== piece.records
    // Before anything is told by their names: which pages are alike, and how many records were read.
    if (name !== null) for (const record of records) name(record)
    return { ...piece, records }
  }

  /** Null where there is no such page, behind the last one. */
  async function open(
    name: string,
    answer: OutboundAnswer,
    spot: Spot | null,
    mayEnd: boolean,
    signal: AbortSignal,
  ): Promise<Piece | null> {
    refuseUnaccepted(answer, template.masked)
    acceptance.checkHead(answer)
    // No content is the one answer without a body that says something: there are no records.
    if (answer.status === 204) return noRecords
    // The document is gone once it is read; its beginning is what a refusal shows.
    const shown = { ...answer, body: Buffer.from(answer.body.subarray(0, storedBytesMax + lookAhead)) }
    mayEcho = template.echoes.mayBeIn(answer.body)
    async function read() {
      const { body, headers } = answer
      return documents.open(name, body, spot, signal, readingOf(config.responseFormat, headers, body))
    }
    const piece = await read().catch((thrown: unknown) => {
      throw answer.status === 202 ? notYet(shown, template.masked) : faultOfJson(thrown, foreignAnswer(shown, template.masked))
    })
    if (acceptance.checkDocument(shown, piece, mayEnd) === 'ends') return null
    if (answer.status === 202 && !piece?.count) throw notYet(shown, template.masked)
    if (piece) return withoutEchoes(piece)
    throw new SourceFault(remoteProblem('source/no-list', { answer: foreignAnswer(shown, template.masked) }), false)
  }

  /** What the run that is read asks for; every place carries it. */
  let since: Since | null = null

  async function fetchPiece(place: Place, spot: Spot | null, signal: AbortSignal, isAgain = false): Promise<Fetched> {
    const values = since && changes ? changes.values(since) : []
    const { url, headers: sent, body, send, place: beside } = requests.outgoing(paging.request(place), values)
    const shown = url.href + beside
    const held = spot && (await documents.goOn(shown, spot))
    if (held) return { ...withoutEchoes(held), url, shown, headers: answered, isMissing: false }
    const used = Promise.withResolvers<void>()
    try {
      const { method } = template
      const sentAt = Date.now()
      const answer = await send({
        method,
        url,
        headers: sent,
        body,
        signal,
        inUse: used.promise,
        limitIn: acceptance.limitIn,
      }).catch((thrown: unknown) => {
        throw faultOf(thrown)
      })
      if (noPageStatuses.includes(answer.status) && paging.mayEndMissing(place))
        return { ...noRecords, url, shown, headers: {}, isMissing: true, status: answer.status }
      if (!isAgain && isDoubtful(answer, place)) {
        used.resolve()
        return await fetchPiece(place, spot, signal, true)
      }
      answered = answer.headers
      if (since && changes) since = changes.clocked(since, answered, sentAt)
      const piece = await open(shown, answer, spot, paging.mayEndMissing(place), signal)
      if (piece === null) return { ...noRecords, url, shown, headers: {}, isMissing: true, status: answer.status }
      return { ...piece, url, shown, headers: answered, isMissing: false, isBelieved: isAgain && answer.status === 204 }
    } finally {
      used.resolve()
    }
  }

  function following(read: PageRead, url: URL): Next {
    try {
      const following = paging.next(read)
      const address = following.next?.['url']
      if (typeof address !== 'string') return following
      return { ...following, next: { ...following.next, url: requests.kept(address, url) } }
    } catch (thrown) {
      if (!(thrown instanceof CursorFault)) throw thrown
      throw badCursor(thrown.message, thrown)
    }
  }

  /** The first page where nobody said whether it has the number 0 or 1: the place that it has, and what it holds. */
  async function firstOf(signal: AbortSignal): Promise<{ readonly place: Place; readonly fetched: Fetched }> {
    const zero: Place = { at: 0 }
    const found = await fetchPiece(zero, null, signal).catch((thrown: unknown) => {
      if (thrown instanceof SourceFault && isNoPage(thrown)) return null
      throw thrown
    })
    if (found && found.count > 0) return { place: zero, fetched: found }
    return { place: paging.start, fetched: await fetchPiece(paging.start, null, signal) }
  }

  const fetchPage = (place: Place, signal: AbortSignal) => fetchPiece(place, null, signal)
  const repeated = repeatedPages(paging, fetchPage)
  const ranges = pageRanges(paging, fetchPage)

  const start = (resume: Place | null): Place =>
    changes ? { ...paging.start, since: changes.start(resume, new Date()) } : paging.start

  async function read({ since: kept, ...given }: Place, signal: AbortSignal): Promise<SourcePage> {
    since = typeof kept === 'object' && kept !== null && 'startedAt' in kept ? (kept as Since) : null
    const found = await readPage(given, signal)
    if (!changes || !since) return found
    const its = changes.within(since, found.records)
    if (its.fault !== null) throw new SourceFault(problem('source/incomplete', { message: its.fault }), false)
    const { since: after, records } = changes.read(since, its.records)
    const marks = after.window ? keyMarks(its.records) : null
    const page = {
      ...found,
      ...{ records, ...(records.length < found.records.length ? { all: found.records } : {}) },
      ...(marks === null ? {} : { keys: marks }),
    }
    // Only a source that was read to its end hands on where the next run begins.
    if (page.next === null) {
      const lacking = changes.fault(after)
      if (lacking !== null) return { ...page, next: { lacking } }
      const note = [page.note, changes.note(after)].filter((text) => text).join(' ')
      return {
        ...page,
        ...(note === '' ? {} : { note }),
        resume: after.window ? { since: after as never } : changes.resume(after),
      }
    }
    return { ...page, next: { ...page.next, since: after } }
  }

  async function readPage(given: Place, signal: AbortSignal): Promise<SourcePage> {
    const { incomplete, lacking } = given
    if (typeof incomplete === 'string') throw new SourceFault(problem('source/incomplete', { message: incomplete }), false)
    if (typeof lacking === 'string') throw new SourceFault(problem('source/no-cursor-field', { message: lacking }), false)
    const { place: asked, spot } = apart(given)
    const isStart = JSON.stringify(asked) === JSON.stringify(paging.start)
    const isDetecting = isStart && paging.detects && spot === null
    const { first: firstMark, previous: previousMark, parts: partsBefore, contents: _c, shared: _s, ...rest } = asked
    let place: Place = rest
    let isSame = false
    let remark: string | null = null
    let fetched: Fetched
    if (isDetecting) ({ place, fetched } = await firstOf(signal))
    else fetched = await fetchPiece(place, spot, signal)
    if (typeof firstMark === 'string' && fetched.count > 0 && fetched.part === 0 && fingerprint(fetched) === firstMark)
      ({ place, fetched, isSame, note: remark } = await repeated.afterRepeated(place, fetched, firstMark, signal))
    const isLastAgain =
      !isSame && !paging.isAgain(place) && (await repeated.isLastPageAgain(place, fetched, previousMark, signal))
    if (isLastAgain) fetched = { ...fetched, records: [], count: 0, parts: 1 }
    const { zero: _, ...at } = place
    const piece = fetched
    const { part, parts, mark, count, url, shown, isMissing } = fetched
    // The page before the one that was missing, as it was: whether its records have keys or not, none of them is read twice.
    const isAsBefore = paging.isAgain(place) && parts === 1 && count > 0 && fingerprint(fetched) === previousMark
    const counting = isAsBefore ? [] : fetched.records
    const before = typeof partsBefore === 'object' && partsBefore !== null ? (partsBefore as PartsBefore) : null
    const { marks: keys, counts, fresh, unread, place: counted, kept } = counter.count(counting, at, before, asked)
    const records = paging.isAgain(at) ? unread : counting
    const isFirst = paging.counts !== null && (isStart || isDetecting)
    const zero = isDetecting && place['at'] === 0
    const last = paging.counts === null ? null : count > 0 ? fingerprint(fetched) : isMissing ? (previousMark ?? null) : null
    const previous = last === null ? {} : { previous: last }
    const remembered = before?.remembered ?? (isFirst ? { first: fingerprint(fetched), ...(zero ? { zero } : {}) } : {})
    // A list that was fetched again because it changed has another mark, and its parts are other parts.
    const ofParts = parts > 1 ? ` (part ${part + 1} of ${parts}, list ${mark})` : ''
    const page = {
      records,
      startpoint: `${template.method} ${template.shownAddress(url)}${template.masked(shown.slice(url.href.length))}${ofParts}`,
      repeatEnds: false,
      ...(name === null ? {} : { keyColumns: keyFieldsOf(config) }),
      isAnother: (signal: AbortSignal) => repeated.isAnother(at, piece, signal),
      ...(paging.counts !== null && keys ? { keys } : {}),
      ...(spot || isSame || paging.isAgain(at) ? ({ mayRepeat: true } as const) : {}),
      ...(spot || isSame || isLastAgain || isMissing || paging.isAgain(at) ? ({ isAgain: true } as const) : {}),
    }
    hasReread ||= paging.isAgain(at) && part === 0 && !isNamed(records)
    const said = (...notes: readonly (string | null)[]) => {
      const note = [...notes, hasReread ? rereadNote : null, hasEchoed ? echoNote : null]
        .filter((text) => text !== null)
        .join(' ')
      return note === '' ? {} : { note }
    }
    if (part + 1 < parts) {
      const goingOn = { ...counts, remembered }
      return { ...page, ...said(remark), next: { ...counted, ...kept.within, part: part + 1, mark, parts: goingOn } }
    }
    const { facts, headers: received, status } = fetched
    const it = {
      ...{ place: counted, count, fresh, facts, headers: received, isMissing, isSame, isLastAgain },
      isHere: (address: string) => requests.kept(address, url) === requests.kept(url.href, url),
      ...{ last: fetched.records.at(-1), beforeLast: fetched.records.at(-2) },
      ...(status === undefined ? {} : { status }),
    }
    const range = rangeIn(place)
    const followed = following(it, url)
    const { next, note, end } = range ? await ranges.ending(followed, range, signal) : followed
    const believed = fetched.isBelieved && next === null ? noContentNote : null
    return {
      ...page,
      next: next === null || 'incomplete' in next ? next : { ...next, ...kept.after, ...remembered, ...previous },
      ...said(remark, note, believed),
      ...(end === null ? {} : { end }),
    }
  }

  const last = paging.last === undefined ? {} : { last: paging.last }
  const windows = (count: number, _: AbortSignal, resume: Place | null = null) => {
    const parts = changes?.split(changes.start(resume, new Date()), count) ?? { why: null }
    return Promise.resolve('why' in parts ? parts : parts.map((it) => ({ ...it, place: { ...paging.start, ...it.place } })))
  }
  const split = changes ? { split: windows } : paging.totalIn === undefined ? {} : { split: ranges.split }
  return {
    host: template.url.origin,
    start,
    read,
    ...last,
    ...split,
    close: async () => documents.close(),
    recall: counter.recall,
  }
}
