/** The chart of an answer: figures over time, or of several connectors or times side by side. The server reads every value. */
import Type, { type Static } from 'typebox'
import { Count, Instant, oneOf, orNull } from '../kit/schemas.ts'

/** Places of a chart over time, and of one that compares. */
export const chartLimits = { places: 100, compared: 10 } as const

export const chartIntervals = ['hour', 'day', 'week', 'month'] as const

/** What one kind of mark counts. */
export const chartMeasures = ['delivered', 'failed', 'skipped', 'unknown', 'runs'] as const

export const AnswerChart = Type.Object({
  kind: oneOf('time', 'comparison'),
  title: Type.String(),
  /** Of a chart over time; null of a comparison. */
  interval: orNull(oneOf(...chartIntervals)),
  /** In which the periods begin. */
  zone: Type.String(),
  series: Type.Array(oneOf(...chartMeasures), { minItems: 1 }),
  points: Type.Array(
    Type.Object({
      /** Begin of the period; null of a comparison. */
      at: orNull(Instant),
      /** Of a comparison: the connector, or the time. */
      name: Type.String(),
      /** One for each series. */
      values: Type.Array(Count),
      /** Goes on still. */
      isOpen: Type.Boolean(),
      /** The page that shows it. */
      href: Type.String(),
    }),
    { maxItems: chartLimits.places },
  ),
})
export type AnswerChart = Static<typeof AnswerChart>
export type ChartMeasure = AnswerChart['series'][number]
