import type { ReactNode } from 'react'

import type { SupportState } from '#contract/help/support-request.lifecycle.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import { answerDialogMachine, closingMachine, receivedMachine } from '../../../services/help/support.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { usePlace } from '../../kit/use-place.ts'
import { helpMessages } from '../help.messages.ts'
import { ReceivedRequests } from './ReceivedRequests.tsx'

const messages = helpMessages.received

type ReceivedProps = {
  readonly status?: SupportState | undefined
  /** Only of this company; without it of all. */
  readonly companyId?: string
  /** Drawn where there are none. */
  readonly empty?: ReactNode
}

/** A page of requests to support with what the operator does with each. */
export function ReceivedSection({ status, companyId, empty }: ReceivedProps) {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const list = useMachine(() => receivedMachine(access), [access], { query: { page, status, companyId } })
  const answering = useMachine(() => answerDialogMachine(access, () => announce(list, messages.sent)), [access, list])
  const closing = useMachine(() => closingMachine(access, () => announce(list, messages.closed)), [access, list])
  const openId = read('open')
  return (
    <ReceivedRequests
      list={list}
      {...(empty === undefined ? {} : { empty })}
      answering={answering}
      closing={closing}
      page={page}
      onPage={(it) => move({ page: String(it), open: null })}
      openId={openId}
      onOpen={(id) => move({ open: id === openId ? null : id })}
    />
  )
}

function announce(list: ListActor, message: string): void {
  toast(message)
  list.send({ type: 'user.refreshed' })
}
