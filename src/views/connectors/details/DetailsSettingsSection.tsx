import { lazy, type ReactNode } from 'react'
import styled from 'styled-components'

import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import type { WatchMoves } from '#src/services/connectors/triggers/watch-moves.ts'
import { space } from '#src/theme/theme.ts'
import { LazySection } from '../../kit/LazySection.tsx'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { detailsMessages } from './details.messages.ts'
import { RouteCard } from './RouteCard.tsx'
import { StatusFacts } from './StatusFacts.tsx'

const HookMount = lazy(async () => ({ default: (await import('../triggers/HookMount.tsx')).HookMount }))
const OptionsMount = lazy(async () => ({ default: (await import('./OptionsMount.tsx')).OptionsMount }))
const CursorMount = lazy(async () => ({ default: (await import('../triggers/CursorMount.tsx')).CursorMount }))

type DetailsSettingsProps = {
  readonly actor: ConnectorActor
  readonly reading: ConnectorReading
  readonly isRunOpen: boolean
  readonly watchMoves: WatchMoves
  /** Takes the connector out as a file. */
  readonly exporting: ReactNode
}

/** What a connector is set to: why it stands so, what is live and what is not yet, what starts it or where it goes on, and its file. */
export function DetailsSettingsSection({ actor, reading, isRunOpen, watchMoves, exporting }: DetailsSettingsProps) {
  const { details } = reading
  const { _id: connectorId, liveVersion } = details
  return (
    <Stack>
      <StatusFacts
        actor={actor}
        health={details.health}
        heldEvents={details.heldEvents}
        failedDeployment={details.failedDeployment}
      />
      <RouteCard details={details} liveVersion={liveVersion} />
      <LazySection>
        <OptionsMount connectorId={connectorId} actor={actor} />
        {details.trigger.type === 'webhook' ? (
          <HookMount connectorId={connectorId} settings={details.trigger.hook} watchMoves={watchMoves} />
        ) : (
          <CursorMount key={`${liveVersion} ${isRunOpen}`} connectorId={connectorId} />
        )}
      </LazySection>
      <Card id="export" aria-label={detailsMessages.settings.export}>
        <CardTitle>{detailsMessages.settings.export}</CardTitle>
        {exporting}
      </Card>
    </Stack>
  )
}

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  max-width: 47.5rem;
`
