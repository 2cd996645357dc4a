import { useSelector } from '@xstate/react'

import type { GatewayName } from '#contract/settings/network/gateway.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { gatewayNamesMachine } from '#src/services/settings/private-network.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { Block } from '../systems/form-parts.tsx'
import { gatewayMessages as messages } from './gateway.messages.ts'

type System = { readonly gateway?: string | undefined }
type GatewaySectionProps<Config extends System> = {
  readonly config: Config
  readonly isWritable: boolean
  readonly onChange: (config: Config) => void
}

/** Through which gateway of the company a system is reached. Nothing is drawn where the company has none and none is named. */
export function GatewaySection<Config extends System>({ config, isWritable, onChange }: GatewaySectionProps<Config>) {
  const access = useAccess()
  const actor = useMachine(() => gatewayNamesMachine(access), [access], { query: {} })
  const known = useSelector(actor, selectPage<GatewayName>)?.items ?? null
  const { gateway = '', ...rest } = config
  const chosen = known?.find(({ id }) => id === gateway)
  if (gateway === '' && (known ?? []).length === 0) return null
  const options: Record<string, string> = {
    '': messages.none,
    ...Object.fromEntries((known ?? []).map(({ id, name, isOn }) => [id, isOn ? name : messages.off(name)])),
    ...(gateway === '' || chosen ? {} : { [gateway]: known === null ? messages.unread : messages.deleted }),
  }
  return (
    <Block disabled={!isWritable}>
      <Select
        label={messages.label}
        hint={messages.hint}
        options={options}
        value={gateway}
        error={known === null || gateway === '' || chosen?.isOn ? undefined : chosen ? messages.offFault : messages.deletedFault}
        onChoose={(id) => onChange((id === '' ? rest : { ...rest, gateway: id }) as unknown as Config)}
      />
    </Block>
  )
}
