import type { ReactNode } from 'react'
import styled from 'styled-components'

import { addressOf, hookAddress } from '#contract/connectors/config/address.ts'
import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import { destinationsOf } from '#contract/connectors/config/routes/routes.ts'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle, Hint } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { universeMessages } from './universe.messages.ts'

const messages = universeMessages.overview

/** What the connector is told to do, and how many transactions the time holds. */
export function OverviewCard({ reading: { details, statistic, records } }: { readonly reading: ConnectorReading }) {
  const {
    sourceConfiguration,
    destinationConfiguration: destination,
    dataMapping,
    enrichment,
    trigger,
    records: rules,
    routes,
  } = details
  const all = destinationsOf({ destination, dataMapping, ...(routes === undefined ? {} : { routes }) })
  const { liveVersion } = details.connector
  const range = { from: <Moment at={statistic.startDate} />, to: <Moment at={statistic.endDate} /> }
  return (
    <Card aria-label={messages.title}>
      <CardTitle>{messages.title}</CardTitle>
      <Facts>
        <Fact name={messages.connector}>{details.name}</Fact>
        <Fact name={messages.source}>{trigger.type === 'webhook' ? hookAddress : <Place side={sourceConfiguration} />}</Fact>
        <Fact name={messages.destination}>
          {all.map(({ id, name, destination: side }) => (
            <div key={id}>
              {name === null ? null : messages.nameOf(name)}
              <Place side={side} />
            </div>
          ))}
        </Fact>
        <Fact name={messages.mappings}>
          {all.map(({ id, name, dataMapping: lines }) => (
            <div key={id}>
              {name === null ? null : messages.nameOf(name)}
              {messages.mapped(lines.length)}
            </div>
          ))}
        </Fact>
        {rules?.only === undefined ? null : (
          <Fact name={messages.filter}>{messages.conditions(conditionsOf(rules.only).length)}</Fact>
        )}
        {rules?.each === undefined ? null : <Fact name={messages.lines}>{messages.itemsOf(rules.each.path)}</Fact>}
        {rules?.group === undefined ? null : <Fact name={messages.groups}>{messages.groupedBy(rules.group.by)}</Fact>}
        <Fact name={messages.enrichment}>
          {enrichment.length === 0 ? messages.disabled : messages.enabled(enrichment.length)}
        </Fact>
        <Fact name={messages.transactions}>{number(records.total)}</Fact>
        <Fact name={messages.range}>
          <Sentence of={messages.between} parts={range} />
        </Fact>
      </Facts>
      <Hint>{liveVersion === null ? messages.configured.draft : messages.configured.live(liveVersion)}</Hint>
    </Card>
  )
}

/** What people call the system, and below it its kind and address. */
function Place({ side }: { readonly side: SourceConfig | DestinationConfig }) {
  const url = addressOf(side)
  if (url === undefined) return messages.noAddress
  return (
    <>
      {systemNameOf({ url, type: side.type })}
      <Address title={url}>{messages.address(messages.kinds[side.type] ?? side.type, url)}</Address>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Address = styled.span`
  display: block;
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;
`

const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  margin: 0;

  & > div {
    display: grid;
    grid-template-columns: 7.5rem minmax(0, 1fr);
  }

  & dt {
    color: ${color['text.muted']};
  }

  & dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
`
