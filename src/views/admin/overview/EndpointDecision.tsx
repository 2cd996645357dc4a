import { privateNetworkLimits as limits } from '#contract/settings/network/network-limits.ts'
import type { EndpointRequest } from '#contract/settings/network/private-endpoint.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { Decision } from '../../../machines/settings/endpoint-entry.ts'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { endpointsMessages as messages } from './endpoints.messages.ts'

type EndpointDecisionProps = { readonly actor: EntryDialogActor; readonly endpoints: readonly EndpointRequest[] }

/** Approve for which addresses, or refuse and withdraw with the reason that the company reads. */
export function EndpointDecision({ actor, endpoints }: EndpointDecisionProps) {
  const entry = useContextOf(actor, 'entry')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const endpoint = endpoints.find(({ id }) => id === entry['id'])
  if (endpoint === undefined) return null
  const decision = entry['decision'] as Decision
  const write = (field: 'networks' | 'reason') => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const { title, action } = messages.decisions[decision]
  return (
    <EntryDialog actor={actor} title={title(endpoint.name)} submit={action}>
      <p>{messages.facts(endpoint.company, endpoint.endpointUrl)}</p>
      {decision === 'withdraw' ? <p>{messages.withdrawn}</p> : null}
      {decision !== 'approve' ? (
        <TextArea
          label={messages.reason}
          hint={messages.reasonHint}
          rows={3}
          maxLength={limits.reasonMax}
          value={entry['reason'] ?? ''}
          isBlocked={isBusy}
          onWrite={write('reason')}
        />
      ) : endpoint.gatewayName !== null ? (
        <p>{messages.behind(endpoint.gatewayName)}</p>
      ) : (
        <>
          <p>{messages.found(endpoint.found)}</p>
          <TextArea
            label={messages.networks}
            hint={messages.networksHint}
            rows={3}
            isCode
            value={entry['networks'] ?? ''}
            isBlocked={isBusy}
            error={faultAt(problem, '/networks') ?? faultAt(problem, '/networks/0')}
            onWrite={write('networks')}
          />
        </>
      )}
    </EntryDialog>
  )
}
