import { useSelector } from '@xstate/react'
import type { ConnectionItem } from '#contract/connections/connection.ts'
import { foreignAddress } from '#contract/connections/connection-check.ts'
import { noConnection, type SourceConfig } from '#contract/connectors/config/config.ts'
import type { SideConfig } from '#src/machines/builder/systems/side-config.ts'
import { withConnection, withoutConnection } from '#src/machines/builder/systems/side-connection.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { connectionListMachine } from '#src/services/connections/connections.actors.ts'
import { connectionMessages } from '../../connections/connections.messages.ts'
import { useAccess } from '../../kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Stack } from '../../kit/layout/blocks.ts'

const { picker: messages } = connectionMessages

type ConnectionSectionProps<Config extends SideConfig> = {
  readonly config: Config
  readonly onChange: (config: Config) => void
}

/** Which connection's credentials a side uses. Nothing is drawn where there is none for this kind of system, and none is named. */
export function ConnectionSection<Config extends SideConfig>({ config, onChange }: ConnectionSectionProps<Config>) {
  const access = useAccess()
  const actor = useMachine(() => connectionListMachine(access), [access], { query: {} })
  const known = useSelector(actor, selectPage<ConnectionItem>)?.items ?? null
  const named = config.auth?.type === 'connection' ? config.auth.id : ''
  const fitting = (known ?? []).filter(({ kind }) => kind === config.type)
  const chosen = fitting.find(({ id }) => id === named)
  if (named === '' && fitting.length === 0) return null
  const options: Record<string, string> = {
    '': messages.none,
    ...Object.fromEntries(fitting.map(({ id, name, state }) => [id, state === 'off' ? messages.off(name) : name])),
    ...(named === '' || chosen ? {} : { [named]: known === null ? messages.unread : messages.deleted }),
  }
  return (
    <Stack>
      <Select
        label={messages.label}
        hint={messages.hint}
        options={options}
        value={named}
        error={known === null || named === '' ? undefined : faultOf(config, chosen)}
        onChoose={(id) => {
          const connection = fitting.find((it) => it.id === id)
          onChange(connection === undefined ? withoutConnection(config) : withConnection(config, connection))
        }}
      />
      <p>
        <PlainLink href="/connections">{messages.manage}</PlainLink>
      </p>
    </Stack>
  )
}

function faultOf(config: SideConfig, chosen: ConnectionItem | undefined): string | undefined {
  if (chosen === undefined || chosen.id === noConnection) return messages.deletedFault
  if (chosen.state === 'off') return messages.offFault
  const { name, kind, url, database } = chosen
  const place = { name, kind, ...(url === null ? {} : { url }), ...(database === null ? {} : { database }) }
  return foreignAddress(config as SourceConfig, place)?.message
}
