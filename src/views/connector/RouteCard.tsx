import { ArrowRight } from 'lucide-react'
import styled from 'styled-components'

import { addressOf, hookAddress } from '../../../contract/address.ts'
import type { ConnectorConfig, DestinationConfig, SourceConfig } from '../../../contract/config.ts'
import type { ConnectorDetails } from '../../../contract/connector.ts'
import type { ConfigPart } from '../../../contract/timeline.ts'
import { color, font, narrow, radius, space } from '../../theme/theme.ts'
import { connectorWords } from '../../words/connector.ts'
import { UndeployedChanges } from './UndeployedChanges.tsx'

const words = connectorWords.route

type RouteCardProps = {
  readonly details: Pick<
    ConnectorDetails,
    '_id' | 'config' | 'trigger' | 'sourceConfiguration' | 'destinationConfiguration' | 'dataMapping' | 'undeployedChanges'
  >
  readonly liveVersion: number | null
}

/** From where to where the live version moves records, and what of the draft is not deployed yet; where nothing is live, the draft. */
export function RouteCard({ details, liveVersion }: RouteCardProps) {
  const { config, trigger, sourceConfiguration, destinationConfiguration, dataMapping, undeployedChanges } = details
  return (
    <Card aria-label={words.name}>
      <Side title={words.source} of={sourceConfiguration} isHook={trigger.type === 'webhook'} />
      <ArrowRight aria-hidden="true" />
      <Side title={words.destination} of={destinationConfiguration} />
      <Note>
        {words.mapped(dataMapping.length)} {liveVersion === null ? words.neverDeployed : words.live(liveVersion)}
      </Note>
      {undeployedChanges.length === 0 ? null : (
        <Note as="div">
          <p>
            <UndeployedChanges connectorId={details._id} parts={undeployedChanges} />
          </p>
          <Difference config={config} parts={undeployedChanges} live={dataMapping.length} />
        </Note>
      )}
    </Card>
  )
}

type DifferenceProps = { readonly config: ConnectorConfig; readonly parts: readonly ConfigPart[]; readonly live: number }

/** What the draft has where it differs, as far as it can be said in a line. */
function Difference({ config, parts, live }: DifferenceProps) {
  const isHook = config.trigger.type === 'webhook'
  return (
    <ul>
      {parts.includes('source') || parts.includes('trigger') ? (
        <li>{words.draftHas(words.source, isHook ? hookAddress : lineOf(config.source))}</li>
      ) : null}
      {parts.includes('dataMapping') && config.dataMapping.length !== live ? (
        <li>{words.draftHas(words.mapping, words.fields(config.dataMapping.length))}</li>
      ) : null}
      {parts.includes('destination') ? <li>{words.draftHas(words.destination, lineOf(config.destination))}</li> : null}
    </ul>
  )
}

const lineOf = (side: SourceConfig | DestinationConfig) => `${wordOf(side)} ${addressOf(side) ?? words.noAddress}`

function Side({
  title,
  of: side,
  isHook = false,
}: {
  readonly title: string
  readonly of: SourceConfig | DestinationConfig
  readonly isHook?: boolean
}) {
  const address = addressOf(side)
  return (
    <div>
      <Title>{title}</Title>
      <p>
        {isHook ? (
          hookAddress
        ) : (
          <>
            {wordOf(side)} {address === undefined ? words.noAddress : <code>{address}</code>}
          </>
        )}
      </p>
    </div>
  )
}

const wordOf = ({ type, requestMethod }: SourceConfig | DestinationConfig) => (type === 'http' ? (requestMethod ?? type) : type)

const Card = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) max-content minmax(0, 1fr);
  align-items: center;
  gap: ${space[8]} ${space[16]};
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  overflow-wrap: anywhere;

  & > svg {
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
  }

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);

    & > svg {
      transform: rotate(90deg);
    }
  }
`

const Title = styled.h2`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Note = styled.p`
  grid-column: 1 / -1;
  color: ${color['text.muted']};
  font: ${font.dense};
`
