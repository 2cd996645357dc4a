import { useMemo } from 'react'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import { faultAt } from '#src/machines/kit/field-fault.ts'
import { connectionMakingOf, type MadeConnection, type MakingSide } from '#src/services/connections/connection-making.actors.ts'
import { connectionMessages } from '../../connections/connections.messages.ts'
import { useAccess } from '../../kit/actors/use-access.ts'
import { usePage } from '../../kit/actors/use-page.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'

const { making: messages, fields, visibilities } = connectionMessages

type MakeConnectionSectionProps = MakingSide & {
  /** What the field of the name begins with. */
  readonly name: string
  readonly onMade: (connection: ConnectionDetails) => void
}

/** Turns the saved credentials of a step into a connection, and says how many other connectors could use it. */
export function MakeConnectionSection({ connectorId, path, name, onMade }: MakeConnectionSectionProps) {
  const access = useAccess()
  const machine = useMemo(() => connectionMakingOf(access, { connectorId, path }), [access, connectorId, path])
  // The step may have changed since: what was made is put into the step as it is now.
  const actor = usePage(machine, undefined, ({ output }) => {
    const { connection, others } = output as MadeConnection
    onMade(connection)
    return messages.made(others)
  })
  const entry = useContextOf(actor, 'entry')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  return (
    <>
      <Button onPress={() => actor.send({ type: 'user.opened', entry: { name, visibility: 'everyone' } })}>
        {messages.open}
      </Button>
      <EntryDialog actor={actor} title={messages.title} submit={connectionMessages.create}>
        <p>{messages.text}</p>
        <Field
          isRequired
          label={fields.name}
          hint={fields.nameHint}
          value={entry['name'] ?? ''}
          isBlocked={isBusy}
          error={faultAt(problem, '/name')}
          onWrite={write('name')}
        />
        <Select
          label={fields.visibility}
          options={visibilities}
          value={entry['visibility'] === 'named' ? 'named' : 'everyone'}
          isBlocked={isBusy}
          onChoose={write('visibility')}
        />
      </EntryDialog>
    </>
  )
}
