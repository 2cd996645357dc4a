import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { templateWords } from './template.messages.ts'

const words = templateWords.need

type Side = ConnectorConfig['source'] | ConnectorConfig['destination'] | ConnectorConfig['enrichment'][number]

/** What has to be filled in, by its place in the configuration: `/source/auth/token` → "Source: token". What is not known stays as it is. */
export function wordOfNeed(place: string, config: ConnectorConfig): string {
  const [, part = '', ...rest] = place.split('/')
  const index = Number(rest[0])
  switch (part) {
    case 'source':
    case 'destination':
      return words.of(words.sides[part], whatOf(rest, config[part]))
    case 'enrichment': {
      const lookup = config.enrichment[index]
      return words.of(lookup?.title ?? words.sides.enrichment, whatOf(rest.slice(1), lookup))
    }
    case 'dataMapping':
      return words.line(config.dataMapping[index]?.targetPath ?? String(index))
    default:
      return place
  }
}

function whatOf(place: readonly string[], side: Side | undefined): string {
  const [kind = '', name = ''] = place
  if (kind === 'headers' || kind === 'queries' || kind === 'variables') {
    const key = side?.[kind]?.[Number(name)]?.key
    return key === undefined ? place.join('/') : words[kind](key)
  }
  return words.names[kind === 'auth' ? name : kind] ?? place.join('/')
}
