import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { InvestigationOrder } from '../../../contract/investigation.ts'
import type { Found, InvestigatorActor } from '../../machines/investigator/investigator.machine.ts'
import {
  selectCanRefresh,
  selectCanRetry,
  selectFound,
  selectIsBusy,
  selectProblem,
} from '../../machines/investigator/investigator.selectors.ts'
import { color, font } from '../../theme/theme.ts'
import { investigatorWords as words } from '../../words/investigator.ts'
import { age } from '../../words/spans.ts'
import { transactionWords } from '../../words/transaction.ts'
import { Button } from '../parts/Button.tsx'
import { Frame, Skeleton, Tools } from '../parts/ListParts.tsx'
import { Moment } from '../parts/Moment.tsx'
import { RetryAlert } from '../parts/RetryAlert.tsx'
import { Sentence } from '../parts/Sentence.tsx'
import { useNow } from '../parts/use-now.ts'

type FoundFrameProps = {
  readonly actor: InvestigatorActor
  readonly order: InvestigationOrder
  /** Stands beside Refresh Data. */
  readonly tools?: ReactNode
  readonly children: (found: Found) => ReactNode
}

/** Draws what was found as soon as it is there, how old it is, and what was not searched. */
export function FoundFrame({ actor, order, tools, children }: FoundFrameProps) {
  const found = useSelector(actor, selectFound)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const canRefresh = useSelector(actor, selectCanRefresh)
  const canRetry = useSelector(actor, selectCanRetry)
  return (
    <Frame aria-label={words.name} aria-busy={isBusy}>
      <Tools>
        {tools}
        <Button isBlocked={!canRefresh} onPress={() => actor.send({ type: 'user.refreshed' })}>
          {words.refresh}
        </Button>
      </Tools>
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {found === null ? (
        isBusy ? (
          <Skeleton name={transactionWords.name} />
        ) : null
      ) : (
        <>
          <Quiet role="status">{isBusy ? words.searching : <ReadAt at={found.readAt} />}</Quiet>
          {found.beginning === null ? null : <p>{words.begun(found.beginning)}</p>}
          {found.isMore ? <p>{words.moreFound}</p> : null}
          {found.searchedUntil === null ? null : (
            <p>
              <Sentence of={words.searchedUntil[order]} parts={{ instant: <Moment at={found.searchedUntil} /> }} />
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
  return words.readAgo(age(now - Date.parse(at)))
}

const Quiet = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`
