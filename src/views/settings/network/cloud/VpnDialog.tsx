import { isKeyInTheClear } from '#contract/settings/network/host-port.ts'
import type { EntryDialogActor } from '../../../../machines/kit/entry-dialog.machine.ts'
import { faultAt } from '../../../../machines/kit/field-fault.ts'
import { faultOfGatewayField, type GatewayField } from '../../../../machines/settings/gateway-entry.ts'
import { Field } from '../../../kit/controls/Field.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { Switch } from '../../../kit/controls/Switch.tsx'
import { EntryDialog } from '../../../kit/feedback/EntryDialog.tsx'
import { Hint } from '../../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy } from '../../../kit/use-snapshot.ts'
import { cloudMessages } from './cloud.messages.ts'

const { vpn: messages, providers, save } = cloudMessages
const { fields } = messages

export function VpnDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useContextOf(actor, 'entry')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isKeyMissing = (entry['keyMissing'] ?? '') !== ''
  const isNew = (entry['id'] ?? '') === ''
  const write = (field: GatewayField) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const text = (field: 'name' | 'endpointUrl' | 'username' | 'presharedKey') => ({
    ...{ label: fields[field], value: entry[field] ?? '', isBlocked: isBusy, onWrite: write(field) },
    error: faultAt(problem, `/${field}`) ?? faultOfGatewayField(entry, field),
  })
  const provider = (Object.keys(providers) as (keyof typeof providers)[]).find((it) => it === entry['provider']) ?? 'custom'
  return (
    <EntryDialog actor={actor} title={isNew ? messages.add : messages.edit} submit={isNew ? messages.add : save}>
      <Field isRequired {...text('name')} />
      <Select label={fields.provider} options={providers} value={provider} isBlocked={isBusy} onChoose={write('provider')} />
      <Field isRequired hint={fields.endpointUrlHint} spellCheck={false} autoComplete="off" {...text('endpointUrl')} />
      <Field hint={fields.usernameHint} spellCheck={false} autoComplete="off" {...text('username')} />
      <Field
        isRequired={isNew || isKeyMissing}
        type="password"
        autoComplete="off"
        {...(isNew ? {} : { hint: isKeyMissing ? fields.keyMissing : fields.keyKept(entry['last4'] ?? '') })}
        {...text('presharedKey')}
      />
      {isKeyInTheClear(entry['endpointUrl'] ?? '') ? <Hint role="note">{fields.clear}</Hint> : null}
      <Switch
        label={fields.enabled}
        isOn={entry['enabled'] !== ''}
        isBlocked={isBusy}
        onTurn={(isOn) => write('enabled')(isOn ? 'yes' : '')}
      />
    </EntryDialog>
  )
}
