import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { ConnectionItem } from '#contract/connections/connection.ts'
import { connectionEntryOf } from '#src/machines/connections/connection-entry.ts'
import { type ConfirmedActionActor, selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import {
  connectionActionMachine,
  connectionDialogMachine,
  connectionListMachine,
  connectionTestFor,
} from '#src/services/connections/connections.actors.ts'
import { useAccess } from '../kit/actors/use-access.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { ConfirmedAction } from '../kit/feedback/ConfirmedAction.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { pageTitles } from '../kit/pages.messages.ts'
import { usePlace } from '../kit/use-place.ts'
import { useContextOf, useIsBusy } from '../kit/use-snapshot.ts'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { ConnectionTable } from './ConnectionTable.tsx'
import { ConnectionUsesMount } from './ConnectionUsesMount.tsx'
import { connectionMessages as messages } from './connections.messages.ts'

/** The connections that a person may use. */
export function ConnectionsRoute() {
  const access = useAccess()
  const { read, move } = usePlace()
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
  const isTesting = useIsBusy(test)
  const problem = useContextOf(test, 'problem')
  const open = (it: ConnectionItem | null) => dialog.send({ type: 'user.opened', entry: connectionEntryOf(it) })
  return (
    <PageFrame
      title={pageTitles['/connections']}
      actions={
        <Button kind="primary" onPress={() => open(null)}>
          {messages.add}
        </Button>
      }
    >
      <p>{messages.sub}</p>
      {isTesting ? <p role="status">{messages.testing}</p> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <ListFrame<ConnectionItem> actor={list} name={messages.list} empty={<p>{messages.empty}</p>}>
        {({ items }) => (
          <>
            <ConnectionTable
              connections={items}
              onTest={({ id }) => test.send({ type: 'user.requested', change: { id } })}
              onEdit={open}
              onUses={({ id }) => move({ uses: id })}
              onPlan={(kind, { id }) => action.send({ type: 'user.planned', action: { kind, id } })}
            />
            <Planned actor={action} connections={items} />
            {items
              .filter(({ id }) => id === read('uses'))
              .map((it) => (
                <ConnectionUsesMount key={it.id} connection={it} onClose={() => move({ uses: null })} />
              ))}
          </>
        )}
      </ListFrame>
      <ConnectionDialog actor={dialog} />
    </PageFrame>
  )
}

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
