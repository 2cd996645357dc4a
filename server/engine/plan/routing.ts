/** Which destinations of a connector a record goes to (decision 0116). Compiled once per version. */
import type { ConnectorConfig, Routes } from '#contract/connectors/config/config.ts'
import { firstRoute, noRoute, otherDestinations } from '#contract/connectors/config/routes/routes.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Path } from '../../platform/json/path.ts'
import { type CompiledFilter, compileFilter } from '../mapping/record-filter.ts'
import type { LineReader } from './splitting.ts'

type Rule = Pick<Routes['first'], 'only' | 'otherwise'>
type Place = { readonly id: number; readonly path: string; readonly rule: Rule }

const placesOf = (config: ConnectorConfig): readonly Place[] =>
  config.routes === undefined
    ? []
    : [
        { id: firstRoute, path: '/routes/first', rule: config.routes.first },
        ...otherDestinations(config).map(({ id, path, only, otherwise }) => ({
          ...{ id, path },
          rule: { ...(only ? { only } : {}), ...(otherwise ? { otherwise } : {}) },
        })),
      ]

type Compiled = {
  readonly choose: (record: unknown, now: number) => readonly number[]
  readonly isForAll: boolean
  /** What the conditions read. */
  readonly paths: readonly Path[]
}

const none: readonly number[] = [noRoute]

/** Chooses by the rules. The errors of the rules themselves are those of `checkRouting`. Null of a connector with one destination. */
export function routingOf(config: ConnectorConfig): Compiled | null {
  if (config.routes === undefined) return null
  const routes = placesOf(config).map(({ id, path, rule: { only, otherwise } }) => {
    const compiled = only === undefined ? null : compileFilter(only, `${path}/only`)
    const filter: CompiledFilter | null = compiled !== null && 'filter' in compiled ? compiled.filter : null
    return { id, filter, isRest: otherwise === true, own: [id] as const }
  })
  const rest = routes.find(({ isRest }) => isRest)?.own ?? none
  const ruled = routes.filter(({ isRest }) => !isRest)
  const paths = ruled.flatMap(({ filter }) => filter?.paths ?? [])
  const fits = (filter: CompiledFilter | null, record: unknown, now: number) =>
    filter === null || filter.judge(record, now) === null
  if (config.routes.fit === 'first')
    return { paths, isForAll: false, choose: (record, now) => ruled.find(({ filter }) => fits(filter, record, now))?.own ?? rest }
  return {
    paths,
    isForAll: true,
    choose: (record, now) => {
      const found = ruled.flatMap(({ id, filter }) => (fits(filter, record, now) ? [id] : []))
      return found.length === 0 ? rest : found
    },
  }
}

/** What the conditions of destinations read, each with its place in the configuration. */
export const readersOfRules = (config: ConnectorConfig): readonly LineReader[] =>
  placesOf(config).flatMap(({ path, rule: { only } }) => {
    const compiled = only === undefined ? null : compileFilter(only)
    return compiled !== null && 'filter' in compiled ? [{ at: `${path}/only`, sources: compiled.filter.paths }] : []
  })

/** What is wrong with the rules by which records go to destinations, and what several destinations do not do. */
export function checkRouting(config: ConnectorConfig): readonly FieldProblem[] {
  const { routes, source, trigger } = config
  if (routes === undefined) return []
  const places = placesOf(config)
  const errors: FieldProblem[] = places.flatMap(({ path, rule: { only, otherwise } }) => {
    if (otherwise && only !== undefined)
      return [{ path: `${path}/otherwise`, message: 'Remove the conditions, or remove "Everything else"' }]
    const compiled = only === undefined ? null : compileFilter(only, `${path}/only`)
    return compiled !== null && 'errors' in compiled ? compiled.errors : []
  })
  for (const [at, { path, id, rule }] of places.entries()) {
    if (places.findIndex((it) => it.id === id) !== at)
      errors.push({ path: `${path}/id`, message: 'Another destination has this number. Use a different one' })
    if (rule.otherwise && places.findIndex((it) => it.rule.otherwise) !== at)
      errors.push({ path: `${path}/otherwise`, message: 'Only one destination can receive everything else' })
    if (routes.fit === 'first' && rule.only === undefined && at < places.length - 1)
      errors.push({
        path: `${path}/only`,
        message:
          'This destination receives everything, so the ones after it receive nothing. Add a condition, or move it to the end',
      })
  }
  if ((source.parts ?? 1) > 1)
    errors.push({
      path: '/source/parts',
      message: 'With several destinations, the source is read as a whole. Set the parts to 1',
    })
  if (trigger.type === 'webhook' && routes.fit === 'all')
    errors.push({
      path: '/routes/fit',
      message: 'A webhook event goes to the first destination that fits. Select "First that fits"',
    })
  for (const { path, destination } of otherDestinations(config))
    if (destination.operation?.afterwards)
      errors.push({
        path: `${path}/destination/operation/afterwards`,
        message: 'Only the first destination can have a follow-up request. Remove this one',
      })
  return errors
}
