import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled, { keyframes } from 'styled-components'

import type { Analytics } from '#contract/analytics/analytics.ts'
import type { AnalyticsActor, Figures } from '../../machines/analytics/analytics.machine.ts'
import {
  selectCanRetry,
  selectFigures,
  selectIsLoading,
  selectIsOther,
  selectIsRefreshing,
  selectProblem,
} from '../../machines/analytics/analytics.selectors.ts'
import { color, font, motion, radius, space, unseen } from '../../theme/theme.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../kit/feedback/RetryAlert.tsx'
import { age } from '../kit/format/spans.ts'
import { Hint } from '../kit/layout/blocks.ts'
import { Moment } from '../kit/text/Moment.tsx'
import { Sentence } from '../kit/text/Sentence.tsx'
import { useNow } from '../kit/text/use-now.ts'
import { momentIn } from './analytics.format.ts'
import { analyticsMessages as messages } from './analytics.messages.ts'
import { Cards } from './Cards.tsx'

type AnalyticsFrameProps = {
  readonly actor: AnalyticsActor
  /** Draws what stands below the cards; only where records were read in this time. */
  readonly children: (figures: Figures) => ReactNode
}

/** Figures in each of their states: loading, failed, there, read again, of another question, and stale with their age. */
export function AnalyticsFrame({ actor, children }: AnalyticsFrameProps) {
  const figures = useSelector(actor, selectFigures)
  const problem = useSelector(actor, selectProblem)
  const isLoading = useSelector(actor, selectIsLoading)
  const isRefreshing = useSelector(actor, selectIsRefreshing)
  const isOther = useSelector(actor, selectIsOther)
  const canRetry = useSelector(actor, selectCanRetry)
  return (
    <Frame aria-label={messages.name} aria-busy={isLoading || isRefreshing}>
      {isLoading ? <Skeleton /> : null}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {problem === null || figures === null ? null : <Age readAt={figures.readAt} />}
      {isOther ? <Old role="status">{messages.other}</Old> : null}
      {figures === null ? null : (
        <>
          <About of={figures.analytics} readAt={figures.readAt} />
          <Cards of={figures.analytics} />
          {figures.analytics.volumeAnalysis.sums.total === 0 ? (
            <EmptyState title={messages.nothingYet}>{messages.nothingRead}</EmptyState>
          ) : (
            children(figures)
          )}
        </>
      )}
    </Frame>
  )
}

type AboutProps = { readonly of: Analytics; readonly readAt: string }

/** What the figures are of, as the server answered it. The last period may end later, but nothing was measured after the reading. */
export function About({ of: { startDate, endDate, interval, zone, integrations, previous }, readAt }: AboutProps) {
  const at = (instant: string) => momentIn(zone, instant)
  const end = Date.parse(startDate) < Date.parse(readAt) && Date.parse(readAt) < Date.parse(endDate) ? readAt : endDate
  return (
    <Hint>
      {messages.about(at(startDate), at(end), messages.intervals[interval], messages.connectors(integrations))}{' '}
      {messages.before(at(previous.startDate), at(previous.endDate))}{' '}
      <Sentence of={messages.read} parts={{ at: <Moment at={readAt} /> }} />
    </Hint>
  )
}

function Age({ readAt }: { readonly readAt: string }) {
  const now = useNow()
  return <Old>{messages.age(age(now - Date.parse(readAt)))}</Old>
}

function Skeleton() {
  return (
    <div role="status">
      <Words>{messages.loading}</Words>
      <Bones aria-hidden="true">
        <i />
        <i />
        <i />
        <b />
      </Bones>
    </div>
  )
}

const appear = keyframes`
  from { opacity: 0; }
  to { opacity: 1; }
`

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
`

const Old = styled.p`
  color: ${color['text.muted']};
  font: ${font.strong};
`

const Words = styled.p`
  ${unseen}
`

const Bones = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  gap: ${space[12]};
  opacity: 0;
  animation: ${appear} ${motion.appear} 200ms forwards;

  /* As high as the cards and the charts will be: what stands below does not jump. */
  & > i,
  & > b {
    height: 16rem;
    border-radius: ${radius.card};
    background: ${color['neutral.subtle']};
  }

  & > b {
    grid-column: 1 / -1;
    height: 26rem;
  }
`
