/** Whether the records of a plan would fail again, and why: the live version makes them once more of what is kept of them. Nothing is sent, and no system is called. */
import type { Kysely } from 'kysely'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { remoteReason } from '#contract/kit/reason/remote-reason.ts'
import type { ReplayWhy } from '#contract/studio/replay.ts'
import type { Making } from '#server/engine/kit/plan.ts'
import { deliveredText } from '#server/engine/mapping/packing.ts'
import { compileMaking } from '#server/engine/plan/plan.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { pathText, valueAt } from '#server/platform/json/path.ts'
import { configHash, readVersion } from '#server/records/connectors/versions.repository.ts'
import { type AsRead, recordsOf } from '#server/records/ledger/read-records.repository.ts'
import type { ReplayLineRow, ReplayRow } from '#server/records/replay/replays.repository.ts'
import { valuesOf } from '../../connectors/problems/differences.ts'
import { fieldOfReason } from '../../connectors/problems/mapped-field.ts'
import { transactionIdOf } from '../../connectors/runs/transaction-rows.repository.ts'
import { transactionsAt } from '../investigator/investigated.repository.ts'
import {
  isOfContent,
  keepFailing,
  keepSameVersion,
  otherVersionLines,
  type Reason,
  reasonsOf,
} from './replay-reasons.repository.ts'

type Db = Kysely<Tables>
type Line = Pick<ReplayLineRow, 'number' | 'run_id' | 'position'>

/** What is known of a record before it is sent again. */
export type Forecast = { readonly wouldFail: boolean; readonly why: Omit<ReplayWhy, 'at'> & { readonly at: Date | null } }

/** Characters of a value that is shown. */
const valueMax = 80
const shown = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, valueMax)

const textOf = (value: unknown) => JSON.stringify(value) ?? ''

/** The first value that differs, the field that was refused first; null where nothing differs. */
function changeOf(
  before: unknown,
  now: unknown,
  field: string | null,
): { readonly field: string; readonly value: string } | null {
  const [was, is] = [valuesOf(before), valuesOf(now)]
  const paths = field === null ? [...new Set([...is.keys(), ...was.keys()])] : [field]
  const path = paths.find((it) => textOf(was.get(it)) !== textOf(is.get(it)))
  return path === undefined ? null : { field: path, value: shown(is.get(path)) }
}

/** The field of the source that is empty and fills another one; null where none is. */
function emptySourceOf({ lines }: Making, field: string | null, record: unknown): string | null {
  const sources = lines.find(({ target }) => field !== null && pathText(target) === field)?.sources ?? []
  const empty = sources.find((path) => [undefined, null, ''].includes(valueAt(record, path) as never))
  return empty === undefined ? null : pathText(empty)
}

type Judged = {
  readonly reason: Reason
  /** What was sent; null where nothing was, or it is not kept. */
  readonly before: unknown
  /** What would be sent, or why it cannot be made. */
  readonly now: { readonly output: unknown } | { readonly problem: Problem }
  readonly record: unknown
  readonly mapping: ConnectorConfig['dataMapping']
  readonly making: Making
}

const whyOf = (reason: ReplayWhy['reason'], at: Date | null, field: string | null = null, value: string | null = null) => ({
  ...{ reason, field, value, at },
})

/** Compares what would be sent with what was refused. */
export function judged({ reason, before, now, record, mapping, making }: Judged): Forecast {
  const { at, answer } = reason
  if ('problem' in now) return { wouldFail: true, why: whyOf('not-made', at, null, now.problem.message) }
  if (!isOfContent(reason) || before === null) return { wouldFail: false, why: whyOf('failed', at) }
  const said = answer === null ? null : remoteReason(answer.body)
  const named = said && fieldOfReason(said, mapping)
  // A field within a list is not compared by itself.
  const field = named !== null && valuesOf(before).has(named) ? named : null
  const change = changeOf(before, now.output, field)
  if (change) return { wouldFail: false, why: whyOf('changed', at, change.field, change.value) }
  return { wouldFail: true, why: whyOf('unchanged', at, field, emptySourceOf(making, field, record)) }
}

const placeOf = ({ run_id, position }: Line) => ({ runId: run_id ?? '', position: position ?? 0 })

/** Records as they were read, however many there are. */
async function allRecords(db: Db, companyId: string, lines: readonly Line[]): Promise<AsRead[]> {
  const records: AsRead[] = []
  while (records.length < lines.length)
    records.push(...(await recordsOf(db, companyId, lines.slice(records.length).map(placeOf))))
  return records
}

