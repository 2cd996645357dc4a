import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { messageListMachine } from '../../services/admin/outbox.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { Field } from '../kit/controls/Field.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { usePlace } from '../kit/use-place.ts'
import { OutboxTable } from './OutboxTable.tsx'
import { outboxMessages as messages } from './outbox.messages.ts'

const pageSize = 25

/** What was sent to people, for the operator. The page, the recipient and the open row stand in the address. */
export function OutboxRoute() {
  const { read, page, move } = usePlace()
  const written = read('to') ?? ''
  const to = written.trim() || undefined
  return (
    <PageFrame title={messages.title}>
      <Field
        label={messages.recipient}
        type="search"
        spellCheck={false}
        value={written}
        onWrite={(it) => move({ to: it, page: null, open: null }, true)}
      />
      <Messages key={`${page} ${to}`} to={to} />
    </PageFrame>
  )
}

function Messages({ to }: { readonly to: string | undefined }) {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const actor = useMachine(() => messageListMachine(access), [access], { query: { to, page, limit: pageSize } })
  const openId = read('open')
  return (
    <OutboxTable
      actor={actor}
      page={page}
      pageSize={pageSize}
      onPage={(it) => move({ page: String(it), open: null })}
      isNarrowed={to !== undefined}
      openId={openId}
      onOpen={(id) => move({ open: id === openId ? null : id })}
    />
  )
}
