import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type AnalyticsSnapshot, analyticsMachine } from '#src/machines/analytics/analytics.machine.ts'
import { AnalyticsFrame, UpdatedAt } from '#src/views/analytics/AnalyticsFrame.tsx'
import { RefreshButton } from '#src/views/analytics/RefreshButton.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { figuresOf, pastDay, pastHour } from '../kit/samples/figures.ts'
import { verifyShape } from '../kit/shape.ts'

const ofHour = figuresOf(pastHour, 120)
const ofNothing = figuresOf(pastHour, 0)

const fixture: Fixture<typeof analyticsMachine> = {
  view: (actor) => (
    <>
      <UpdatedAt actor={actor} />
      <RefreshButton actor={actor} />
      <AnalyticsFrame actor={actor}>{({ analytics }) => <p>{`${analytics.chartData.volume.length} periods`}</p>}</AnalyticsFrame>
    </>
  ),
  inputs: { 'the past hour': { question: pastHour } },
  answers: {
    readFigures: {
      asks: ({ context }) => context.question,
      answers: { 'of the hour': ofHour, 'no records': ofNothing },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    joinFilter: {
      asks: undefined,
      says: {
        'the past day is asked': { type: 'filter.changed', question: pastDay },
        'the past hour is asked': { type: 'filter.changed', question: pastHour },
      },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.refreshed': press('Refresh'),
    'user.retried': press('Retry'),
  },
  assertions: {
    loading: (snapshot) => {
      sees(snapshot, true)
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Loading figures…')
    },
    failed: (snapshot) => {
      sees(snapshot, false)
      expect(alarm()).toContain(snapshot.context.problem?.message)
    },
    showing: (snapshot) => {
      sees(snapshot, false)
      expect(screen.queryByRole('alert')).toBeNull()
    },
    refreshing: (snapshot) => sees(snapshot, true),
    stale: (snapshot) => {
      sees(snapshot, false)
      screen.getByText(/^Data is .+ old\.$/)
    },
  },
  delays: { refreshPause: 60_000, retryPause: 60_000 },
  project: ({ question, figures, problem: it }) => ({
    asks: question === pastHour ? 'hour' : 'day',
    shows:
      figures === null
        ? false
        : `${figures.analytics.volumeAnalysis.sums.total} of the ${figures.question === pastHour ? 'hour' : 'day'}`,
    alarmed: it !== null,
  }),
  invariants: {
    'what the server answered is what a person reads': {
      when: ({ event }) => event.type === 'xstate.done.actor.readFigures',
      holds: ({ event, after }) => {
        expect(after.context.figures).toEqual(event['output'])
        expect(screen.queryByRole('alert')).toBeNull()
        expect(document.querySelector('time')?.dateTime).toBe(after.context.figures?.readAt)
      },
    },
    'what was read stays when it cannot be read again': {
      when: ({ before, event }) => before.context.figures !== null && /^xstate\.(error|after)\.|^filter\./.test(event.type),
      holds: ({ before, after }) => expect(after.context.figures).toEqual(before.context.figures),
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ event }) => expect(alarm()).toContain(toProblem(event['error']).message),
    },
    'a person who sees a failure can try again': {
      when: ({ after }) => after.matches('failed') || after.matches('stale'),
      holds: () => expect(screen.getByRole('button', { name: 'Retry' }).getAttribute('aria-disabled')).toBe('false'),
    },
    'figures of another question are never passed off as the answer': {
      when: ({ after }) => after.context.figures !== null,
      holds: ({ after: { context } }) => {
        const said = screen.queryByText('Loading the new range. You still see the previous one.')
        expect(said !== null).toBe(context.figures?.question !== context.question)
      },
    },
    'no records are said only when the server said so': {
      when: () => true,
      holds: ({ after: { context } }) => {
        const isNothing = context.figures?.analytics.volumeAnalysis.sums.total === 0
        expect(screen.queryByText('No data for this period') !== null).toBe(isNothing)
      },
    },
  },
}

describe('figures', () => {
  verifyShape(analyticsMachine)
  verifyEveryEdge(analyticsMachine, fixture)
})

function sees({ context }: AnalyticsSnapshot, isBusy: boolean): void {
  expect(screen.getByRole('region', { name: 'Figures' }).getAttribute('aria-busy')).toBe(String(isBusy))
  const total = context.figures?.analytics.volumeAnalysis.sums.total ?? 0
  const card = screen.queryByRole('region', { name: 'Volume' })
  expect(card?.textContent?.includes(`${total.toLocaleString('en-GB')} records`) ?? false).toBe(total !== 0)
}

function alarm(): string | null {
  return screen.getByRole('alert').textContent
}
