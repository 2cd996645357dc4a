/** Why the records of a plan are sent or not, and what a dry run made of them. */
import type { Kysely } from 'kysely'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { problem } from '#contract/kit/problem.ts'
import type { ReplayDryRun, ReplayWhy } from '#contract/studio/replay.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { replacedAmong } from '#server/records/ledger/record-versions.repository.ts'
import type { ReplayRow } from '#server/records/replay/replays.repository.ts'
import type { PayloadMask } from '../../connectors/runs/payload-text.ts'
import { type Forecast, forecastingOf, forecastsOf, judged, sentBefore } from './replay-forecast.ts'
import type { LineWithStatus } from './replay-presenter.ts'
import { endsOf, reasonsOf } from './replay-reasons.repository.ts'

type Db = Kysely<Tables>

const plain = (reason: ReplayWhy['reason'], at: Date | null = null): Forecast['why'] => ({ reason, field: null, value: null, at })

/** As a person may see it: a value is masked as a member of its field. */
function shown({ reason, field, value, at }: Forecast['why'], mask: PayloadMask): ReplayWhy {
  const name = field?.split('.').at(-1) ?? 'value'
  const masked = value === null ? null : (mask({ [name]: value }) as Readonly<Record<string, unknown>>)
  return { reason, field, value: masked && String(Object.values(masked)[0]), at: at?.toISOString() ?? null }
}

/** Why each of some lines of a plan is sent or not, by their numbers. */
export async function whysOf(
  db: Db,
  row: ReplayRow,
  lines: readonly LineWithStatus[],
  { config, mask }: { readonly config: ConnectorConfig; readonly mask: PayloadMask },
): Promise<ReadonlyMap<number, ReplayWhy>> {
  const whose = { companyId: row.company_id, connectorId: row.connector_id }
  const of = (...standings: LineWithStatus['standing'][]) => lines.filter(({ standing }) => standings.includes(standing))
  const forecasting = forecastingOf(config)
  const forecasts = forecasting && (await forecastsOf(db, row, forecasting, of('never-arrived')))
  const reasons = await reasonsOf(db, row.company_id, of('unknown'))
  const replaced = await replacedAmong(db, whose, of('arrived', 'unknown'))
  const ends = await endsOf(db, row.company_id, [...new Set([...replaced.values()].map(({ by }) => by))])
  const whyOf = (line: LineWithStatus): Forecast['why'] => {
    const { number, standing } = line
    const by = replaced.get(line)
    if (by) return plain(by.isSame ? 'newer' : 'other-version', ends.get(by.by) ?? null)
    if (standing === 'never-arrived') return forecasts?.get(number)?.why ?? plain('failed')
    return standing === 'unknown' ? plain('no-answer', reasons.get(number)?.at ?? null) : plain(standing)
  }
  return new Map(lines.map((line) => [line.number, shown(whyOf(line), mask)]))
}

type Tried = {
  readonly lines: readonly LineWithStatus[]
  readonly rows: DryRun['records']
  readonly config: ConnectorConfig
  readonly mask: PayloadMask
}

/** What a dry run made of the records of some lines, in their order. */
export async function madeOf(db: Db, row: ReplayRow, { lines, rows, config, mask }: Tried): Promise<ReplayDryRun['made']> {
  const forecasting = forecastingOf(config)
  // What a person wrote was never sent before, so there is nothing to compare it with.
  if (forecasting === null || row.given !== null) return []
  const reasons = await reasonsOf(db, row.company_id, lines)
  const before = await sentBefore(db, row.company_id, lines)
  return lines.flatMap((line, at) => {
    const made = rows[at]
    if (!made || made.outcome === 'skipped' || made.outcome === 'left-out') return []
    const reason = reasons.get(line.number) ?? { error: null, answer: null, at: null, version: row.version }
    const now = made.outcome === 'mapped' ? { output: made.output } : { problem: made.problem ?? problem('mapping/failed', {}) }
    const of = { mapping: config.dataMapping, making: forecasting.making, record: made.record }
    const { wouldFail, why } = judged({ ...of, reason, now, before: mask(before.get(line.number) ?? null) })
    return [{ number: line.number, decision: wouldFail ? ('would-fail' as const) : ('send' as const), why: shown(why, mask) }]
  })
}
