import { useSelector } from '@xstate/react'

import { bulkActions } from '#contract/connectors/list/connector-bulk.ts'
import type { OverviewActor } from '#src/machines/connectors/list/overview.machine.ts'
import { selectEntry } from '#src/machines/kit/bulk/bulk-action.machine.ts'
import { connectorBulkMachine, connectorsInput, openBulk } from '#src/services/connectors/list/connector-job.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { Select } from '#src/views/kit/controls/Select.tsx'
import { BulkDialog } from '#src/views/kit/feedback/BulkDialog.tsx'
import { toast } from '#src/views/kit/feedback/toast.ts'
import { connectorJobMessages as messages } from './connector-job.messages.ts'

type Props = { readonly overview: OverviewActor }

/** One action on every connector that the list finds, however many they are. */
export function AllFound({ overview }: Props) {
  const access = useAccess()
  const actor = useMachine(
    () =>
      connectorBulkMachine(access, () => {
        toast(messages.ordered)
        overview.send({ type: 'connectors.moved' })
      }),
    [access, overview],
    connectorsInput,
  )
  const { action } = useSelector(actor, selectEntry)
  return (
    <>
      <Button onPress={() => actor.send(openBulk(overview.getSnapshot().context.query))}>{messages.open}</Button>
      <BulkDialog actor={actor} title={messages.title} submit={messages.submit} reasons={messages.reasons}>
        <Select
          label={messages.action}
          options={messages.actions}
          value={bulkActions.find((it) => it === action) ?? 'pause'}
          onChoose={(text) => actor.send({ type: 'user.wrote', field: 'action', text })}
        />
      </BulkDialog>
    </>
  )
}
