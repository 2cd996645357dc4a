/** Tries a side of a configuration out while it is built. It goes the way of a run: the same kinds, the same guard, the same secrets. */
import {
  type ConnectionTest,
  documentBytes,
  type FetchedDocument,
  pagingRequests,
  type Sample,
  type TriedPaging,
} from '#contract/builder/probe.ts'
import type { DestinationConfig, EnrichmentConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import type { ResponseFormat } from '#contract/connectors/config/responses/response-format.ts'
import { type FieldProblem, ProblemError, problem, refusal } from '#contract/kit/problem.ts'
import { JsonError, parseExactly } from '#server/platform/json/exact.ts'
import { checkEnrichments } from '../../enrichment/checking.ts'
import { enrichmentsOf } from '../../enrichment/enrichments.ts'
import { remainderOf } from '../../kinds/http/paging/paging.ts'
import { following } from '../../kinds/http/redirects.ts'
import { faultOf, refuseUnaccepted } from '../../kinds/http/response/refusing.ts'
import { kinds } from '../../kinds/kinds.ts'
import { isPlain, proposedFormat, type Reading, readingOf } from '../../kit/formats/sniffing.ts'
import { type Kind, type Source, SourceFault, type SourcePage, type Start, Unreadable } from '../../kit/kind.ts'
import { maskedDeep, previewOf } from '../../kit/looking.ts'
import { takeThread } from '../../kit/splitting/threads.ts'
import { type Comparing, createComparing } from '../comparison.ts'
import { createDryRun, type DryRunning } from '../dry-run.ts'
import { type Attempt, type AttemptDeps, createAttempts, isRefused, type Met, once, type Prober } from './attempting.ts'
import { shapeOfEvent } from './event.ts'
import { fieldsOf } from './fields.ts'
import { firstPageOf, type Paged, pagesOf } from './paging.ts'

/** A side whose secret is the text that was typed, or a reference to the saved one. */
export type Probed =
  | { readonly side: 'source'; readonly config: SourceConfig }
  | { readonly side: 'destination'; readonly config: DestinationConfig }
  | { readonly side: 'enrichment'; readonly config: EnrichmentConfig; readonly record?: unknown }

export type Probing = {
  /** Each throws `ProblemError` when nothing can be sent: `connector/invalid`, `egress/refused`. What the other side does is in the result. */
  readonly testConnection: (probed: Probed, prober: Prober) => Promise<ConnectionTest>
  readonly sample: (probed: Exclude<Probed, { side: 'destination' }>, prober: Prober) => Promise<Sample>
  readonly tryPaging: (config: SourceConfig, prober: Prober) => Promise<TriedPaging>
  readonly document: (url: string, prober: Prober) => Promise<FetchedDocument>
  /** Where a source begins at a value (null: at the beginning), and how many records lie there. The source may be asked. */
  readonly startAt: (config: SourceConfig, value: string | null, prober: Prober) => Promise<Met<Start>>
  /** What an event of a webhook says of the records of its source. Asks nobody. */
  readonly shapeOfEvent: typeof shapeOfEvent
  readonly dryRun: DryRunning
  readonly compare: Comparing
}

/** Whether the database says what identifies a row, and not the configuration. */
const asksForKey = ({ side, config }: Probed) =>
  side === 'source' &&
  config.type === 'database' &&
  (config.databaseConfig?.keyColumns ?? []).length === 0 &&
  config.noKey !== true

const below = (path: string, errors: readonly FieldProblem[]) => errors.map((it) => ({ ...it, path: `${path}${it.path}` }))

function kindFor({ type }: SourceConfig | DestinationConfig): Kind {
  const kind = kinds[type]
  if (kind) return kind
  const message = `Systems of type ${type} are not available yet`
  throw refusal('connector/invalid', { errors: [{ path: '/config/type', message }] })
}

/** Throws when something is wrong with the side before anything is sent. */
function check(probed: Probed): void {
  const errors =
    probed.side === 'source'
      ? kindFor(probed.config).checkSource(probed.config)
      : probed.side === 'destination'
        ? kindFor(probed.config).checkDestination(probed.config)
        : checkEnrichments([probed.config]).map((it) => ({ ...it, path: it.path.replace('/enrichment/0', '') }))
  if (errors.length > 0) throw refusal('connector/invalid', { errors: below('/config', errors) })
  if (probed.side === 'enrichment' && probed.config.lookup && probed.record === undefined) {
    const message = 'Enter a sample record with the values to look up'
    throw refusal('connector/invalid', { errors: [{ path: '/record', message }] })
  }
}

export function createProbing(deps: AttemptDeps): Probing {
  const { outbound } = deps
  const attempts = createAttempts(deps)
  const { attempt } = attempts
  const met = <T>(side: Probed['side'], trying: Attempt, step: () => Promise<T>) =>
    attempts.met(side === 'enrichment' ? 'lookup' : side, trying, step)

  async function withSource<T>(config: SourceConfig, { tools }: Attempt, work: (source: Source) => Promise<T>): Promise<T> {
    const source = await kindFor(config).openSource(config, tools)
    try {
      return await work(source)
    } finally {
      await source.close?.()
    }
  }

  const beginning = (config: SourceConfig, trying: Attempt): Promise<SourcePage> =>
    withSource(config, trying, (source) => source.read(source.look?.() ?? source.start(null), trying.signal))

  /** Which number the first page has, where pages are numbered: 0 and 1 are both asked for. */
  async function firstPage(config: SourceConfig, trying: Attempt): Promise<0 | 1 | null> {
    const { listConfig } = config
    const paginationConfig = listConfig?.paginationConfig
    if (config.type !== 'http' || listConfig?.type !== 'pagination' || paginationConfig?.type !== 'page') return null
    return firstPageOf(async (number) => {
      const numbered = { ...config, listConfig: { ...listConfig, paginationConfig: { ...paginationConfig, firstPage: number } } }
      const { result } = await met('source', trying, () => beginning(numbered, trying))
      return result?.records ?? null
    })
  }

  /** What an enrichment makes of a record, or what the request of one without an enrichment brings. */
  async function lookUp({ config, record }: Extract<Probed, { side: 'enrichment' }>, trying: Attempt) {
    if (!config.lookup) return beginning(config as SourceConfig, trying)
    const shown = (value: unknown) => maskedDeep(value, trying.mask.masked)
    const enrich = await enrichmentsOf([config])(trying.tools, { ...once, shown })
    const { verdicts, lines } = await enrich([record], trying.signal)
    const [verdict] = verdicts
    if (verdict && 'failed' in verdict) throw new ProblemError(verdict.failed)
    return { records: verdict && 'record' in verdict ? [verdict.record] : [], startpoint: lines[0]?.asked ?? '' }
  }

  const read = (probed: Exclude<Probed, { side: 'destination' }>, trying: Attempt) =>
    probed.side === 'source' ? beginning(probed.config, trying) : lookUp(probed, trying)

  async function testDestination(config: DestinationConfig, trying: Attempt): Promise<ConnectionTest> {
    const { probeDestination } = kindFor(config)
    if (!probeDestination) throw refusal('probe/not-available')
    const { result, problem: it } = await met('destination', trying, async () => {
      const found = await probeDestination(config, trying.tools, trying.signal)
      if (found.problem && isRefused(found.problem)) throw new ProblemError(found.problem)
      return found
    })
    const exchanges = [...trying.recorder.exchanges(), ...(result?.exchanges ?? [])]
    if (!result) return { verdict: 'fails', message: it.message, exchanges, problem: it }
    return { verdict: result.verdict, message: result.message, exchanges, problem: result.problem }
  }

  return {
    dryRun: createDryRun(attempts, outbound),
    compare: createComparing(attempts),
    shapeOfEvent,

    async startAt(config, value, prober) {
      const trying = attempt(prober, 2)
      const { startAt } = kindFor(config)
      return met(
        'source',
        trying,
        async () => startAt?.(config, value, trying.tools, trying.signal) ?? { place: null, count: null },
      )
    },

    async testConnection(probed, prober) {
      check(probed)
      const trying = attempt(prober, 1)
      if (probed.side === 'destination') return testDestination(probed.config, trying)
      const { result, problem: it } = await met(probed.side, trying, () => read(probed, trying))
      const exchanges = trying.recorder.exchanges()
      if (!result) return { verdict: 'fails', message: it.message, exchanges, problem: it }
      const count = result.records.length === 1 ? '1 record' : `${result.records.length} records`
      const message = `We requested ${result.startpoint}. The response is readable and contains ${count}.`
      return { verdict: 'works', message, exchanges, problem: null }
    },

    async sample(probed, prober) {
      check(probed)
      const trying = attempt(prober, 1)
      const { masked } = trying.mask
      const { result, problem: it } = await met(probed.side, trying, () => read(probed, trying))
      // A record with what was looked up for it is partly the caller's, and what was looked up is masked already.
      const isMasked = probed.side === 'enrichment' && probed.config.lookup !== undefined
      const hide = (value: unknown) => maskedDeep(value, masked)
      const readable = result?.records.filter((record) => !(record instanceof Unreadable)) ?? []
      const records = result && previewOf(readable)
      const format = proposedFor(probed.config, trying)
      return {
        startpoint: result?.startpoint ?? null,
        ...(format === null ? {} : { format }),
        ...(result && 'note' in result && result.note !== undefined ? { note: masked(result.note) } : {}),
        exchanges: trying.recorder.exchanges(),
        lists: (await listsOf(probed.config, trying)).map((list) => ({ ...list, items: list.items.map(hide) })),
        records: records && !isMasked ? { ...records, items: records.items.map(hide) } : records,
        ...(result && 'keyColumns' in result && asksForKey(probed) ? { key: [...(result.keyColumns ?? [])] } : {}),
        fields: fieldsOf(readable),
        problem: it,
      }
    },

    async document(url, prober) {
      const address = addressOfDocument(url)
      const trying = attempt(prober, 1)
      const { result, problem: it } = await attempts.met('source', trying, () => fetchDocument(address, trying))
      return { text: result, problem: it }
    },

    async tryPaging(config, prober) {
      check({ side: 'source', config })
      const trying = attempt(prober, pagingRequests)
      const { recorder, signal } = trying
      const pages: Paged[] = []
      const { result, problem: it } = await met('source', trying, () =>
        withSource(config, trying, (source) => pagesOf(source, pages, recorder.count, signal, config.noKey)),
      )
      const asked = recorder.count()
      const first = result && (await firstPage(config, trying))
      const shown = pages.map(({ from, to, ...page }) => ({
        ...page,
        firstKey: page.firstKey && trying.mask.masked(page.firstKey),
        lastKey: page.lastKey && trying.mask.masked(page.lastKey),
        exchanges: recorder.exchanges(from, to),
      }))
      const rest = recorder.exchanges(pages.at(-1)?.to ?? 0, asked)
      const ended = result ?? { ended: 'failed' as const, message: it.message }
      const said = [describeFirstPage(config, first), trying.mask.masked(ended.message)].filter((text) => text !== null).join(' ')
      return {
        pages: shown,
        exchanges: rest,
        requests: recorder.count(),
        ...ended,
        message: said,
        ...(first === null ? {} : { firstPage: first }),
        problem: it,
      }
    },
  }
}

/** Whether the pages begin where the configuration says. */
function describeFirstPage({ listConfig }: SourceConfig, found: number | null): string | null {
  const begins = listConfig?.paginationConfig?.firstPage
  if (found === null || begins === found) return null
  if (begins === undefined) return `The first page is number ${found}.`
  return found === 0
    ? `Page 0 contains records too. A run that starts at page ${begins} skips them.`
    : `There is no separate page ${begins}. The first page is number ${found}.`
}

/** A document that describes an API, fetched for a person while they build. */
const accept = 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5'
const unfit = (code: 'source/too-large' | 'source/unreadable', message: string) =>
  new SourceFault(problem(code, { message }), false)

/** @throws `connector/invalid` when it is no address. */
function addressOfDocument(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol)) return url
  const message = 'Enter a URL that starts with http:// or https://'
  throw refusal('connector/invalid', { message, errors: [{ path: '/url', message }] })
}

