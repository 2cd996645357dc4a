import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { StudioActor } from '../../machines/studio/studio.machine.ts'
import { selectDetails, selectStage } from '../../machines/studio/studio.machine.ts'
import { narrow, space, unseen } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { LinkButton } from '../kit/controls/LinkButton.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { Moment } from '../kit/text/Moment.tsx'
import { Sentence } from '../kit/text/Sentence.tsx'
import { useCan, useContextOf, useIsBusy } from '../kit/use-snapshot.ts'
import { StudioFailure } from './StudioFailure.tsx'
import { studioMessages as messages } from './studio.messages.ts'

type StudioFrameProps = {
  readonly actor: StudioActor
  /** The page of the connector. */
  readonly detailsHref: string
  /** Chooses the time that the studio looks at. */
  readonly range: ReactNode
  /** Draws the tabs of a connector that is there. */
  readonly children: (details: ConnectorDetails) => ReactNode
}

/** The Integration Studio around its tabs: its head, and what stands there until there is a connector to show. */
export function StudioFrame({ actor, detailsHref, range, children }: StudioFrameProps) {
  const stage = useSelector(actor, selectStage)
  const details = useSelector(actor, selectDetails)
  const isBusy = useIsBusy(actor)
  const canLoad = useCan(actor, { type: 'user.loaded' })
  if (stage === 'missing')
    return (
      <PageFrame title={messages.untitled} actions={<PlainLink href="/dashboard">{messages.missing.all}</PlainLink>}>
        <EmptyState title={messages.missing.title}>{messages.missing.text}</EmptyState>
      </PageFrame>
    )

  return (
    <Whole>
      <PageFrame
        title={details === null ? messages.untitled : messages.title(details.name)}
        where={messages.untitled}
        above={details === null ? [dashboard] : [dashboard, { label: details.name, href: detailsHref }]}
        sub={details === null ? <span>{blank}</span> : <TransactionNote actor={actor} id={whyId} />}
        actions={
          <Tools>
            {details === null ? null : (
              <>
                {range}
                <Button isBlocked={!canLoad} why={whyId} onPress={() => actor.send({ type: 'user.loaded' })}>
                  {messages.load}
                </Button>
              </>
            )}
            <LinkButton $isQuiet href={detailsHref}>
              {messages.back}
            </LinkButton>
          </Tools>
        }
      >
        <Body aria-busy={isBusy}>
          {stage === 'loading' ? <Spinner label={messages.loading} /> : null}
          <StudioFailure actor={actor} detailsHref={detailsHref} />
          {details === null ? null : children(details)}
        </Body>
      </PageFrame>
    </Whole>
  )
}

/** Holds the line of the note. */
const blank = '\u00a0'
const whyId = 'studio-transactions'
const dashboard = { label: messages.dashboard, href: '/dashboard' }

/** The name of the connector comes after the head is drawn, and nearly always needs a second line on a narrow screen. */
const Whole = styled.div`
  ${narrow} {
    & h1 {
      min-height: 2lh;
    }
  }
`

/** One line on a narrow screen too: the period says what it is by its value, and gives way. */
const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  min-width: 0;

  ${narrow} {
    &:not(:has(form)) {
      flex-wrap: nowrap;
    }

    & > :first-child:not(:last-child) {
      flex: 1 1 0;
    }

    & > :not(:first-child) {
      flex: none;
      white-space: nowrap;
    }

    & span > label {
      ${unseen}
    }
  }
`

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
`

/** How many transactions the time that is chosen holds, as far as that is known. */
function TransactionNote({ actor, id }: { readonly actor: StudioActor; readonly id: string }) {
  const stage = useSelector(actor, selectStage)
  const reading = useContextOf(actor, 'reading')
  if (stage === 'counting') return <span id={id}>{messages.counting}</span>
  if (reading === null) return <span id={id}>{messages.notCounted}</span>
  const { total } = reading.records
  const parts = { at: <Moment at={reading.statistic.lastRecordAt} />, read: <Moment at={reading.readAt} /> }
  return (
    <span id={id}>
      <Sentence of={total === 0 ? messages.none : messages.count(total)} parts={parts} />
    </span>
  )
}
