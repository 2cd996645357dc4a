import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { fieldName } from '../kit/text/field-names.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.need

type Side = ConnectorConfig['source'] | ConnectorConfig['destination'] | ConnectorConfig['enrichment'][number]

/** The same of a checked file: a secret has the name of its header or parameter. Where the text is no file, its place in the words of the forms. */
export function needsIn(text: string, needs: readonly string[]): string[] {
  const config = configIn(text)
  return needs.map((place) => (config === undefined ? fieldName(place) || place : wordOfNeed(place, config)))
}

function configIn(text: string): ConnectorConfig | undefined {
  try {
    return (JSON.parse(text) as { readonly config?: ConnectorConfig }).config
  } catch {
    return undefined
  }
}

/** What has to be filled in, by its place in the configuration: `/source/auth/token` → "Source: token". What is not known stays as it is. */
export function wordOfNeed(place: string, config: ConnectorConfig): string {
  const [, part = '', ...rest] = place.split('/')
  const index = Number(rest[0])
  switch (part) {
    case 'source':
    case 'destination':
      return messages.of(messages.sides[part], whatOf(rest, config[part]))
    case 'enrichment': {
      const lookup = config.enrichment[index]
      return messages.of(lookup?.title ?? messages.sides.enrichment, whatOf(rest.slice(1), lookup))
    }
    case 'dataMapping':
      return messages.line(config.dataMapping[index]?.targetPath ?? String(index))
    default:
      return place
  }
}

function whatOf(place: readonly string[], side: Side | undefined): string {
  const [kind = '', name = ''] = place
  if (kind === 'headers' || kind === 'queries' || kind === 'variables') {
    const key = side?.[kind]?.[Number(name)]?.key
    return key === undefined ? place.join('/') : messages[kind](key)
  }
  if (kind === 'secrets') return messages.secrets(side?.secrets?.[Number(name)]?.name ?? '')
  return messages.names[kind === 'auth' ? name : kind] ?? place.join('/')
}