/** Its text. Throws `SourceFault`. */
async function fetchDocument(url: URL, { tools, signal, mask }: Attempt): Promise<string> {
  const asked = { method: 'GET', url, headers: { accept }, keep: documentBytes + 1, signal }
  const send = following((request) => tools.outbound.request(request), { origin: url.origin })
  const answer = await send(asked).catch((thrown: unknown) => {
    throw faultOf(thrown)
  })
  refuseUnaccepted(answer, mask.masked)
  if (answer.body.length > documentBytes) throw unfit('source/too-large', 'The document is larger than 5 MB.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(answer.body)
  } catch {
    throw unfit('source/unreadable', 'The document is not UTF-8 text.')
  }
}

/** The lists of an answer that was asked for, and whether it declares more of them than it holds. */
type List = Sample['lists'][number]

/** The format of the newest answer, where a run would not find it; null where nothing is to be set. */
function proposedFor(side: SourceConfig | EnrichmentConfig, { recorder }: Attempt): ResponseFormat | null {
  const body = recorder.lastBody()
  if (side.type !== 'http' || side.responseFormat !== undefined || body === null) return null
  return proposedFormat(recorder.exchanges().at(-1)?.response?.headers ?? {}, body)
}

/** How the newest answer is read, or would be once its format is set; null where that is unknown. */
function readingFor(side: SourceConfig | EnrichmentConfig, body: Buffer, trying: Attempt): Reading | null {
  if (side.type !== 'http') return null
  try {
    const set = side.responseFormat ?? proposedFor(side, trying) ?? undefined
    const reading = readingOf(set, trying.recorder.exchanges().at(-1)?.response?.headers ?? {}, body)
    return isPlain(reading) ? null : reading
  } catch (thrown) {
    if (thrown instanceof JsonError) return null
    throw thrown
  }
}

