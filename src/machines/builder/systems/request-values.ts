import type { DryRun } from '#contract/builder/dry-run.ts'
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { templateField } from '#contract/connectors/config/operations/body-template.ts'

type Step = NonNullable<DryRun['deliveries'][number]['beside']>[number]['step'] | 'send' | 'create'

/** A part of a URL, at a place of it. `isValue`: it came from the record. */
export type UrlPart = { readonly at: number; readonly text: string; readonly isValue: boolean }

/** The URL that a request is made from, as it is configured. */
function templateOf(step: Step, { url = '', operation }: DestinationConfig): string {
  if (step === 'search') return operation?.find?.url ?? ''
  if (step === 'update') return operation?.update?.url ?? ''
  return step === 'followUp' ? (operation?.afterwards?.url ?? '') : url
}

const origin = /^[^/]*\/\/[^/?#]*/
/** A value is escaped, so none of these is inside it. */
const boundary = /[/?#&]/g

function boundaryFrom(text: string, from: number): number {
  boundary.lastIndex = from
  return boundary.exec(text)?.index ?? text.length
}

/** The texts between the fields of a template. */
const literalsOf = (template: string) =>
  template
    .replace(origin, '')
    .split(templateField)
    .filter((_, at) => at % 2 === 0)

/** Where the values stand in a URL, in their order; none where the URL was not made from the template. */
function placesIn(made: string, template: string): (readonly [from: number, to: number])[] | null {
  const [first = '', ...literals] = literalsOf(template)
  const start = origin.exec(made)?.[0].length ?? 0
  if (!made.startsWith(first, start)) return null
  const places: (readonly [number, number])[] = []
  let at = start + first.length
  for (const literal of literals) {
    const end = boundaryFrom(made, at)
    const to = literal === '' ? end : made.indexOf(literal, at)
    if (to < 0 || to > end) return null
    places.push([at, to])
    at = to + literal.length
  }
  return places
}

/** The values of query parameters that records fill. */
function queriesIn(made: string, names: ReadonlySet<string>): (readonly [from: number, to: number])[] {
  const places: (readonly [number, number])[] = []
  for (let at = made.indexOf('?') + 1; at > 0 && at < made.length; at = boundaryFrom(made, at) + 1) {
    const equals = made.indexOf('=', at)
    const to = boundaryFrom(made, at)
    if (equals > 0 && equals < to && names.has(made.slice(at, equals))) places.push([equals + 1, to])
  }
  return places
}

/** The URL of a previewed request in parts, so that the values of the record can be marked. */
export function urlParts(made: string, step: Step, destination: DestinationConfig): readonly UrlPart[] {
  const names = (destination.operation?.parameters ?? [])
    .filter((it) => it.in === 'query')
    .map(({ name }) => new URLSearchParams([[name, '']]).toString().slice(0, -1))
  const hasQueries = step === 'send' || step === 'create'
  const places = [
    ...(placesIn(made, templateOf(step, destination)) ?? []),
    ...(hasQueries ? queriesIn(made, new Set(names)) : []),
  ].sort(([a], [b]) => a - b)
  const parts: UrlPart[] = []
  let at = 0
  // What only a response contains stays in braces.
  for (const [from, to] of places.filter(([start, end]) => end > start && made[start] !== '{')) {
    if (from < at) continue
    parts.push({ at, text: made.slice(at, from), isValue: false }, { at: from, text: made.slice(from, to), isValue: true })
    at = to
  }
  return [...parts, { at, text: made.slice(at), isValue: false }].filter(({ text }) => text !== '')
}
