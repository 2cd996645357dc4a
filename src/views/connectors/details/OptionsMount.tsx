import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { optionsMachine } from '#src/services/connectors/details/options.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { OptionsCard } from './OptionsCard.tsx'

type OptionsMountProps = { readonly access: Access; readonly connectorId: string; readonly actor: ConnectorActor }

/** The options of a connector, and their dialog. */
export function OptionsMount({ access, connectorId, actor }: OptionsMountProps) {
  return (
    <OptionsCard
      actor={actor}
      editing={useMachine(() => {
        const readAt = () => new Date().toISOString()
        return optionsMachine(access, connectorId, (connector) =>
          actor.send({ type: 'server.reported', connector, readAt: readAt() }),
        )
      }, [access, connectorId, actor])}
    />
  )
}
