import { ArrowRight } from 'lucide-react'
import styled from 'styled-components'

import { addressOf, hookAddress } from '#contract/connectors/config/address.ts'
import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { destinationsOf } from '#contract/connectors/config/routes/routes.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { type ChangedSetting, changedSettings } from '#src/machines/connectors/details/changed-settings.ts'
import { color, font, narrow, radius, space } from '#src/theme/theme.ts'
import { fieldName } from '../../kit/text/field-names.ts'
import { UndeployedChanges } from '../deployments/UndeployedChanges.tsx'
import { connectorMessages } from './connector.messages.ts'
import { connectorStatusMessages } from './connector-status.messages.ts'

const messages = connectorMessages.route

type RouteCardProps = {
  readonly details: Pick<
    ConnectorDetails,
    | '_id'
    | 'config'
    | 'trigger'
    | 'sourceConfiguration'
    | 'destinationConfiguration'
    | 'dataMapping'
    | 'routes'
    | 'enrichment'
    | 'undeployedChanges'
  >
  readonly liveVersion: number | null
}

/** From where to where the live version moves records, and each setting of the draft that is not deployed yet; where nothing is live, the draft. */
export function RouteCard({ details, liveVersion }: RouteCardProps) {
  const { trigger, sourceConfiguration, destinationConfiguration: destination, dataMapping, routes, undeployedChanges } = details
  const all = destinationsOf({ destination, dataMapping, ...(routes === undefined ? {} : { routes }) })
  return (
    <Card aria-label={messages.name}>
      <Side title={messages.source} of={sourceConfiguration} isHook={trigger.type === 'webhook'} />
      <ArrowRight aria-hidden="true" />
      <div>
        {all.map(({ id, name, destination: side }) => (
          <Side key={id} title={name === null ? messages.destination : messages.destinationNamed(name)} of={side} />
        ))}
      </div>
      <Note>
        {all.map(({ name, dataMapping: lines }) => mappedText(name, lines.length)).join(' ')}{' '}
        {liveVersion === null ? messages.neverDeployed : messages.live(liveVersion)}
      </Note>
      {undeployedChanges.length === 0 ? null : (
        <Note as="div">
          <p>
            <UndeployedChanges connectorId={details._id} parts={undeployedChanges} />
          </p>
          <Changes of={details} />
        </Note>
      )}
    </Card>
  )
}

const mappedText = (name: string | null, lines: number) =>
  name === null ? messages.mapped(lines) : messages.mappedFor(name, messages.mapped(lines))

/** Settings that are shown one by one, and characters of a value. */
const shownSettings = 12
const shownLength = 80

/** Each setting in which the draft differs from what is live: what it is now, and what it will be. */
function Changes({ of }: { readonly of: RouteCardProps['details'] }) {
  const { config, undeployedChanges: parts } = of
  const all = changedSettings(of, parts)
  const unseen = parts.filter((part) => part !== 'name' && all.every((it) => it.part !== part))
  return (
    <ul aria-label={messages.changed}>
      {parts.includes('name') ? <li>{messages.draftHas(messages.nameOf, config.name)}</li> : null}
      {all.slice(0, shownSettings).map((it) => (
        <li key={`${it.part}${it.path}`}>{wordOfChange(it)}</li>
      ))}
      {all.length > shownSettings ? <li>{messages.moreChanged(all.length - shownSettings)}</li> : null}
      {unseen.map((part) => (
        <li key={part}>{messages.unseenChange(partNames[part])}</li>
      ))}
    </ul>
  )
}

const { parts: partNames } = connectorStatusMessages

/** Lines and enrichments by the names that people gave them, every other setting as its form calls it. */
function placeOf({ part, path }: ChangedSetting): string {
  if (part !== 'dataMapping' && part !== 'enrichment') return fieldName(`/${part}${path}`)
  const names = path.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return [partNames[part], ...names.slice(1)].join(' › ')
}

function wordOfChange(it: ChangedSetting): string {
  return it.isSecret ? messages.changedSecret(placeOf(it)) : messages.changedSetting(placeOf(it), cut(it.live), cut(it.draft))
}

function cut(value: string | null): string {
  if (value === null || value === '') return messages.noValue
  return value.length > shownLength ? `${value.slice(0, shownLength)}…` : value
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
            {wordOf(side)} {address === undefined ? messages.noAddress : <code>{address}</code>}
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
