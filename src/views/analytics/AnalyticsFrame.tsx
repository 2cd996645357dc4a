import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { AnalyticsActor, Figures } from '../../machines/analytics/analytics.machine.ts'
import { selectIsOther } from '../../machines/analytics/analytics.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../kit/feedback/RetryAlert.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { age } from '../kit/format/spans.ts'
import { Moment } from '../kit/text/Moment.tsx'
import { Sentence } from '../kit/text/Sentence.tsx'
import { useNow } from '../kit/text/use-now.ts'
import { useCan, useContextOf, useMatches } from '../kit/use-snapshot.ts'
import { analyticsMessages as messages } from './analytics.messages.ts'
import { Cards } from './Cards.tsx'

type AnalyticsFrameProps = {
  readonly actor: AnalyticsActor
  /** Draws what stands below the cards; only where records were read in this time. */
  readonly children: (figures: Figures) => ReactNode
}

/** Figures in each of their states: loading, failed, there, read again, of another question, and stale with their age. */
export function AnalyticsFrame({ actor, children }: AnalyticsFrameProps) {
  const figures = useContextOf(actor, 'figures')
  const problem = useContextOf(actor, 'problem')
  const isLoading = useMatches(actor, 'loading')
  const isRefreshing = useMatches(actor, 'refreshing')
  const isOther = useSelector(actor, selectIsOther)
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Frame aria-label={messages.name} aria-busy={isLoading || isRefreshing}>
      {isLoading ? <LoadingFigures /> : null}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {problem === null || figures === null ? null : <Age readAt={figures.readAt} />}
      {isOther ? <Old role="status">{messages.other}</Old> : null}
      {figures === null ? null : figures.analytics.volumeAnalysis.sums.total === 0 ? (
        <Nothing before={figures.analytics.previous.sums.total} />
      ) : (
        <>
          <Cards of={figures.analytics} />
          {children(figures)}
        </>
      )}
    </Frame>
  )
}

/** As high as the cards and the charts will be. */
export function LoadingFigures() {
  return (
    <Pair>
      <Skeleton label={messages.loading} isRow heights={['9rem', '9rem', '9rem']} />
      <div aria-hidden="true">
        <Skeleton label="" isRow heights={['16.625rem', '16.625rem']} />
      </div>
    </Pair>
  )
}

function Nothing({ before }: { readonly before: number }) {
  return (
    <Box>
      <EmptyState title={messages.nothingYet}>
        <p>
          {messages.nothingRead} {before === 0 ? null : messages.nothingBefore(before)}
        </p>
      </EmptyState>
    </Box>
  )
}

/** When the figures were read. */
export function UpdatedAt({ actor }: { readonly actor: AnalyticsActor }) {
  const figures = useContextOf(actor, 'figures')
  return figures === null ? null : (
    <>
      {' '}
      <Sentence of={messages.updated} parts={{ at: <Moment at={figures.readAt} /> }} />
    </>
  )
}

function Age({ readAt }: { readonly readAt: string }) {
  const now = useNow()
  return <Old>{messages.age(age(now - Date.parse(readAt)))}</Old>
}

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  min-width: 0;
`

const Pair = styled.div`
  display: grid;
  gap: ${space[16]};
`

const Box = styled.div`
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
`

const Old = styled.p`
  color: ${color['text.muted']};
  font: ${font.strong};
`
