import type { Gateway } from '#contract/settings/network/gateway.ts'
import { regions, serviceTypes } from '#contract/settings/network/network-limits.ts'
import type { EntryDialogActor } from '../../../../machines/kit/entry-dialog.machine.ts'
import { faultAt } from '../../../../machines/kit/field-fault.ts'
import { type EndpointField, faultOfEndpointUrl } from '../../../../machines/settings/endpoint-entry.ts'
import { Field } from '../../../kit/controls/Field.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { EntryDialog } from '../../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../../kit/use-snapshot.ts'
import { cloudMessages } from './cloud.messages.ts'

const { endpoint: messages, serviceTypes: typeNames } = cloudMessages
const { fields } = messages

type EndpointDialogProps = { readonly actor: EntryDialogActor; readonly gateways: readonly Pick<Gateway, 'id' | 'name'>[] }

export function EndpointDialog({ actor, gateways }: EndpointDialogProps) {
  const entry = useContextOf(actor, 'entry')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const write = (field: EndpointField) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const ways: Record<string, string> = {
    '': messages.directly,
    ...Object.fromEntries(gateways.map(({ id, name }) => [id, name])),
  }
  return (
    <EntryDialog actor={actor} title={messages.add} submit={messages.ask}>
      <Field isRequired label={fields.name} value={entry['name'] ?? ''} isBlocked={isBusy} onWrite={write('name')} />
      <Select
        label={fields.serviceType}
        options={typeNames}
        value={serviceTypes.find((it) => it === entry['serviceType']) ?? 'other'}
        isBlocked={isBusy}
        onChoose={write('serviceType')}
      />
      <Field
        isRequired
        label={fields.endpointUrl}
        hint={fields.endpointUrlHint}
        spellCheck={false}
        autoComplete="off"
        value={entry['endpointUrl'] ?? ''}
        isBlocked={isBusy}
        error={faultAt(problem, '/endpointUrl') ?? faultOfEndpointUrl(entry)}
        onWrite={write('endpointUrl')}
      />
      <Select
        label={fields.region}
        options={Object.fromEntries(regions.map((it) => [it, it])) as Record<(typeof regions)[number], string>}
        value={regions.find((it) => it === entry['region']) ?? 'us-east-1'}
        isBlocked={isBusy}
        onChoose={write('region')}
      />
      <Select
        label={fields.gateway}
        hint={fields.gatewayHint}
        options={ways}
        value={entry['gatewayId'] ?? ''}
        isBlocked={isBusy}
        onChoose={write('gatewayId')}
      />
    </EntryDialog>
  )
}
