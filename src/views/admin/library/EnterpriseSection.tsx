import type { EnterpriseDetails } from '#contract/library/enterprise.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { enterpriseEntryMachine, offeringMachine, publicationDecisionMachine } from '../../../services/admin/enterprise.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { EnterpriseFacts } from './EnterpriseFacts.tsx'
import { enterpriseMessages as messages } from './enterprise.messages.ts'
import { OfferDialog } from './OfferDialog.tsx'
import { PublicationDecision } from './PublicationDecision.tsx'

type EnterpriseSectionProps = { readonly id: string; readonly onChanged: () => void }

/** One published connector: its versions, who uses it, and to whom it is offered. */
export function EnterpriseSection({ id, onChanged }: EnterpriseSectionProps) {
  const access = useAccess()
  const actor = useMachine(() => enterpriseEntryMachine(access, id), [access, id], { query: {} })
  const offering = useMachine(
    () =>
      offeringMachine(access, () => {
        toast(messages.offer.done)
        actor.send({ type: 'user.refreshed' })
        onChanged()
      }),
    [access, actor, onChanged],
  )
  const deciding = useMachine(
    () =>
      publicationDecisionMachine(access, (decision) => {
        toast(messages.decision.done[decision])
        actor.send({ type: 'user.refreshed' })
        onChanged()
      }),
    [access, actor, onChanged],
  )
  return (
    <>
      <ListFrame<EnterpriseDetails> actor={actor} name={messages.details.name} empty={null} isBare>
        {({ items }) =>
          items.map((it) => (
            <EnterpriseFacts
              key={it.id}
              entry={it}
              onDecide={(decision) =>
                deciding.send({
                  type: 'user.opened',
                  entry: { id, name: it.name, decision, hosts: it.hosts.join(', '), revision: String(it.revision), reason: '' },
                })
              }
              onOffer={() =>
                offering.send({
                  type: 'user.opened',
                  entry: { id, name: it.name, audience: it.audience, companies: it.companies.join('\n') },
                })
              }
            />
          ))
        }
      </ListFrame>
      <OfferDialog actor={offering} />
      <PublicationDecision actor={deciding} />
    </>
  )
}
