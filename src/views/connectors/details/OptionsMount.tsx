import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { optionsMachine } from '#src/services/connectors/details/options.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { OptionsCard } from './OptionsCard.tsx'

type OptionsMountProps = { readonly connectorId: string; readonly actor: ConnectorActor }

/** The options of a connector, and their dialog. */
export function OptionsMount({ connectorId, actor }: OptionsMountProps) {
  const access = useAccess()
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
