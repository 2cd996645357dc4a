import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { Webhook } from '#contract/settings/webhook.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import type { NotificationsDraft } from '../../../machines/settings/mail-draft.ts'
import { selectCanOpen } from '../../../machines/settings/secret-entry.selectors.ts'
import { webhookEntryOf } from '../../../machines/settings/webhook-entry.ts'
import {
  deliveryListMachine,
  webhookCallFor,
  webhookListMachine,
  webhookMachineFor,
  webhookRemovalMachine,
} from '../../../services/settings/webhooks.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { NewSecretNote } from '../NewSecretNote.tsx'
import { DeliveriesCard } from './DeliveriesCard.tsx'
import { WebhookDialogs } from './WebhookDialogs.tsx'
import { WebhookTable } from './WebhookTable.tsx'
import { webhookMessages as messages } from './webhooks.messages.ts'

type WebhooksSectionProps = { readonly section: SettingsSectionActor }
const subjectOf = ({ id, name, revision }: Webhook) => ({ id, name, revision })

/** Webhooks of the company: the switch of all of them, each with its secret shown once, and what was delivered. */
export function WebhooksSection({ section }: WebhooksSectionProps) {
  const access = useAccess()
  const { read, move } = usePlace()
  const { webhooksEnabled } = useSelector(section, selectDraft<NotificationsDraft>)
  const canChange = useSelector(section, selectCanChange)
  const list = useMachine(() => webhookListMachine(access), [access], { query: {} })
  const saved = useMemo(
    () => () => {
      toast(messages.saved)
      list.send({ type: 'user.refreshed' })
    },
    [list],
  )
  const actor = useMachine(() => webhookMachineFor(access, { saved, copied: () => void toast(messages.copied) }), [access, saved])
  const removal = useMachine(
    () =>
      webhookRemovalMachine(access, () => {
        toast(messages.removal.done)
        list.send({ type: 'user.refreshed' })
      }),
    [access, list],
  )
  const canOpen = useSelector(actor, selectCanOpen)
  const show = (id: string | null) => move({ webhook: id })
  return (
    <>
      <SettingsCard title={messages.title} sub={messages.sub}>
        <Switch
          label={messages.enabled}
          hint={messages.enabledHint}
          isOn={webhooksEnabled}
          isBlocked={!canChange}
          onTurn={(isOn) => section.send({ type: 'user.changed', change: { webhooksEnabled: isOn } })}
        />
        <NewSecretNote actor={actor} messages={messages} />
        <ListFrame<Webhook> actor={list} name={messages.name} isBare empty={<p>{messages.none}</p>}>
          {({ items }) => (
            <>
              <WebhookTable
                webhooks={items}
                isBlocked={!canOpen}
                onEdit={(it) => actor.send({ type: 'user.opened', subject: subjectOf(it), entry: webhookEntryOf(it) })}
                onReplace={(it) => actor.send({ type: 'user.replaced', subject: subjectOf(it) })}
                onShow={({ id }) => show(id)}
                onDelete={({ id }) => removal.send({ type: 'user.planned', action: { kind: 'delete', id } })}
              />
              <Removal actor={removal} webhooks={items} />
            </>
          )}
        </ListFrame>
        <Row>
          <Button
            isBlocked={!canOpen}
            onPress={() => actor.send({ type: 'user.opened', subject: null, entry: webhookEntryOf(null) })}
          >
            {messages.add}
          </Button>
        </Row>
        <WebhookDialogs actor={actor} />
      </SettingsCard>
      <Shown list={list} id={read('webhook')} onHide={() => show(null)} />
    </>
  )
}

type RemovalProps = { readonly actor: Parameters<typeof ConfirmedAction>[0]['actor']; readonly webhooks: readonly Webhook[] }

function Removal({ actor, webhooks }: RemovalProps) {
  const action = useSelector(actor, selectAction)
  const webhook = webhooks.find(({ id }) => id === action?.id)
  if (webhook === undefined) return null
  const { removal } = messages
  return (
    <ConfirmedAction actor={actor} title={removal.title(webhook.name)} confirm={removal.confirm} isDangerous>
      <p>{removal.text}</p>
    </ConfirmedAction>
  )
}

type ShownProps = {
  readonly list: ListActor
  readonly id: string | null
  readonly onHide: () => void
}

/** The deliveries of the webhook that the address names. */
function Shown({ list, id, onHide }: ShownProps) {
  const items = useSelector(list, selectPage<Webhook>)?.items ?? []
  const webhook = items.find((it) => it.id === id)
  return webhook === undefined ? null : <Deliveries key={webhook.id} webhook={webhook} onHide={onHide} />
}

type DeliveriesProps = { readonly webhook: Webhook; readonly onHide: () => void }

function Deliveries({ webhook, onHide }: DeliveriesProps) {
  const access = useAccess()
  const list = useMachine(() => deliveryListMachine(access), [access], { query: { id: webhook.id } })
  const call = useMachine(() => webhookCallFor(access, () => list.send({ type: 'user.refreshed' })), [access, list], {
    id: webhook.id,
    deliveryId: null,
  })
  const hide = (
    <Button kind="quiet" onPress={onHide}>
      {messages.deliveries.hide}
    </Button>
  )
  return <DeliveriesCard webhook={webhook} actor={list} call={call} hide={hide} />
}
