import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { markReadMachine, notificationListMachine } from '../../../services/account/notifications.actors.ts'
import type { Own } from '../../../services/account/security.service.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { NotificationTable } from './NotificationTable.tsx'
import { notificationMessages } from './notifications.messages.ts'

const messages = notificationMessages.history

/** What was sent to the person within a year. The page stands in the address. */
export function NotificationHistoryTab({ user, title }: AccountTabProps) {
  const access = useAccess()
  const own = useMemo(() => ({ access, userId: user._id }), [access, user._id])
  const marking = useMachine(() => markReadMachine(own, () => void toast(messages.marked)), [own])
  const planned = useSelector(marking, selectAction)
  const { page } = usePlace()
  return (
    <PageFrame
      title={title}
      where={accountMessages.page}
      actions={
        <Button onPress={() => marking.send({ type: 'user.planned', action: { kind: 'read', id: 'all' } })}>
          {messages.markAll}
        </Button>
      }
    >
      <History key={page} own={own} />
      {planned === null ? null : (
        <ConfirmedAction actor={marking} title={messages.confirmTitle} confirm={messages.markAll}>
          <p>{messages.confirmText}</p>
        </ConfirmedAction>
      )}
    </PageFrame>
  )
}

function History({ own }: { readonly own: Own }) {
  const { page, move } = usePlace()
  const actor = useMachine(() => notificationListMachine(own), [own], { query: { page } })
  return <NotificationTable actor={actor} page={page} onPage={(it) => move({ page: String(it) })} />
}
