/** Names in double braces that nothing gives a value to: they would be sent as they stand. */
import type { NamedValue } from '#contract/connectors/config/config.ts'
import { placeholdersIn, placeholdersInAddress } from '#contract/connectors/config/placeholders.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'

type Side = {
  readonly url?: string
  readonly headers?: readonly NamedValue[]
  readonly queries?: readonly NamedValue[]
  readonly variables?: readonly NamedValue[]
  readonly body?: { readonly rawContent: string }
}

type Place = { readonly path: string; readonly where: string; readonly names: readonly string[] }

const valuesOf = (list: 'headers' | 'queries', noun: string, given: readonly NamedValue[] = []): Place[] =>
  given.flatMap(({ key, value, active }, at) =>
    active === false ? [] : [{ path: `/${list}/${at}`, where: `the ${noun} "${key}"`, names: placeholdersIn(value) }],
  )

function placesOf({ url, headers, queries, body }: Side): Place[] {
  return [
    { path: '/url', where: 'the URL', names: placeholdersInAddress(url ?? '') },
    ...valuesOf('queries', 'query parameter', queries),
    ...valuesOf('headers', 'header', headers),
    { path: '/body/rawContent', where: 'the body', names: placeholdersIn(body?.rawContent ?? '') },
  ]
}

/** @param builtIn names that a run gives a value to by itself. */
export function unknownPlaceholders(side: Side, of: 'source' | 'destination', builtIn: readonly string[] = []): FieldProblem[] {
  const known = new Set(builtIn)
  for (const { key, active } of side.variables ?? []) if (active !== false) known.add(key)
  const advice =
    of === 'source'
      ? 'Add a variable with this name, or remove it'
      : 'Add a variable with this name, or use {name} to insert a record value'
  return placesOf(side).flatMap(({ path, where, names }) =>
    names
      .filter((name) => !known.has(name))
      .map((name) => ({ path, message: `{{${name}}} in ${where} has no value. ${advice}` })),
  )
}
