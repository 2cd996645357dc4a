/**
 * What a run would do with a few records. It goes the way of a run (the source's pages, enrichments, mapping, packing, the destination's request) and ends
 * before the sending: the destination is not asked, and nothing is kept.
 */

import { type DryRun, dryRunDefault, dryRunPages } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { firstRoute, otherDestinations, withDestination } from '#contract/connectors/config/routes/routes.ts'
import { type FieldProblem, ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { parseExactly } from '../../platform/json/exact.ts'
import { type Delivery, deliveriesOf } from '../../records/ledger/delivery.repository.ts'
import { positionOf, recordBytes } from '../../records/ledger/page-content.repository.ts'
import { compiledGroupOf } from '../group/compiled-group.ts'
import { checkAfterwards } from '../kinds/http/afterwards/checking.ts'
import { openAfterwards } from '../kinds/http/afterwards/sending.ts'
import { kinds } from '../kinds/kinds.ts'
import type { Enrich, Verdict } from '../kit/enriching.ts'
import type { CompiledGroup } from '../kit/grouping.ts'
import { createIdentities, type Identities } from '../kit/identities.ts'
import { type Masked, Unreadable } from '../kit/kind.ts'
import { maskedDeep } from '../kit/looking.ts'
import type { CompiledSplit, Making, MapRun } from '../kit/plan.ts'
import { nameAsBefore, ownKey } from '../kit/record-key.ts'
import { keyOfDeliveries, type Packed, pack } from '../mapping/packing.ts'
import { beforeMapping } from '../plan/before-mapping.ts'
import { checkAddresses } from '../plan/egress-check.ts'
import { checkEnrichment, compileMaking, compilePlan } from '../plan/plan.ts'
import { identityOf } from '../plan/record-identity.ts'
import { splitOf } from '../plan/splitting.ts'
import { usedFieldsOf } from '../plan/used-fields.ts'
import { linesOfPage } from '../read/page-lines.ts'
import { pagesFrom } from '../read/page-reader.ts'
import { groupsIn } from './grouped.ts'
import { type Attempt, type Attempts, once, type Prober } from './probing/attempting.ts'
import { shownDryRun } from './probing/showing.ts'
import { severalOf } from './several.ts'

/** Secrets are texts that were typed, or references to saved ones. `examples` stand in for what the source would answer. */
export type DryRunOrder = {
  readonly config: ConnectorConfig
  readonly limit?: number
  readonly examples?: readonly unknown[]
}

/** Throws `ProblemError` when nothing can be tried: `connector/invalid`, `egress/refused`. What the other side does is in the result. */
export type DryRunning = (order: DryRunOrder, prober: Prober) => Promise<DryRun>

export type Row = DryRun['records'][number]
/** Whether the source has more records than were looked at, and why a run could not read them. A delivery of a run may carry more of them. */
type Read = {
  readonly pages: (readonly unknown[])[]
  hasMore: boolean
  incomplete: string | null
  note: string | null
  keyColumns: readonly string[] | null
}

/** Requests, one after another, that it may take the time of. */
export const requestsMax = 3
/** Requests that are shown. */
const exchangesMax = 25
/** Stands in the keys of the deliveries for the id of the run. */
const runName = 'run'

const counted = (count: number, noun: string, plural = `${noun}s`) => `${count} ${count === 1 ? noun : plural}`

function refuse(errors: readonly FieldProblem[]): void {
  if (errors.length > 0)
    throw refusal('connector/invalid', { errors: errors.map((it) => ({ ...it, path: `/config${it.path}` })) })
}

/** Throws when a run could not begin, or there is nobody to ask. */
async function checkReading(config: ConnectorConfig, outbound: Outbound, party: string): Promise<void> {
  if (config.trigger.type === 'webhook') {
    const message = "Enter example events, because webhook records can't be read in advance"
    throw refusal('connector/invalid', { message: `${message}.`, errors: [{ path: '/examples', message }] })
  }
  const compiled = compilePlan(config)
  if ('errors' in compiled) refuse(compiled.errors)
  // The others are asked, and then the guard itself says no.
  else refuse((await checkAddresses(config, outbound, party)).filter(({ path }) => /^\/(?:destination|routes)\//.test(path)))
}

/** Throws `connector/invalid` for what cannot be compiled. */
export function makingOf(config: ConnectorConfig): Making {
  const compiled = compileMaking(config)
  refuse([...('errors' in compiled ? compiled.errors : []), ...checkEnrichment(config.enrichment)])
  if ('errors' in compiled) throw refusal('connector/invalid')
  return compiled.making
}

/** A record without secrets, under the name that its source gave it. */
function shownRecord(record: unknown, masked: Masked): unknown {
  const name = ownKey(record)
  return nameAsBefore(maskedDeep(record, masked), name === null ? null : masked(name))
}

async function readSource(
  connector: ConnectorConfig,
  limit: number,
  { tools, signal, mask }: Attempt,
  read: Read,
): Promise<void> {
  const { source: config } = connector
  const source = await kinds[config.type]?.openSource(config, { ...tools, usedFields: usedFieldsOf(connector) })
  if (!source) return
  try {
    const reading = { source, ...once, signal, seen: new Set<string>(), measure: () => {}, isFirstKnown: false }
    let left = limit
    for await (const { records, next, note, keyColumns = null } of pagesFrom(source.look?.() ?? source.start(null), reading)) {
      read.pages.push(records.slice(0, left).map((record) => shownRecord(record, mask.masked)))
      read.hasMore = records.length > left || next !== null
      const why = next?.['incomplete'] ?? next?.['lacking']
      read.incomplete = typeof why === 'string' ? why : null
      read.note = note ?? null
      read.keyColumns = keyColumns
      left -= Math.min(left, records.length)
      if (left === 0 || read.pages.length === dryRunPages) break
    }
  } finally {
    await source.close?.()
  }
}

type Line = {
  readonly making: Making
  readonly run: MapRun
  readonly enrich: Enrich | null
  /** Null where records are not grouped. */
  readonly group: CompiledGroup | null
  /** Null of a connector with one destination. */
  readonly several: ReturnType<typeof severalOf<Row>>
  readonly seen: Identities
  readonly signal: AbortSignal
  readonly split: CompiledSplit | null
  /** Whether the records are those of a ledger: each is one line. */
  readonly isKept?: boolean
}

/** The lines of packed records, in their order: `page` is what was packed, `first` its place in the run. */
function rowsOf(page: readonly unknown[], first: number, verdicts: readonly Verdict[] | null, { content, ended }: Packed): Row[] {
  const recordAt = (at: number) => {
    const verdict = verdicts?.[at]
    if (verdict && 'failed' in verdict) return null
    const record = verdict && 'record' in verdict ? verdict.record : page[at]
    return record instanceof Unreadable ? null : record
  }
  const rows: Row[] = []
  for (const { position, key, status, error } of ended) {
    const outcome = status === 'failure' ? 'failed' : status
    rows[position - first] = { key, record: recordAt(position - first), outcome, problem: error }
  }
  for (const [ordinal, key] of content.keys.entries()) {
    const at = positionOf(content, ordinal) - first
    const output = parseExactly(recordBytes(content, ordinal).toString('utf8'))
    rows[at] = { key, record: recordAt(at), outcome: 'mapped', output, problem: null }
  }
  return rows
}

/** Where records are made into what is delivered. */
export async function lineOf(config: ConnectorConfig, making: Making, { tools, signal, mask, hash }: Attempt): Promise<Line> {
  const shown = (value: unknown) => maskedDeep(value, mask.masked)
  const open = beforeMapping(config)
  const enrich = open === null ? null : await open(tools, { ...once, shown })
  const several = severalOf(config, makingOf, (page, verdicts, packed) => rowsOf(page, 0, verdicts, packed))
  const group = compiledGroupOf(config)
  return {
    ...{ making, run: { now: new Date(), hash }, enrich, group, several, seen: createIdentities(), signal },
    split: splitOf(config),
  }
}

/** Looks up, groups, maps and packs records as a run does: a page of them, or all of them where they are grouped. Groups come before the records in none. */
export async function make(given: readonly unknown[], from: number, line: Line): Promise<Made> {
  const verdicts = line.enrich ? (await line.enrich(given, line.signal)).verdicts : null
  const lines = linesOfPage(given, verdicts, line.split, line.isKept ?? false)
  if (line.group === null) {
    const { records, verdicts: its } = lines.from(0)
    return packed(records, from, its, line)
  }
  const { groups, others } = groupsIn(line.group, lines)
  const made = packed(groups, 0, null, line)
  const ungrouped = packed(
    others.map(({ record }) => record),
    groups.length,
    others.map(({ verdict }) => verdict),
    line,
  )
  return { rows: [...made.rows, ...ungrouped.rows], deliveries: made.deliveries }
}

type Made = { readonly rows: readonly Row[]; readonly deliveries: readonly Delivery[] }

function packed(
  page: readonly unknown[],
  from: number,
  found: readonly Verdict[] | null,
  { making, run, several, seen }: Line,
): Made {
  if (several) return several(page, found, { run, seen, keyPrefix: keyOfDeliveries(runName) })
  const rows: Row[] = []
  const deliveries: Delivery[] = []
  for (let at = 0; at < page.length; ) {
    const [rest, first, verdicts] = [page.slice(at), from + at, found?.slice(at) ?? null]
    const done = pack(rest, { plan: making, run, keyPrefix: keyOfDeliveries(runName), first, seen, verdicts, poison: null })
    rows.push(...rowsOf(rest, first, verdicts, done))
    deliveries.push(...deliveriesOf({ number: 0, readAt: new Date(), content: done.content }))
    at += done.taken
  }
  return { rows, deliveries }
}

type DryRunOutput = { readonly rows: readonly Row[]; readonly deliveries: readonly unknown[] | null }

/** How many of what; only of the records where it is not known what would be sent. */
function sentenceOf(
  { rows, deliveries }: DryRunOutput,
  { hasMore, incomplete, note }: Read,
  { output }: Making,
  isRead: boolean,
  { destination: { operation }, records }: ConnectorConfig,
  group: CompiledGroup | null,
): string {
  const noun = records?.each === undefined ? 'record' : 'line'
  const of = (outcome: Row['outcome']) => rows.filter((it) => it.outcome === outcome).length
  const [mapped, leftOut, skipped, failed] = [of('mapped'), of('left-out'), of('skipped'), of('failed')]
  const fared = [
    `${mapped} mapped`,
    ...(leftOut ? [`${leftOut} left out`] : []),
    ...(skipped ? [`${skipped} skipped`] : []),
    ...(failed ? [`${failed} failed`] : []),
  ]
  const what = group === null ? `${counted(rows.length, noun)} ${isRead ? 'read' : 'entered'}` : counted(mapped + failed, 'group')
  const parts = [`${what}, ${fared.join(', ')}.`]
  if (group !== null && hasMore)
    parts.push('The groups contain only the records of this dry run. A run reads all records before it sends groups.')
  // Where a run reads on, what was read here is not all that it would send.
  const doing = hasMore ? 'They make' : 'A run would send'
  if (deliveries) parts.push(`${doing} ${counted(deliveries.length, 'delivery', 'deliveries')}. Nothing was sent.`)
  const { afterwards } = operation ?? {}
  if (afterwards) parts.push(`After each delivered record, a run would send ${afterwards.method} to the ${afterwards.side}.`)
  if (incomplete !== null) parts.push(`A run would not succeed. ${incomplete}`)
  else if (note !== null) parts.push(note)
  else if (hasMore && output.strategy === 'individual') parts.push('The source has more records, which a run reads too.')
  else if (hasMore) parts.push('The source has more records, which a run reads too. It may combine more of them in one delivery.')
  return parts.join(' ')
}

type Previewed =
  | { readonly deliveries: DryRun['deliveries']; readonly doubt: null; readonly success?: string }
  | { readonly deliveries: null; readonly doubt: string; readonly success?: never }

/** Of records that a caller entered, requests are shown without their secrets being read: those are masked by their places. */
const withoutSecrets = (trying: Attempt): Attempt => ({
  ...trying,
  tools: { ...trying.tools, readSecret: async () => 'secret' },
})

/** The follow-up of each delivery, or a sentence why it is not known. */
async function followUpOf(config: ConnectorConfig, { tools }: Attempt) {
  const [error] = checkAfterwards(config)
  if (error) return { doubt: `${error.message}.` }
  const sender = await openAfterwards(config, tools)
  return { preview: (it: Delivery) => sender?.preview(it.body, `${it.key}-afterwards`) ?? null }
}

/** What would be sent; or a sentence why it is not known. The destination is opened and never asked. */
export async function previewed(made: readonly Delivery[], connector: ConnectorConfig, trying: Attempt): Promise<Previewed> {
  if (connector.routes === undefined) return previewedOfOne(made, connector, trying)
  const routes = [
    { id: firstRoute, destination: connector.destination, dataMapping: connector.dataMapping },
    ...otherDestinations(connector),
  ]
  const deliveries: NonNullable<Previewed['deliveries']> = []
  for (const { id, ...route } of routes) {
    const own = made.filter(({ page }) => (page.route ?? firstRoute) === id)
    const shown = await previewedOfOne(own, withDestination(connector, route), trying)
    if (shown.deliveries === null) return shown
    deliveries.push(...shown.deliveries.map((it) => ({ ...it, route: id })))
  }
  return { deliveries, doubt: null }
}

async function previewedOfOne(made: readonly Delivery[], connector: ConnectorConfig, trying: Attempt): Promise<Previewed> {
  const { destination: config } = connector
  const { tools } = trying
  const unknown = (why: string) => ({ deliveries: null, doubt: `We can't show yet what would be sent. ${why}` })
  const kind = kinds[config.type]
  if (!kind) return unknown(`Systems of type ${config.type} are not available.`)
  const [error] = kind.checkDestination(config)
  if (error) return unknown(`${error.message}.`)
  try {
    const destination = await kind.openDestination(config, tools)
    const followUp = await followUpOf(connector, trying)
    if ('doubt' in followUp) return unknown(followUp.doubt)
    const deliveries = made.map((it) => {
      const { beside = [], ...sending } = destination.preview(it)
      const after = followUp.preview(it)
      const others = after === null ? [...beside] : [...beside, after]
      return { ...sending, records: it.count, ...(others.length === 0 ? {} : { beside: others }) }
    })
    await destination.close?.()
    return { deliveries, doubt: null, ...(destination.success ? { success: destination.success } : {}) }
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    return unknown(thrown.problem.message)
  }
}

/** @param outbound tells which addresses are closed. */
export function createDryRun({ attempt, met }: Attempts, outbound: Outbound): DryRunning {
  return async ({ config, examples, limit = examples?.length ?? dryRunDefault }, prober) => {
    if (!examples) await checkReading(config, outbound, prober.companyId)
    const making = makingOf(config)
    const trying = attempt(prober, requestsMax)
    const pages = examples ? [examples.slice(0, limit)] : []
    const read: Read = { pages, hasMore: false, incomplete: null, note: null, keyColumns: null }
    // Only an opened destination knows its secret, and so what must be masked in the records.
    if (!examples) await previewed([], config, trying)
    const reading = examples ? null : await met('source', trying, () => readSource(config, limit, trying, read))
    const rows: Row[] = []
    const packed: Delivery[] = []
    let group: CompiledGroup | null = null
    const enriching = await met('lookup', trying, async () => {
      const line = await lineOf(config, making, trying)
      group = line.group
      const pages = line.group === null ? read.pages : [read.pages.flat()]
      for (const page of pages) {
        const made = await make(page, rows.length, line)
        rows.push(...made.rows)
        packed.push(...made.deliveries)
      }
    })
    const { deliveries, doubt, success } = await previewed(packed, config, examples ? withoutSecrets(trying) : trying)
    const sentence = sentenceOf({ rows, deliveries }, read, making, !examples, config, group)
    const problem = reading?.problem ?? enriching.problem
    const identity = identityOf(
      config,
      read.pages.flat().filter((it) => !(it instanceof Unreadable)),
      read.keyColumns,
    )
    const shown = shownDryRun({
      records: rows,
      deliveries: deliveries ?? [],
      exchanges: trying.recorder.exchanges(0, exchangesMax),
      message: problem?.message ?? [sentence, doubt ?? success ?? ''].join(' ').trim(),
      problem,
    })
    return { ...shown, identity, requests: trying.recorder.count() }
  }
}
