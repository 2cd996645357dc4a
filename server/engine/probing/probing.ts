/** Tries a side of a configuration out while it is built. It goes the way of a run: the same kinds, the same guard, the same secrets. */
import type { Kysely } from 'kysely'

import type { DestinationConfig, EnrichmentConfig, SourceConfig } from '../../../contract/config.ts'
import { type ConnectionTest, type Sample, type TriedPaging, triedPages } from '../../../contract/probe.ts'
import { type FieldProblem, type Problem, ProblemError, problem, refusal } from '../../../contract/problem.ts'
import { parseBytes } from '../../json/exact.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Tables } from '../../store/tables.ts'
import type { Vault } from '../../vault.ts'
import { checkEnrichments } from '../enriching/checking.ts'
import { enrichmentsOf } from '../enriching/enrichments.ts'
import type { Pace } from '../enriching.ts'
import { createAccessTokens } from '../kinds/http/access-token.ts'
import { createMask, type Mask } from '../kinds/http/masking.ts'
import { type Kind, type Source, SourceFault, type SourcePage, type Tools } from '../kinds/kind.ts'
import { kinds } from '../kinds/kinds.ts'
import { engineLimits } from '../limits.ts'
import { secretReader } from '../secrets.ts'
import { fieldsOf, listsIn, maskedDeep, previewOf } from './looking.ts'
import { type Paged, pagesOf } from './paging.ts'
import { createRecorder, type Recorder } from './recording.ts'

/** A side whose secret is the text that was typed, or a reference to the saved one. */
export type Probed =
  | { readonly side: 'source'; readonly config: SourceConfig }
  | { readonly side: 'destination'; readonly config: DestinationConfig }
  | { readonly side: 'enrichment'; readonly config: EnrichmentConfig; readonly record?: unknown }

/** Who tries; `connectorId` is where saved secrets belong, null when nothing is saved yet. */
export type Prober = { readonly companyId: string; readonly userId: string; readonly connectorId: string | null }

export type Probing = {
  /** Each throws `ProblemError` when nothing can be sent: `connector/invalid`, `egress/refused`. What the other side does is in the result. */
  readonly testConnection: (probed: Probed, prober: Prober) => Promise<ConnectionTest>
  readonly sample: (probed: Exclude<Probed, { side: 'destination' }>, prober: Prober) => Promise<Sample>
  readonly tryPaging: (config: SourceConfig, prober: Prober) => Promise<TriedPaging>
}

/** A request that fails is not made again: the person sees it at once. */
const once: Pace = { limits: { ...engineLimits, retries: 0 }, tell: () => {} }
/** Milliseconds for one request. */
const requestLimit = 15_000

type Met<T> = { readonly result: T; readonly problem: null } | { readonly result: null; readonly problem: Problem }
type Attempt = { readonly tools: Tools; readonly recorder: Recorder; readonly mask: Mask; readonly signal: AbortSignal }

const below = (path: string, errors: readonly FieldProblem[]) => errors.map((it) => ({ ...it, path: `${path}${it.path}` }))

function kindFor({ type }: SourceConfig | DestinationConfig): Kind {
  const kind = kinds[type]
  if (kind) return kind
  const message = `Systems of the kind ${type} are not available yet`
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
    const message = 'A record is needed: the look-up asks with values of it'
    throw refusal('connector/invalid', { errors: [{ path: '/record', message }] })
  }
}

/** Whether the other side was never asked because the guard forbids it; then there is nothing to show. */
const isRefused = ({ code }: Problem) => code === 'egress/refused' || code === 'connector/invalid'

