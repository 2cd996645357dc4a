import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { optionsMachine } from '#src/services/connectors/details/options.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { OptionsCard } from './OptionsCard.tsx'

type OptionsMountProps = { readonly access: Access; readonly connectorId: string; readonly actor: ConnectorActor }

/** The options of a connector, and their dialog. */
export function OptionsMount({ access, connectorId, actor }: OptionsMountProps) {
  const machine = useMemo(() => {
    const readAt = () => new Date().toISOString()
    return optionsMachine(access, connectorId, (connector) =>
      actor.send({ type: 'server.reported', connector, readAt: readAt() }),
    )
  }, [access, connectorId, actor])
  return <OptionsCard actor={actor} editing={useActorRef(machine, { inspect })} />
}
