import styled from 'styled-components'

import { installationLimits } from '#contract/admin/installation-limits.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import { font, space } from '../../../theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { installationMessages } from './installation.messages.ts'

const { dialog: messages, signUp, signUps, publicationsOf, planned } = installationMessages

export function InstallationDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useContextOf(actor, 'entry')
  const isBusy = useIsBusy(actor)
  const problem = useContextOf(actor, 'problem')
  const isHalf = ((entry['from'] ?? '') === '') !== ((entry['until'] ?? '') === '')
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
      <Ends role="group" aria-label={planned}>
        <p>{planned}</p>
        <Hint>{messages.plannedHint}</Hint>
        <Field
          label={messages.from}
          type="datetime-local"
          value={entry['from'] ?? ''}
          isBlocked={isBusy}
          onWrite={write('from')}
        />
        <Field
          label={messages.until}
          type="datetime-local"
          value={entry['until'] ?? ''}
          isBlocked={isBusy}
          error={isHalf ? messages.incomplete : faultAt(problem, '/plannedMaintenance/until')}
          onWrite={write('until')}
        />
        {entry['from'] || entry['until'] ? (
          <TextArea
            label={messages.message}
            rows={2}
            maxLength={installationLimits.messageMax}
            value={entry['message'] ?? ''}
            isBlocked={isBusy}
            onWrite={write('message')}
          />
        ) : null}
      </Ends>
    </EntryDialog>
  )
}

const Ends = styled.div`
  display: grid;
  gap: ${space[12]};

  & > p:first-child {
    font: ${font.strong};
  }
`
