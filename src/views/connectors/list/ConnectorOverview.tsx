import { useSelector } from '@xstate/react'
import type { ComponentProps, ReactNode } from 'react'
import styled from 'styled-components'
import { Link } from 'wouter'

import type { OverviewActor } from '#src/machines/connectors/list/overview.machine.ts'
import {
  selectCanRefresh,
  selectCanRetry,
  selectIsBusy,
  selectPage,
  selectProblem,
  selectQuery,
} from '#src/machines/connectors/list/overview.selectors.ts'
import type { OverviewQuery } from '#src/machines/connectors/list/overview-place.ts'
import { type VisibleRows, windowFor } from '#src/machines/connectors/list/window.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { RetryAlert } from '../../kit/feedback/RetryAlert.tsx'
import { Age, Frame, Refresh, Skeleton, Tools } from '../../kit/layout/ListParts.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { statusMessages } from '../details/status-pills.ts'
import { type Choice, OverviewTable } from './OverviewTable.tsx'
import { overviewMessages as messages } from './overview.messages.ts'

type ConnectorOverviewProps = Pick<ComponentProps<typeof OverviewTable>, 'rows'> & {
  readonly actor: OverviewActor
  readonly onOpen: (connectorId: string) => void
  /** How rows are chosen; without it they are not. */
  readonly choice?: Choice | null
  /** What can be done to those that are chosen. */
  readonly children?: ReactNode
}

const everyStatus = 'every'
const statuses = {
  [everyStatus]: messages.everyStatus,
  Failed: statusMessages.Failed.word,
  Deploying: statusMessages.Deploying.word,
  Active: statusMessages.Active.word,
  Pause: statusMessages.Pause.word,
  Draft: statusMessages.Draft.word,
}

/** The connectors that a person sees, each with where it stands, what its last run moved and what it read in the last hours. */
export function ConnectorOverview({ actor, rows, onOpen, choice = null, children }: ConnectorOverviewProps) {
  const query = useSelector(actor, selectQuery)
  const page = useSelector(actor, selectPage)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const canRetry = useSelector(actor, selectCanRetry)
  const canRefresh = useSelector(actor, selectCanRefresh)

  const see = (sight: VisibleRows) => {
    const { offset, page: known } = actor.getSnapshot().context
    const wanted = known === null ? null : windowFor(sight, offset, known.total)
    if (wanted !== null) actor.send({ type: 'user.scrolled', offset: wanted })
  }

  return (
    <Frame aria-label={messages.name} aria-busy={isBusy}>
      <Tools>
        <Search>
          <Field
            label={messages.search}
            type="search"
            value={query.search}
            onWrite={(text) => actor.send({ type: 'user.sought', text })}
          />
        </Search>
        <Select
          label={messages.status}
          options={statuses}
          value={query.status ?? everyStatus}
          onChoose={(status) => actor.send({ type: 'user.filtered', status: status === everyStatus ? null : status })}
        />
        <Count>
          <span role="status">{page === null ? null : messages.found(page.total)}</span>{' '}
          {page === null ? null : (
            <ReadAt>
              <Sentence of={messages.read} parts={{ at: <Moment at={page.readAt} /> }} />
            </ReadAt>
          )}
        </Count>
        <Refresh
          name={messages.name}
          isTurning={isBusy && page !== null}
          isBlocked={!canRefresh}
          onPress={() => actor.send({ type: 'user.refreshed' })}
        />
      </Tools>
      {children}
      <RetryAlert problem={problem} canRetry={canRetry} onRetry={() => actor.send({ type: 'user.retried' })} />
      {problem === null || page === null ? null : <Age readAt={page.readAt} />}
      {page === null ? (
        problem === null ? (
          <Skeleton name={messages.name} />
        ) : null
      ) : page.total === 0 ? (
        <Nothing query={query} />
      ) : (
        <OverviewTable
          rows={rows}
          page={page}
          query={query}
          choice={choice}
          onSort={(by) => actor.send({ type: 'user.sorted', by })}
          onOpen={onOpen}
          onVisible={see}
        />
      )}
    </Frame>
  )
}

function Nothing({ query: { search, status } }: { readonly query: OverviewQuery }) {
  return search.trim() === '' && status === null ? (
    <EmptyState title={messages.none}>
      <p>{messages.firstStep}</p>
      <Link href="/integration-setup">{messages.setUp}</Link>
    </EmptyState>
  ) : (
    <EmptyState title={messages.nothingFound}>
      {messages.noneSuch(search.trim(), status === null ? '' : statusMessages[status].word)}
    </EmptyState>
  )
}

const Search = styled.div`
  flex: 1 1 12rem;
  max-width: 20rem;
`

const Count = styled.p`
  margin: 0 auto 0 ${space[8]};
  line-height: 2rem;
`

/** Beside the status and not in it: nobody wants each reading read out. */
const ReadAt = styled.small`
  color: ${color['text.muted']};
  font: ${font.dense};
`
