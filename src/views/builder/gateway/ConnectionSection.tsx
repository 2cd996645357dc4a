import { useSelector } from '@xstate/react'
import type { ConnectionItem } from '#contract/connections/connection.ts'
import { foreignAddress } from '#contract/connections/connection-check.ts'
import { noConnection, type SourceConfig } from '#contract/connectors/config/config.ts'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import { type SideConfig, secretOf } from '#src/machines/builder/systems/side-config.ts'
import { withConnection, withoutConnection } from '#src/machines/builder/systems/side-connection.ts'
import { isWaitingForSignIn as waitsForSignIn } from '#src/machines/connections/sign-in.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import type { MakingSide } from '#src/services/connections/connection-making.actors.ts'
import { connectionListMachine } from '#src/services/connections/connections.actors.ts'
import { connectionMessages } from '../../connections/connections.messages.ts'
import { useAccess } from '../../kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Row, Stack } from '../../kit/layout/blocks.ts'
import { MakeConnectionSection } from './MakeConnectionSection.tsx'

const { picker: messages } = connectionMessages

type ConnectionSectionProps<Config extends SideConfig> = {
  readonly config: Config
  readonly onChange: (config: Config) => void
  /** Where the side stands, where a connection can be made of it. */
  readonly side?: MakingSide
}

/** Which connection's credentials a side uses. Nothing is drawn where there is none for this kind of system, and none is named. */
export function ConnectionSection<Config extends SideConfig>({ config, onChange, side }: ConnectionSectionProps<Config>) {
  const access = useAccess()
  const actor = useMachine(() => connectionListMachine(access), [access], { query: {} })
  const known = useSelector(actor, selectPage<ConnectionItem>)?.items ?? null
  const named = config.auth?.type === 'connection' ? config.auth.id : ''
  const fitting = (known ?? []).filter(({ kind }) => kind === config.type)
  const chosen = fitting.find(({ id }) => id === named)
  const secret = secretOf(config.auth)
  const isSaved = typeof secret === 'object' && secret !== null && (config.type === 'http' || config.type === 'database')
  const making =
    side === undefined || !isSaved ? null : (
      <MakeConnectionSection {...side} name={nameOf(config)} onMade={(made) => onChange(withConnection(config, made))} />
    )
  if (named === '' && fitting.length === 0) return making
  const options: Record<string, string> = {
    '': messages.none,
    ...Object.fromEntries(fitting.map(({ id, name, state }) => [id, shownName(name, state)])),
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
      <Row>
        <PlainLink href="/connections">{messages.manage}</PlainLink>
        {making}
      </Row>
    </Stack>
  )
}

const shownName = (name: string, state: ConnectionItem['state']) =>
  state === 'off' ? messages.off(name) : waitsForSignIn(state) ? messages.ended(name) : name

function faultOf(config: SideConfig, chosen: ConnectionItem | undefined): string | undefined {
  if (chosen === undefined || chosen.id === noConnection) return messages.deletedFault
  if (chosen.state === 'off') return messages.offFault
  if (waitsForSignIn(chosen.state)) return messages.endedFault
  const { name, kind, url, database } = chosen
  const place = { name, kind, ...(url === null ? {} : { url }), ...(database === null ? {} : { database }) }
  return foreignAddress(config as SourceConfig, place)?.message
}

/** A name to begin with: what people call the system, or its host. */
const nameOf = ({ type, url = '', databaseConfig }: SideConfig): string => {
  const address = type === 'database' ? (databaseConfig?.host ?? '') : URL.canParse(url) ? new URL(url).host : ''
  return systemNameOf({ url, type }) ?? address
}
