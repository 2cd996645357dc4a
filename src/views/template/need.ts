import type { ConnectorConfig } from '../../../contract/config.ts'
import { templateWords } from '../../words/template.ts'

const words = templateWords.need

/** What has to be filled in, by its place in the configuration: `/source/auth/token` → "Source: token". What is not known stays as it is. */
export function wordOfNeed(place: string, config: ConnectorConfig): string {
  const [, side = '', ...rest] = place.split('/')
  const sideWord = words.sides[side]
  if (sideWord === undefined) return place
  const lookup = side === 'enrichment' ? config.enrichment[Number(rest[0])] : undefined
  const within = side === 'enrichment' ? rest.slice(1) : rest
  const of = lookup?.title === undefined ? sideWord : words.of(sideWord, lookup.title)
  const what = whatOf(within, side === 'enrichment' ? lookup : config[side as 'source' | 'destination'])
  return words.of(of, what)
}

function whatOf([kind, index = '', ...rest]: readonly string[], side: ConnectorConfig['source'] | undefined): string {
  if (kind === 'auth') return words.names[index] ?? index
  const named = kind === 'variables' || kind === 'headers' || kind === 'queries' ? side?.[kind]?.[Number(index)] : undefined
  return named === undefined ? [kind, index, ...rest].join('/') : words.variable(named.key)
}
