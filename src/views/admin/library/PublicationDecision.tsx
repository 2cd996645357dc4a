import { enterpriseLimits } from '#contract/library/enterprise-limits.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { enterpriseMessages } from './enterprise.messages.ts'

const { decision: messages } = enterpriseMessages

/** Approve a public connector, or decline it with the reason that its publisher reads. */
export function PublicationDecision({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useContextOf(actor, 'entry')
  const isBusy = useIsBusy(actor)
  const name = entry['name'] ?? ''
  if (entry['decision'] === 'approve')
    return (
      <EntryDialog actor={actor} title={messages.approveTitle(name)} submit={messages.approve}>
        <p>{messages.approveText(entry['hosts'] || messages.noHosts)}</p>
      </EntryDialog>
    )
  return (
    <EntryDialog actor={actor} title={messages.declineTitle(name)} submit={messages.decline}>
      <TextArea
        label={messages.reason}
        hint={messages.reasonHint}
        rows={3}
        maxLength={enterpriseLimits.reasonMax}
        value={entry['reason'] ?? ''}
        isBlocked={isBusy}
        onWrite={(text) => actor.send({ type: 'user.wrote', field: 'reason', text })}
      />
    </EntryDialog>
  )
}
