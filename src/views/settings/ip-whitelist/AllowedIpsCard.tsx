import { useSelector } from '@xstate/react'

import type { IpWhitelistChange } from '#contract/settings/system-settings.ts'
import { selectCanWrite, selectEntry, selectIsOpen } from '#src/machines/kit/entry-dialog.machine.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { type AllowedIpDraft, faultOfIpField, ipEntryOf, withIpEntry } from '../../../machines/settings/allowed-ip-entry.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { ipWhitelistMessages } from './ip-whitelist.messages.ts'

const { list: messages, fields } = ipWhitelistMessages

type AllowedIpsCardProps = {
  readonly actor: SettingsSectionActor
  readonly entry: EntryDialogActor
  /** Null while it is not known. */
  readonly ownAddress: string | null
}
type Listed = AllowedIpDraft & { readonly index: number }

const textOf = ({ ipAddress, subnet }: AllowedIpDraft) => `${ipAddress}${subnet}`

/** The addresses that are let in; a change is held in the tab until it is saved. */
export function AllowedIpsCard({ actor, entry, ownAddress }: AllowedIpsCardProps) {
  const { allowedIPs } = useSelector(actor, selectDraft<IpWhitelistChange>)
  const canChange = useSelector(actor, selectCanChange)
  const isOpen = useSelector(entry, selectIsOpen)
  const change = (list: readonly AllowedIpDraft[]) => actor.send({ type: 'user.changed', change: { allowedIPs: list } })
  const open = (index: number | null) =>
    entry.send({ type: 'user.opened', entry: ipEntryOf(index, index === null ? undefined : allowedIPs[index]) })
  const hasOwn = allowedIPs.some((it) => textOf(it) === ownAddress)
  return (
    <SettingsCard title={messages.title} sub={ownAddress === null ? undefined : messages.sub(ownAddress)}>
      {allowedIPs.length === 0 ? (
        <p>{messages.none}</p>
      ) : (
        <Table
          name={messages.title}
          rows={allowedIPs.map((it, index) => ({ ...it, index }))}
          columns={columnsOf(canChange, open, (index) => change(allowedIPs.filter((_, at) => at !== index)))}
          keyOf={({ index }) => String(index)}
          isOneLine
        />
      )}
      <Row>
        <Button isBlocked={!canChange || isOpen} onPress={() => open(null)}>
          {messages.add}
        </Button>
        {ownAddress === null || hasOwn ? null : (
          <Button
            isBlocked={!canChange}
            onPress={() =>
              change(
                withIpEntry(allowedIPs, {
                  ...ipEntryOf(null),
                  ...{ ipAddress: ownAddress, description: messages.ownDescription },
                }),
              )
            }
          >
            {messages.addOwn}
          </Button>
        )}
      </Row>
      <IpDialog actor={entry} />
    </SettingsCard>
  )
}

function columnsOf(
  canChange: boolean,
  onEdit: (index: number) => void,
  onRemove: (index: number) => void,
): readonly Column<Listed>[] {
  const { columns: heads, actions } = messages
  return [
    { id: 'address', title: heads.address, width: 'minmax(9rem, 1.2fr)', draw: textOf },
    {
      id: 'description',
      onPhone: 'plain',
      title: heads.description,
      width: 'minmax(8rem, 2fr)',
      draw: ({ description }) => description,
    },
    {
      id: 'status',
      title: heads.status,
      width: '6rem',
      draw: ({ enabled }) => <StatusDot look={enabled ? 'steady' : 'off'}>{enabled ? messages.on : messages.off}</StatusDot>,
    },
    {
      id: 'added',
      title: heads.added,
      onPhone: 'plain',
      width: '7rem',
      draw: ({ createdAt }) => (createdAt === undefined ? messages.notSaved : <Moment at={createdAt} />),
    },
    {
      id: 'actions',
      title: heads.actions,
      width: '4rem',
      draw: (it) =>
        canChange ? (
          <ActionMenu label={actions.more(textOf(it))}>
            <MenuButton onPress={() => onEdit(it.index)}>{actions.edit}</MenuButton>
            <MenuButton isDanger onPress={() => onRemove(it.index)}>
              {actions.remove}
            </MenuButton>
          </ActionMenu>
        ) : null,
    },
  ]
}

function IpDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useSelector(actor, selectEntry)
  const canWrite = useSelector(actor, selectCanWrite)
  const text = (field: 'ipAddress' | 'subnet' | 'description') => ({
    ...{ label: fields[field], value: entry[field] ?? '', isBlocked: !canWrite, error: faultOfIpField(entry, field) },
    onWrite: (written: string) => actor.send({ type: 'user.wrote', field, text: written }),
  })
  const isNew = entry['index'] === ''
  return (
    <EntryDialog actor={actor} title={isNew ? messages.add : messages.edit} submit={isNew ? messages.submitNew : messages.submit}>
      <Field {...text('ipAddress')} isRequired spellCheck={false} autoComplete="off" />
      <Field {...text('subnet')} hint={fields.subnetHint} spellCheck={false} autoComplete="off" />
      <Field {...text('description')} />
      <Switch
        label={fields.enabled}
        isOn={entry['enabled'] !== ''}
        isBlocked={!canWrite}
        onTurn={(isOn) => actor.send({ type: 'user.wrote', field: 'enabled', text: isOn ? 'yes' : '' })}
      />
    </EntryDialog>
  )
}
