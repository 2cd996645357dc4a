import { useSelector } from '@xstate/react'

import { customerDecisions } from '../../../machines/admin/customer.page.machine.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { customerMessages as messages } from './customer.messages.ts'

/** Asks before a decision is carried out; `choice` of the planned action is the name of the company. */
export function CustomerDecisions({ actor }: { readonly actor: ConfirmedActionActor }) {
  const planned = useSelector(actor, selectAction)
  const decision = customerDecisions.find((it) => it === planned?.kind)
  if (planned === null || decision === undefined) return null
  const { title, text, confirm } = messages.decisions[decision]
  return (
    <ConfirmedAction actor={actor} title={title(planned.choice ?? '')} confirm={confirm} isDangerous={decision === 'deleteNote'}>
      <p>{text}</p>
    </ConfirmedAction>
  )
}
