/** Joins the chart of the figures to the filter, the clock and the call. */
import { fromCallback } from 'xstate'
import { type Analytics, analyticsEndpoints, type Interval } from '#contract/analytics/analytics.ts'
import { problem } from '#contract/kit/problem.ts'
import { analyticsMachine } from '../../machines/analytics/analytics.machine.ts'
import type { TimeFilterActor } from '../../machines/analytics/time-filter.machine.ts'
import { selectQuestion } from '../../machines/analytics/time-filter.machine.ts'
import type { Question } from '../../machines/analytics/time-filter-place.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { withTitle } from '../kit/with-title.ts'
import { endOfMinute } from './time-filter.service.ts'

/** A time that ends now ends with the minute that is running. */
function spanNow({ range }: Question): { readonly from: number; readonly to: number } {
  if (range.kind === 'between') return range
  const to = endOfMinute()
  return { from: to - range.span, to }
}

/** No answer in time, titled as every failure of this question. */
const late = { ...problem('net/timeout'), title: problem('analytics/dashboard-failed').message }

type Subject = {
  /** How many can be shown beside each other, as the page is now. */
  readonly points: () => number
  /** Of all connectors that the person sees when it is not given. */
  readonly connectorId?: string | undefined
}

export const liveAnalyticsMachine = (access: Access, filter: TimeFilterActor, { points, connectorId }: Subject) =>
  analyticsMachine.provide({
    actors: {
      readFigures: actorFrom(
        async (question, signal) => {
          const { resolution, zone, environment } = question
          const asked = {
            ...spanNow(question),
            interval: resolution.toLowerCase() as Interval,
            zone,
            environment: environment === 'all' ? undefined : environment,
            points: points(),
            connectorId,
          }
          const analytics = await readAnalytics(access, asked, signal)
          return { question, analytics, readAt: new Date().toISOString() }
        },
        { late },
      ),
      joinFilter: fromCallback(({ sendBack }) => {
        let known = JSON.stringify(selectQuestion(filter.getSnapshot()))
        const { unsubscribe } = filter.subscribe((snapshot) => {
          const question = selectQuestion(snapshot)
          if (JSON.stringify(question) === known) return
          known = JSON.stringify(question)
          sendBack({ type: 'filter.changed', question })
        })
        return unsubscribe
      }),
    },
  })

/** What is asked first. */
export const firstQuestion = (filter: TimeFilterActor) => ({ question: selectQuestion(filter.getSnapshot()) })

/** Milliseconds since 1970; `environment` is undefined for all of them. */
type AnalyticsRequest = {
  readonly from: number
  readonly to: number
  readonly interval: Interval
  readonly zone: string
  readonly environment: 'sandbox' | 'production' | undefined
  /** Points that can be shown beside each other. */
  readonly points: number
  /** Undefined for all that the caller sees. */
  readonly connectorId: string | undefined
}

const pointsMin = 50
const pointsMax = 1_500

/** Figures of one connector, or of all that the caller sees. A failure is titled as the error catalogue has it, and says why below. */
function readAnalytics(
  access: Access,
  { from, to, interval, zone, environment, points, connectorId }: AnalyticsRequest,
  signal: AbortSignal,
): Promise<Analytics> {
  const body = {
    startDate: new Date(from).toISOString(),
    endDate: new Date(to).toISOString(),
    interval,
    zone,
    maxPoints: Math.min(pointsMax, Math.max(pointsMin, Math.floor(points))),
    ...(environment === undefined ? {} : { environment }),
    ...(connectorId === undefined ? {} : { integrationIds: [connectorId] }),
  }
  return withTitle('analytics/dashboard-failed', call(analyticsEndpoints.dashboard, { access, body, signal }))
}