export function createProbing({
  db,
  vault,
  outbound,
  limit = requestLimit,
}: {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly outbound: Outbound
  readonly limit?: number
}): Probing {
  function attempt({ companyId, userId, connectorId }: Prober, requests: number): Attempt {
    const mask = createMask()
    const signal = AbortSignal.timeout(limit * requests)
    const recorder = createRecorder(outbound, mask, { party: companyId, lane: `probe of ${userId}`, signal })
    const saved = connectorId === null ? null : secretReader(db, vault, { companyId, connectorId })
    const readSecret: Tools['readSecret'] = async (reference, origin) => {
      const secret = typeof reference === 'string' ? reference : await (saved ?? noneSaved)(reference, origin)
      mask.add(secret)
      return secret
    }
    const accessTokens = createAccessTokens(recorder.tokenOutbound).of('')
    return {
      mask,
      signal,
      recorder,
      tools: { outbound: recorder.outbound, readSecret, heldEvents: async () => [], accessTokens },
    }
  }

  /** Makes a step; its result, or the problem that it met with the other side. */
  async function met<T>(side: Probed['side'], { signal, mask }: Attempt, step: () => Promise<T>): Promise<Met<T>> {
    try {
      return { result: await step(), problem: null }
    } catch (thrown) {
      const it = thrown instanceof SourceFault || thrown instanceof ProblemError ? thrown.problem : null
      if (it && isRefused(it)) throw new ProblemError(it)
      const who = side === 'enrichment' ? 'lookup' : side
      if (signal.aborted) {
        const message = `There was no answer within ${limit / 1_000} s.`
        return { result: null, problem: problem(`${who}/timeout`, { message }) }
      }
      if (!it) throw thrown
      const message = mask.masked(it.message)
      return { result: null, problem: { ...it, message, detail: message } }
    }
  }

  async function withSource<T>(config: SourceConfig, { tools }: Attempt, work: (source: Source) => Promise<T>): Promise<T> {
    const source = await kindFor(config).openSource(config, tools)
    try {
      return await work(source)
    } finally {
      await source.close?.()
    }
  }

  const firstPage = (config: SourceConfig, trying: Attempt): Promise<SourcePage> =>
    withSource(config, trying, (source) => source.read(source.start(null), trying.signal))

  /** What a look-up makes of a record, or what the request of one without a look-up brings. */
  async function lookUp({ config, record }: Extract<Probed, { side: 'enrichment' }>, trying: Attempt) {
    if (!config.lookup) return firstPage(config as SourceConfig, trying)
    const enrich = await enrichmentsOf([config])(trying.tools, once)
    const { verdicts, lines } = await enrich([record], trying.signal)
    const [verdict] = verdicts
    if (verdict && 'failed' in verdict) throw new ProblemError(verdict.failed)
    return { records: verdict && 'record' in verdict ? [verdict.record] : [], startpoint: lines[0]?.asked ?? '' }
  }

  const read = (probed: Exclude<Probed, { side: 'destination' }>, trying: Attempt) =>
    probed.side === 'source' ? firstPage(probed.config, trying) : lookUp(probed, trying)

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
    return { verdict: result.verdict, message: trying.mask.masked(result.message), exchanges, problem: result.problem }
  }

  return {
    async testConnection(probed, prober) {
      check(probed)
      const trying = attempt(prober, 1)
      if (probed.side === 'destination') return testDestination(probed.config, trying)
      const { result, problem: it } = await met(probed.side, trying, () => read(probed, trying))
      const exchanges = trying.recorder.exchanges()
      if (!result) return { verdict: 'fails', message: it.message, exchanges, problem: it }
      const count = result.records.length === 1 ? '1 record' : `${result.records.length} records`
      const message = `${result.startpoint} was asked. The answer could be read and holds ${count}.`
      return { verdict: 'works', message: trying.mask.masked(message), exchanges, problem: null }
    },

    async sample(probed, prober) {
      check(probed)
      const trying = attempt(prober, 1)
      const { masked } = trying.mask
      const { result, problem: it } = await met(probed.side, trying, () => read(probed, trying))
      const shown = {
        lists: listsIn(parsed(trying.recorder.lastBody())),
        records: result && previewOf(result.records),
        fields: fieldsOf(result?.records ?? []),
      }
      return {
        startpoint: result && masked(result.startpoint),
        exchanges: trying.recorder.exchanges(),
        ...(maskedDeep(shown, masked) as typeof shown),
        problem: it,
      }
    },

    async tryPaging(config, prober) {
      check({ side: 'source', config })
      const trying = attempt(prober, triedPages)
      const { recorder, signal } = trying
      const pages: Paged[] = []
      const { result, problem: it } = await met('source', trying, () =>
        withSource(config, trying, (source) => pagesOf(source, pages, recorder.count, signal)),
      )
      const shown = pages.map(({ from, to, ...page }) => ({
        ...(maskedDeep(page, trying.mask.masked) as typeof page),
        exchanges: recorder.exchanges(from, to),
      }))
      const rest = recorder.exchanges(pages.at(-1)?.to ?? 0)
      return { pages: shown, exchanges: rest, ...(result ?? { ended: 'failed', message: it.message }), problem: it }
    },
  }
}

async function noneSaved(_: unknown, origin: string): Promise<string> {
  throw refusal('connector/invalid', { message: `Enter the secret for ${origin}: without a saved connector there is none.` })
}

function parsed(body: Buffer | null): unknown {
  try {
    return body && parseBytes(body)
  } catch {
    // Why it cannot be read stands in the problem of the sample.
    return null
  }
}
