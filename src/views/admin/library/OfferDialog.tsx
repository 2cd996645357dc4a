import { type Audience, audiences } from '#contract/library/enterprise-limits.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { Choice } from '../../kit/controls/Choice.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { enterpriseMessages } from './enterprise.messages.ts'

const { offer: messages, audience: names } = enterpriseMessages

/** To whom a published connector is offered. */
export function OfferDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useContextOf(actor, 'entry')
  const isBusy = useIsBusy(actor)
  const audience: Audience = audiences.find((it) => it === entry['audience']) ?? 'everyone'
  return (
    <EntryDialog actor={actor} title={messages.title(entry['name'] ?? '')} submit={messages.save}>
      <p>{messages.text}</p>
      <Choice
        label={messages.audience}
        options={audiences.map((value) => ({ value, name: names[value], description: messages.descriptions[value] }))}
        value={audience}
        isBlocked={isBusy}
        onChoose={(text) => actor.send({ type: 'user.wrote', field: 'audience', text })}
      />
      {audience === 'chosen' ? (
        <TextArea
          label={messages.companies}
          hint={messages.companiesHint}
          rows={5}
          value={entry['companies'] ?? ''}
          isBlocked={isBusy}
          onWrite={(text) => actor.send({ type: 'user.wrote', field: 'companies', text })}
        />
      ) : null}
    </EntryDialog>
  )
}
