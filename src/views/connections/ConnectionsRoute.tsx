import { useSelector } from '@xstate/react'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import styled from 'styled-components'
import { connectionStates } from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionItem } from '#contract/connections/connection.ts'
import { connectionKinds } from '#contract/connections/connection-limits.ts'
import { connectionEntryOf } from '#src/machines/connections/connection-entry.ts'
import { filteredConnections, needingAttention, ownersOf } from '#src/machines/connections/connection-filter.ts'
import { type ConfirmedActionActor, selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import {
  connectionActionMachine,
  connectionDialogMachine,
  connectionListMachine,
  connectionTestFor,
} from '#src/services/connections/connections.actors.ts'
import { departureFor } from '#src/services/connections/sign-in.actors.ts'
import { useAccess } from '../kit/actors/use-access.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { FilterChips } from '../kit/controls/FilterChips.tsx'
import { SearchBox } from '../kit/controls/search-box.ts'
import { ConfirmedAction } from '../kit/feedback/ConfirmedAction.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { Toolbar } from '../kit/layout/Toolbar.tsx'
import { ToolbarSelect } from '../kit/layout/ToolbarSelect.tsx'
import { pageTitles } from '../kit/pages.messages.ts'
import { usePlace } from '../kit/use-place.ts'
import { useContextOf, useIsBusy } from '../kit/use-snapshot.ts'
import { ConnectionAttention } from './ConnectionAttention.tsx'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { ConnectionTable } from './ConnectionTable.tsx'
import { connectionMessages as messages } from './connections.messages.ts'
import { ConnectionRoute } from './page/ConnectionRoute.tsx'

type ConnectionsRouteProps = { readonly params: Readonly<Record<string, string>> }

/** The connections that a person may use, or the one that the address names. */
export const ConnectionsRoute = ({ params: { id } }: ConnectionsRouteProps) =>
  id === undefined ? <ConnectionList /> : <ConnectionRoute key={id} id={id} />

function ConnectionList() {
  const access = useAccess()
  const { read, move } = usePlace()
  const filter = {
    search: read('search') ?? '',
    state: connectionStates.find((it) => it === read('state')) ?? ('all' as const),
    kind: connectionKinds.find((it) => it === read('kind')) ?? ('all' as const),
    owner: read('owner') ?? '',
  }
  const list = useMachine(() => connectionListMachine(access), [access], { query: {} })
  const done = useMemo(
    () => (said: string) => {
      toast(said)
      list.send({ type: 'user.refreshed' })
    },
    [list],
  )
  const dialog = useMachine(
    () => connectionDialogMachine(access, (isNew) => done(isNew ? messages.created : messages.changed)),
    [access, done],
  )
  const action = useMachine(() => connectionActionMachine(access, (kind) => done(messages.done[kind] ?? '')), [access, done])
  const test = useMachine(
    () => connectionTestFor(access, ({ works, message }) => done(`${works ? messages.works : messages.fails} ${message}`)),
    [access, done],
    { id: '' },
  )
  const signIn = useMachine(() => departureFor(access), [access], { id: '', returnTo: '/connections' })
  const refusal = useContextOf(signIn, 'problem')
  const isTesting = useIsBusy(test)
  const problem = useContextOf(test, 'problem')
  const open = (it: ConnectionItem | null) => dialog.send({ type: 'user.opened', entry: connectionEntryOf(it) })
  const known = useSelector(list, selectPage<ConnectionItem>)?.items ?? []
  const needing = needingAttention(known)
  const leave = ({ id }: ConnectionItem) => signIn.send({ type: 'user.requested', change: { id } })
  const start = (it: ConnectionItem) => test.send({ type: 'user.requested', change: { id: it.id } })
  return (
    <PageFrame
      title={needing.length === 0 ? pageTitles['/connections'] : messages.attention.title(needing.length)}
      where={pageTitles['/connections']}
      sub={messages.sub}
      actions={
        <Button kind="primary" onPress={() => open(null)}>
          <Plus aria-hidden="true" />
          {messages.add}
        </Button>
      }
    >
      {isTesting ? <p role="status">{messages.testing}</p> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {refusal === null ? null : <ProblemAlert problem={refusal} />}
      <ConnectionAttention connections={needing} isBlocked={isTesting} onTest={start} onSignIn={leave} />
      <ListFrame<ConnectionItem> actor={list} name={messages.list} isBare empty={<p>{messages.empty}</p>}>
        {({ items }) => {
          const { shown, counts } = filteredConnections(items, filter)
          return (
            <>
              <Toolbar
                tools={
                  <>
                    <ToolbarSelect
                      label={messages.kind}
                      options={{ all: messages.anyKind, ...messages.kinds }}
                      value={filter.kind}
                      onChoose={(kind) => move({ kind: kind === 'all' ? null : kind })}
                    />
                    <ToolbarSelect
                      label={messages.owner}
                      options={{
                        '': messages.anyOwner,
                        ...Object.fromEntries(ownersOf(items).map(({ _id, name }) => [_id, name])),
                      }}
                      value={filter.owner}
                      onChoose={(owner) => move({ owner: owner === '' ? null : owner })}
                    />
                  </>
                }
              >
                <Search
                  type="search"
                  aria-label={messages.search}
                  placeholder={messages.search}
                  value={filter.search}
                  onChange={({ target }) => move({ search: target.value }, true)}
                />
                <FilterChips
                  label={messages.filter}
                  value={filter.state}
                  options={(['all', ...connectionStates] as const)
                    .filter((value) => value === 'all' || value === filter.state || counts[value] > 0)
                    .map((value) => ({
                      value,
                      name: value === 'all' ? messages.all : messages.states[value],
                      count: counts[value],
                    }))}
                  onChoose={(state) => move({ state: state === 'all' ? null : state })}
                />
              </Toolbar>
              {shown.length === 0 ? (
                <p>{messages.noneFits}</p>
              ) : (
                <ConnectionTable
                  connections={shown}
                  onTest={start}
                  onSignIn={leave}
                  onEdit={open}
                  onPlan={(kind, { id }) => action.send({ type: 'user.planned', action: { kind, id } })}
                />
              )}
              <Planned actor={action} connections={items} />
            </>
          )
        }}
      </ListFrame>
      <ConnectionDialog actor={dialog} />
    </PageFrame>
  )
}

const Search = styled(SearchBox)`
  flex: none;
  width: 15rem;
`

type PlannedProps = { readonly actor: ConfirmedActionActor; readonly connections: readonly ConnectionItem[] }

function Planned({ actor, connections }: PlannedProps) {
  const action = useSelector(actor, selectAction)
  const connection = connections.find(({ id }) => id === action?.id)
  const plan = action === null ? undefined : messages.plans[action.kind as keyof typeof messages.plans]
  if (connection === undefined || plan === undefined) return null
  return (
    <ConfirmedAction
      actor={actor}
      title={plan.title(connection.name)}
      confirm={plan.confirm}
      isDangerous={plan === messages.plans.delete}
    >
      <p>{plan.text}</p>
    </ConfirmedAction>
  )
}
