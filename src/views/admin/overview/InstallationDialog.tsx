import { installationLimits } from '#contract/admin/installation-limits.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { installationMessages } from './installation.messages.ts'

const { dialog: messages, signUp, signUps, publicationsOf } = installationMessages

export function InstallationDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useContextOf(actor, 'entry')
  const isBusy = useIsBusy(actor)
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  return (
    <EntryDialog actor={actor} title={messages.title} submit={messages.save}>
      <Select
        label={signUp}
        options={signUps}
        value={entry['signUp'] === 'closed' ? 'closed' : 'open'}
        isBlocked={isBusy}
        onChoose={write('signUp')}
      />
      <TextArea
        label={messages.domains}
        hint={messages.domainsHint}
        rows={3}
        value={entry['domains'] ?? ''}
        isBlocked={isBusy}
        onWrite={write('domains')}
      />
      <Field
        label={messages.signUpsADay}
        hint={messages.signUpsHint}
        inputMode="numeric"
        autoComplete="off"
        value={entry['signUpsADay'] ?? ''}
        isBlocked={isBusy}
        onWrite={write('signUpsADay')}
      />
      <Select
        label={messages.sandbox}
        hint={messages.sandboxHint}
        options={signUps}
        value={entry['sandbox'] === 'closed' ? 'closed' : 'open'}
        isBlocked={isBusy}
        onChoose={write('sandbox')}
      />
      <Select
        label={messages.publications}
        hint={messages.publicationsHint}
        options={publicationsOf}
        value={entry['publications'] === 'asked' ? 'asked' : 'open'}
        isBlocked={isBusy}
        onChoose={write('publications')}
      />
      <TextArea
        label={messages.maintenance}
        hint={messages.maintenanceHint}
        rows={3}
        maxLength={installationLimits.messageMax}
        value={entry['maintenance'] ?? ''}
        isBlocked={isBusy}
        onWrite={write('maintenance')}
      />
    </EntryDialog>
  )
}
