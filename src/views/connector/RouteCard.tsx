import { ArrowRight } from 'lucide-react'
import styled from 'styled-components'

import { addressOf, hookAddress } from '../../../contract/address.ts'
import type { ConnectorConfig, DestinationConfig, SourceConfig } from '../../../contract/config.ts'
import { color, font, narrow, radius, space } from '../../theme/theme.ts'
import { connectorWords } from '../../words/connector.ts'

const words = connectorWords.route

/** From where to where a connector moves records, as its draft says. */
export function RouteCard({ config, liveVersion }: { readonly config: ConnectorConfig; readonly liveVersion: number | null }) {
  return (
    <Card aria-label={words.name}>
      <Side title={words.source} of={config.source} isHook={config.trigger.type === 'webhook'} />
      <ArrowRight aria-hidden="true" />
      <Side title={words.destination} of={config.destination} />
      <Note>
        {words.mapped(config.dataMapping.length)} {liveVersion === null ? words.neverDeployed : words.live(liveVersion)}
      </Note>
    </Card>
  )
}

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
