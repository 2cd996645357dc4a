import { useSelector } from '@xstate/react'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { RecordOrder } from '#contract/connectors/runs/record-file.ts'
import type { Found, InvestigatorActor } from '#src/machines/studio/investigator/investigator.machine.ts'
import { selectFound, selectProblem } from '#src/machines/studio/investigator/investigator.machine.ts'
import { color, font, narrow, space, unseen } from '#src/theme/theme.ts'
import { transactionMessages } from '../../connectors/runs/transaction.messages.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { age } from '../../kit/format/spans.ts'
import { Frame, Skeleton } from '../../kit/layout/ListParts.tsx'
import { PhoneFold } from '../../kit/menu/PhoneFold.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { useNow } from '../../kit/text/use-now.ts'
import { useCan, useIsBusy } from '../../kit/use-snapshot.ts'
import { investigatorMessages as messages } from './investigator.messages.ts'

type FoundFrameProps = {
  readonly actor: InvestigatorActor
  readonly order: RecordOrder
  readonly filters?: ReactNode
  /** Stands beside Refresh Data. */
  readonly tools?: ReactNode
  readonly children: (found: Found) => ReactNode
}

/** Draws what was found as soon as it is there, how old it is, and what was not searched. */
export function FoundFrame({ actor, order, filters, tools, children }: FoundFrameProps) {
  const found = useSelector(actor, selectFound)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useIsBusy(actor)
  const canRefresh = useCan(actor, { type: 'user.refreshed' })
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Frame aria-label={messages.name} aria-busy={isBusy}>
      <Bar>
        {filters}
        <Note>
          {found === null ? null : <span role="status">{isBusy ? messages.searching : <ReadAt at={found.readAt} />}</span>}
        </Note>
        <PhoneFold label={messages.more}>
          {tools}
          <Button kind="quiet" isBlocked={!canRefresh} onPress={() => actor.send({ type: 'user.refreshed' })}>
            <RefreshCw aria-hidden="true" />
            {messages.refresh}
          </Button>
        </PhoneFold>
      </Bar>
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {found === null ? (
        isBusy ? (
          <Skeleton name={transactionMessages.name} />
        ) : null
      ) : (
        <>
          {found.beginning === null ? null : <p>{messages.begun(found.beginning)}</p>}
          {found.isMore ? <p>{messages.moreFound}</p> : null}
          {found.searchedUntil === null ? null : (
            <p>
              <Sentence of={messages.searchedUntil[order]} parts={{ instant: <Moment at={found.searchedUntil} /> }} />
            </p>
          )}
          {children(found)}
        </>
      )}
    </Frame>
  )
}

function ReadAt({ at }: { readonly at: string }) {
  const now = useNow()
  return messages.readAgo(age(now - Date.parse(at)))
}

/** One line on every screen: filters scroll where there is no room for them. */
const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 2rem;

  & > :first-child {
    flex: 0 1 auto;
    margin-inline-start: -2px;
  }

  & > :last-child {
    flex: none;
    margin-left: auto;
  }
`

/** Read aloud everywhere; a narrow screen has no room to show it. */
const Note = styled.p`
  flex: none;
  color: ${color['text.muted']};
  font: ${font.dense};

  ${narrow} {
    ${unseen}
  }
`
