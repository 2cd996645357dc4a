/** Figures as the server answers them, for the tests of what shows them. */
import type { Analytics, ForecastItem } from '#contract/analytics/analytics.ts'
import type { Figures } from '#src/machines/analytics/analytics.machine.ts'
import type { Question } from '#src/machines/analytics/time-filter-place.ts'

const minute = 60_000
const end = Date.parse('2026-11-22T10:31:00Z')
const at = (instant: number) => new Date(instant).toISOString()

export const pastHour: Question = {
  range: { kind: 'past', span: 60 * minute },
  resolution: 'Minute',
  environment: 'all',
  zone: 'Europe/Berlin',
}
export const pastDay: Question = { ...pastHour, range: { kind: 'past', span: 24 * 60 * minute }, resolution: 'Hour' }

/** The next period has 2 on average; 0.8 of them between 1 and 4. */
const coming: ForecastItem = { period: at(end), predictedValue: 2, low: 1, high: 4, confidence: 0.8 }

/** As many records in each period, of which one in all failed; latency only in the second half. */
export function analyticsOf({ range, resolution, zone }: Question, total: number): Analytics {
  const span = range.kind === 'past' ? range.span : range.to - range.from
  const step = (resolution === 'Minute' ? 1 : 60) * minute
  const count = span / step
  const dates = Array.from({ length: count }, (_, index) => at(end - span + index * step))
  const failed = Math.min(1, total)
  const sums = { total, delivered: total - failed, failed, skipped: 0, unknown: 0, unchanged: 0, leftOut: 0 }
  const measured = (value: number) => (total === 0 ? null : value)
  return {
    startDate: at(end - span),
    endDate: at(end),
    interval: resolution === 'Minute' ? 'minute' : 'hour',
    zone,
    integrations: 3,
    volumeAnalysis: {
      statistics: { mean: total / count },
      sums,
      trend: {
        trend: total === 0 ? null : 'increasing',
        forecast: total === 0 ? [] : [coming],
        note: total === 0 ? 'Not enough data.' : 'By what came before.',
      },
    },
    latencyAnalysis: { mean: measured(2_400), p50: measured(800), p95: measured(4_000), p99: measured(9_000) },
    errorAnalysis: { errorRate: measured((failed / Math.max(1, total)) * 100) },
    previous: {
      startDate: at(end - 2 * span),
      endDate: at(end - span),
      sums: { ...sums, total: 0 },
      latencyMean: null,
      errorRate: null,
    },
    chartData: {
      isDecimated: false,
      volume: dates.map((date, index) => ({
        date,
        count: total / count,
        delivered: total / count - (index === 0 ? failed : 0),
        failed: index === 0 ? failed : 0,
      })),
      latency: dates.map((date, index) => ({
        date,
        avgDuration: index < count / 2 ? null : measured(2_400),
        before: index < count / 2 ? measured(1_900) : null,
      })),
    },
  }
}

export const figuresOf = (question: Question, total: number): Figures => ({
  question,
  analytics: analyticsOf(question, total),
  readAt: '2026-11-22T10:30:30.000Z',
})
