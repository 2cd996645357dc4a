/** What of a draft differs from the version that is live, setting by setting. Secrets say only that they were changed. */
import type { ConnectorConfig, EnrichmentConfig, MappingEdge, Routes } from '#contract/connectors/config/config.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { ConfigPart } from '#contract/connectors/runs/timeline.ts'
import { differ } from '../../kit/differences.ts'

/** `path` is a JSON pointer from the part on; null where a side has no value. Of a secret both are null. */
export type ChangedSetting = {
  readonly part: ConfigPart
  readonly path: string
  readonly live: string | null
  readonly draft: string | null
  readonly isSecret: boolean
}

/** The name of what is live is not on the page. */
type Compared = Exclude<ConfigPart, 'name'>
type ComparedConfig = Pick<
  ConnectorDetails,
  'config' | 'trigger' | 'sourceConfiguration' | 'destinationConfiguration' | 'dataMapping' | 'enrichment' | 'records' | 'routes'
>
type Sides = Pick<ConnectorConfig, Compared>

/** Every setting that differs in these parts. A part without one differs in what is not shown: a secret of the same ending, or a saved rule. */
export function changedSettings(told: ComparedConfig, parts: readonly ConfigPart[]): ChangedSetting[] {
  const live: Sides = {
    trigger: told.trigger,
    source: told.sourceConfiguration,
    destination: told.destinationConfiguration,
    dataMapping: told.dataMapping,
    enrichment: told.enrichment,
    ...(told.records === undefined ? {} : { records: told.records }),
    ...(told.routes === undefined ? {} : { routes: told.routes }),
  }
  return parts
    .filter((part): part is Compared => part !== 'name')
    .flatMap((part) => differ('', comparable(part, live), comparable(part, told.config)).map((it) => settingOf(part, it)))
}

const secret = '\u0000secret '
const isSecret = (value: string | null) => value?.startsWith(secret) === true

function settingOf(part: ConfigPart, { path, mine: live, theirs: draft }: ReturnType<typeof differ>[number]): ChangedSetting {
  const hides = isSecret(live) || isSecret(draft)
  return { part, path, live: hides ? null : live, draft: hides ? null : draft, isSecret: hides }
}

/** Lines and enrichments go by their names, so that one that was put in between changes no other. */
function comparable(part: Compared, of: Sides): unknown {
  if (part === 'dataMapping') return named(of.dataMapping.map((line) => [line.targetPath, lineOf(line)]))
  if (part === 'enrichment') return named(of.enrichment.map((it) => [it.title ?? it.id, withoutId(it)]))
  if (part === 'routes') return of.routes === undefined ? null : comparableRoutes(of.routes)
  return withMarks(of[part] ?? null)
}

/** Destinations go by their names, and their mappings by the fields that they fill. */
const comparableRoutes = ({ others, ...rest }: Routes): unknown => ({
  ...(withMarks(rest) as object),
  others: named(
    others.map(({ name, id: _, dataMapping, ...route }) => [
      name,
      { ...(withMarks(route) as object), dataMapping: named(dataMapping.map((line) => [line.targetPath, lineOf(line)])) },
    ]),
  ),
})

/** A saved rule is kept by its id in a draft, and copied into a version. */
function lineOf({ sourcePath, ruleId, rule, listPath, sourceDataType, targetDataType }: MappingEdge): unknown {
  const types = { ...(sourceDataType && { sourceDataType }), ...(targetDataType && { targetDataType }) }
  const more = { ...(listPath ? { listPath } : {}), ...types }
  if (ruleId) return { ruleId, ...more }
  if (rule) return withMarks({ rule, ...more })
  return Object.keys(more).length === 0 ? sourcePath : { sourcePath, ...more }
}

const withoutId = ({ id: _, ...rest }: EnrichmentConfig) => withMarks(rest)

function named(entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> {
  const times = new Map<string, number>()
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const time = (times.get(name) ?? 0) + 1
      times.set(name, time)
      return [escaped(time === 1 ? name : `${name} (${time})`), value]
    }),
  )
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** A mark says of a secret how it ends: enough to see that it is another one. */
function withMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMarks)
  if (!isObject(value)) return value
  if (value['set'] === true && typeof value['last4'] === 'string') return `${secret}${value['last4']}`
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [escaped(name), withMarks(inner)]))
}
