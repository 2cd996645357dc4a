import { useSelector } from '@xstate/react'
import { majorOf } from '#contract/kit/money/minor-units.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectConnector } from '#src/machines/connectors/details/connector.machine.ts'
import { isBudget, optionsEntry } from '#src/machines/connectors/details/connector-options.ts'
import type { EntryDialogActor } from '#src/machines/kit/entry-dialog.machine.ts'
import { selectCanWrite, selectEntry } from '#src/machines/kit/entry-dialog.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { Card, CardTitle, Hint } from '../../kit/layout/blocks.ts'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { optionsMessages as messages } from './options.messages.ts'

type OptionsCardProps = { readonly actor: ConnectorActor; readonly editing: EntryDialogActor }

/** What the connector may cost, how much it sends at once, and whether it keeps payloads: it holds at once, without a deployment. */
export function OptionsCard({ actor, editing }: OptionsCardProps) {
  const connector = useSelector(actor, selectConnector)
  const { budgetLimit, computeSize, storeLocally } = connector
  return (
    <Card aria-label={messages.name}>
      <Toolbar
        tools={
          <Button onPress={() => editing.send({ type: 'user.opened', entry: optionsEntry(connector) })}>{messages.edit}</Button>
        }
      >
        <CardTitle>{messages.name}</CardTitle>
      </Toolbar>
      <KeyValue
        of={[
          [messages.budget, budgetLimit === null ? messages.noBudget : messages.budgetOf(majorOf(budgetLimit))],
          [messages.size, messages.sizes[computeSize]],
          [messages.payloads, messages.kept[storeLocally ? 'kept' : 'not-kept']],
        ]}
      />
      <OptionsDialog actor={editing} />
    </Card>
  )
}

function OptionsDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useSelector(actor, selectEntry)
  const canWrite = useSelector(actor, selectCanWrite)
  const budget = entry['budget'] ?? ''
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  return (
    <EntryDialog actor={actor} title={messages.title} submit={messages.submit}>
      <Field
        label={messages.budget}
        value={budget}
        isBlocked={!canWrite}
        hint={messages.budgetHint}
        error={isBudget(budget) ? undefined : messages.wrongBudget}
        onWrite={write('budget')}
      />
      <Select
        label={messages.size}
        options={messages.sizes}
        value={(entry['size'] ?? 'small') as keyof typeof messages.sizes}
        isBlocked={!canWrite}
        onChoose={write('size')}
      />
      <Select
        label={messages.payloads}
        options={messages.kept}
        value={(entry['payloads'] ?? 'kept') as keyof typeof messages.kept}
        isBlocked={!canWrite}
        onChoose={write('payloads')}
      />
      <Hint>{messages.payloadsHint}</Hint>
    </EntryDialog>
  )
}
