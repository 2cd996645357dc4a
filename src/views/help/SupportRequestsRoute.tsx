import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import { type SupportState, supportStates } from '#contract/help/support-request.lifecycle.ts'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import { answerDialogMachine, closingMachine, receivedMachine } from '../../services/help/support.actors.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import { FilterChips } from '../kit/controls/FilterChips.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { usePlace } from '../kit/use-place.ts'
import { FiguresSection } from './figures/FiguresSection.tsx'
import { helpMessages } from './help.messages.ts'
import { ReceivedRequests } from './ReceivedRequests.tsx'

const messages = helpMessages.received
const names = { all: messages.all, ...helpMessages.support.status }

/** What people of all companies wrote to support, for the operator. Status, page and open row stand in the address. */
export function SupportRequestsRoute({ access, title }: { readonly access: Access; readonly title: string }) {
  const { read, page, move } = usePlace()
  const status = supportStates.find((each) => each === read('status'))
  return (
    <PageFrame title={title}>
      <FilterChips
        label={helpMessages.support.columns.status}
        options={(['all', ...supportStates] as const).map((value) => ({ value, name: names[value], count: null }))}
        value={status ?? 'all'}
        onChoose={(it) => move({ status: it === 'all' ? null : it, page: null, open: null })}
      />
      <Received key={`${page} ${status}`} access={access} status={status} />
      <FiguresSection access={access} />
    </PageFrame>
  )
}

function Received({ access, status }: { readonly access: Access; readonly status: SupportState | undefined }) {
  const { read, page, move } = usePlace()
  const list = useActorRef(
    useMemo(() => receivedMachine(access), [access]),
    { input: { query: { page, status } }, inspect },
  )
  const answering = useActorRef(
    useMemo(() => answerDialogMachine(access, () => announce(list, messages.sent)), [access, list]),
    { inspect },
  )
  const closing = useActorRef(
    useMemo(() => closingMachine(access, () => announce(list, messages.closed)), [access, list]),
    { inspect },
  )
  const openId = read('open')
  return (
    <ReceivedRequests
      list={list}
      answering={answering}
      closing={closing}
      page={page}
      onPage={(it) => move({ page: String(it), open: null })}
      openId={openId}
      onOpen={(id) => move({ open: id === openId ? null : id })}
    />
  )
}

function announce(list: ListActor, said: string): void {
  toast(said)
  list.send({ type: 'user.refreshed' })
}