/** The lists of the newest answer. It may be large and hostile, so it is read in a thread with bounds of its own. */
async function listsOf(side: SourceConfig | EnrichmentConfig, trying: Attempt): Promise<List[]> {
  const { recorder, signal } = trying
  const body = recorder.lastBody()
  if (body === null || signal.aborted) return []
  const { type } = side
  const { facts: wanted, remainderIn } = remainderOf('listConfig' in side ? side.listConfig?.paginationConfig : undefined)
  const thread = await takeThread(signal)
  try {
    const reading = readingFor(side, body, trying)
    const bytes = new Uint8Array(body)
    const reply = await thread.ask({ lookAt: bytes, facts: type === 'http' ? wanted : [], reading }, [bytes.buffer])
    if (!('lists' in reply)) return []
    const lists = parseExactly(reply.lists) as List[]
    const headers = type === 'http' ? (recorder.exchanges().at(-1)?.response?.headers ?? {}) : {}
    const facts = parseExactly(reply.facts) as unknown[]
    return lists.map((list) => {
      const more = remainderIn({ place: {}, count: list.count, facts, headers })
      return more === null ? list : { ...list, more }
    })
  } catch (thrown) {
    // Why it cannot be read stands in the problem of the sample.
    if (thrown instanceof JsonError) return []
    throw thrown
  } finally {
    thread.leave()
  }
}