/** What was sent of some lines, by their numbers. */
export async function sentBefore(db: Db, companyId: string, lines: readonly Line[]): Promise<ReadonlyMap<number, unknown>> {
  const found = await transactionsAt(
    db,
    companyId,
    lines.map((line) => ({ ...placeOf(line), page: 1 })),
  )
  const payloads = new Map(found.map(({ transactionId, payload }) => [transactionId, payload]))
  return new Map(
    lines.map(({ number, run_id, position }) => [number, payloads.get(transactionIdOf(run_id ?? '', position ?? 0)) ?? null]),
  )
}

export type Forecasting = { readonly config: ConnectorConfig; readonly making: Making }

/** Null where the version cannot be compiled: then nothing is known before it runs. */
export function forecastingOf(config: ConnectorConfig): Forecasting | null {
  // Which destination a record went to decides what would be made of it.
  if (config.routes !== undefined) return null
  // What was kept may be no group of this version.
  if (config.records?.group !== undefined) return null
  const compiled = compileMaking(config)
  return 'errors' in compiled ? null : { config, making: compiled.making }
}

/** Whether a destination is called in the same way by two versions: otherwise what it refused says nothing about the next request. */
function isSameTarget(one: ConnectorConfig, other: ConnectorConfig): boolean {
  const targetOf = ({ destination, source }: ConnectorConfig) => ({
    destination,
    output: source.listConfig?.outputConfig ?? null,
  })
  return configHash(targetOf(one)) === configHash(targetOf(other))
}

/** What is known of some lines that failed, by their numbers. */
export async function forecastsOf(
  db: Db,
  { company_id: companyId, connector_id: connectorId, version }: Pick<ReplayRow, 'company_id' | 'connector_id' | 'version'>,
  { config, making }: Forecasting,
  lines: readonly Line[],
): Promise<ReadonlyMap<number, Forecast>> {
  const reasons = await reasonsOf(db, companyId, lines)
  const isLookedUp = config.enrichment.length > 0
  const forecasts = new Map<number, Forecast>()
  const open: { readonly line: Line; readonly reason: Reason }[] = []
  for (const line of lines) {
    const reason = reasons.get(line.number)
    if (!reason) continue
    const isSame = reason.version === version
    if (!isOfContent(reason)) forecasts.set(line.number, { wouldFail: false, why: whyOf('failed', reason.at) })
    else if (isLookedUp)
      forecasts.set(line.number, { wouldFail: isSame, why: whyOf(isSame ? 'unchanged' : 'looked-up', reason.at) })
    else open.push({ line, reason })
  }
  const targets = new Map<number, boolean>()
  async function weighed(forecast: Forecast, { version: ofRun, at }: Reason): Promise<Forecast> {
    if (ofRun === version) return forecast.wouldFail ? forecast : { wouldFail: true, why: whyOf('unchanged', at) }
    if (!forecast.wouldFail || forecast.why.reason !== 'unchanged') return forecast
    const isSame = targets.get(ofRun) ?? isSameTarget(await readVersion(db, companyId, connectorId, ofRun), config)
    targets.set(ofRun, isSame)
    return isSame ? forecast : { wouldFail: false, why: whyOf('failed', at) }
  }
  const opened = open.map(({ line }) => line)
  const records = await allRecords(db, companyId, opened)
  const before = await sentBefore(db, companyId, opened)
  for (const [at, { line, reason }] of open.entries()) {
    const record = records[at]?.record
    if (record === undefined) continue
    const text = deliveredText(record, making)
    const now = typeof text === 'string' ? { output: parseExactly(text) } : { problem: text }
    const forecast = judged({ reason, before: before.get(line.number) ?? null, now, record, mapping: config.dataMapping, making })
    // The same version makes the same of the same record.
    forecasts.set(line.number, await weighed(forecast, reason))
  }
  return forecasts
}

/** Records that are made again when a plan is made; of more than these it is not known whether they would fail. */
const madeMax = 10_000
/** Records that are made together. */
const sliceMax = 200

/** Writes down which records of a new plan would fail again. The same plan once more changes nothing. */
export async function forecastPlan(db: Db, row: ReplayRow, config: ConnectorConfig): Promise<void> {
  await keepSameVersion(db, row)
  const forecasting = forecastingOf(config)
  if (forecasting === null || config.enrichment.length > 0) return
  const lines = await otherVersionLines(db, row, madeMax)
  for (let from = 0; from < lines.length; from += sliceMax) {
    const forecasts = await forecastsOf(db, row, forecasting, lines.slice(from, from + sliceMax))
    await keepFailing(
      db,
      row,
      [...forecasts].flatMap(([number, { wouldFail }]) => (wouldFail ? number : [])),
    )
  }
}
