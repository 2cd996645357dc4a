import { useSelector } from '@xstate/react'

import type { ConnectedIdentity } from '#contract/auth/security.ts'
import type { ConfirmedActionActor } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { securityMessages } from './security.messages.ts'

const messages = securityMessages.identities

type IdentitiesCardProps = { readonly actor: ListActor; readonly disconnect: ConfirmedActionActor }

/** The providers that the person can sign in with. */
export function IdentitiesCard({ actor, disconnect }: IdentitiesCardProps) {
  const planned = useSelector(disconnect, selectAction)
  const identities = useSelector(actor, selectPage<ConnectedIdentity>)?.items ?? []
  const provider = identities.find(({ id }) => id === planned?.id)?.provider ?? ''
  const plan = (id: string) => disconnect.send({ type: 'user.planned', action: { kind: 'disconnect', id } })
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <ListFrame<ConnectedIdentity> actor={actor} name={messages.name} empty={<p>{messages.none}</p>} isBare>
        {({ items }) => <Table name={messages.title} columns={columnsOf(plan)} rows={items} keyOf={({ id }) => id} />}
      </ListFrame>
      {planned === null ? null : (
        <ConfirmedAction
          actor={disconnect}
          title={messages.confirm.title(provider)}
          confirm={messages.confirm.confirm}
          isDangerous
        >
          <p>{messages.confirm.text}</p>
        </ConfirmedAction>
      )}
    </SettingsCard>
  )
}

const columnsOf = (onPlan: (id: string) => void): readonly Column<ConnectedIdentity>[] => [
  { id: 'provider', title: messages.columns.provider, width: 'minmax(9rem, 2fr)', draw: ({ provider }) => provider },
  { id: 'since', title: messages.columns.since, width: '9rem', draw: ({ connectedAt }) => <Moment at={connectedAt} /> },
  {
    id: 'action',
    title: messages.columns.action,
    width: '8rem',
    draw: ({ id, provider }) => (
      <Button kind="quiet" label={messages.disconnectOf(provider)} onPress={() => onPlan(id)}>
        {messages.disconnect}
      </Button>
    ),
  },
]
