/** An enrichment as it is typed, and what is wrong with it. `contract/connectors/config/config.ts`, Lookup. */
import type { Lookup } from '#contract/connectors/config/config.ts'
import { batchSizeMax } from '#contract/connectors/config/list-config.ts'
import { namesInPath } from '#contract/connectors/config/placeholders.ts'
import { nameOf } from '../systems/operation.ts'

type Parameter = Lookup['parameters'][number]
export type ParameterWritten = Readonly<Parameter>
export type EnrichmentChoices = { readonly per: Lookup['per']; readonly notFound: Lookup['notFound'] }
export type EnrichmentField = 'resultPath' | 'matchPath' | 'targetPath' | 'batchSize' | 'cacheSeconds' | 'concurrency'

export type EnrichmentWritten = EnrichmentChoices &
  Readonly<Record<EnrichmentField, string>> & { readonly parameters: readonly ParameterWritten[] }

export type EnrichmentFault = 'missing' | 'long' | 'names' | 'place' | 'range' | 'onlyOne'
/** By field; of parameters by their place, e.g. `parameters/0/name`. */
export type EnrichmentFaults = Readonly<Record<string, EnrichmentFault>>

export const parametersMax = 16
const pathMax = 256
const nameMax = 128
/** Whole numbers; empty means the default. */
export const ranges = { batchSize: [1, batchSizeMax], cacheSeconds: [0, 86_400], concurrency: [1, 32] } as const
export const blankParameter: ParameterWritten = { in: 'query', name: '', sourcePath: '' }
export const blankEnrichment: EnrichmentWritten = {
  per: 'record',
  notFound: 'fail',
  parameters: [blankParameter],
  resultPath: '',
  matchPath: '',
  targetPath: '',
  batchSize: '',
  cacheSeconds: '',
  concurrency: '',
}

/** What a place such as `{id}` in the address says of the first parameter, while nothing else was said of it; null where it says nothing. */
export function parameterInPath(url: string, parameters: readonly ParameterWritten[], paths: readonly string[]) {
  const [first, ...others] = parameters
  const [name, ...more] = namesInPath(url.trim())
  if (first === undefined || others.length > 0 || name === undefined || more.length > 0) return null
  if (first.name !== '' && !(first.in === 'path' && name.startsWith(first.name))) return null
  const meant = paths.find((path) => nameOf(path) === name)
  const sourcePath = first.sourcePath === '' && meant !== undefined ? meant : first.sourcePath
  return first.in === 'path' && first.name === name && first.sourcePath === sourcePath
    ? null
    : ({ in: 'path', name, sourcePath } as const)
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

export function writtenOf(lookup: Lookup | undefined): EnrichmentWritten {
  if (lookup === undefined) return blankEnrichment
  const { per, notFound, parameters, resultPath, matchPath = '', targetPath, batchSize, cacheSeconds, concurrency } = lookup
  const numbers = { batchSize: textOf(batchSize), cacheSeconds: textOf(cacheSeconds), concurrency: textOf(concurrency) }
  return { per, notFound, parameters, resultPath, matchPath, targetPath, ...numbers }
}

/** What is asked for: a match and a size only where several records share a request. */
export const shownFields = ({ per }: EnrichmentChoices): readonly EnrichmentField[] => [
  'resultPath',
  ...(per === 'batch' ? (['matchPath'] as const) : []),
  'targetPath',
  ...(per === 'batch' ? (['batchSize'] as const) : []),
  'cacheSeconds',
  'concurrency',
]

function faultOf(field: EnrichmentField, text: string): EnrichmentFault | null {
  const bare = text.trim()
  if (field === 'batchSize' || field === 'cacheSeconds' || field === 'concurrency') {
    const [min, max] = ranges[field]
    return bare === '' || (/^\d{1,9}$/.test(bare) && Number(bare) >= min && Number(bare) <= max) ? null : 'range'
  }
  if (bare === '') return field === 'resultPath' ? null : 'missing'
  if (bare.length > pathMax) return 'long'
  if (bare.includes('[*]')) return 'place'
  return field === 'targetPath' && /\[\d*\]/.test(bare) ? 'names' : null
}

function parameterFaults({ in: place, name, sourcePath }: ParameterWritten): Readonly<Record<string, EnrichmentFault | null>> {
  const isPlace = place !== 'path' || /^[\w-]+$/.test(name.trim())
  return {
    name: name.trim() === '' ? 'missing' : name.length > nameMax ? 'long' : isPlace ? null : 'names',
    sourcePath:
      sourcePath.trim() === '' ? 'missing' : sourcePath.length > pathMax ? 'long' : sourcePath.includes('[*]') ? 'place' : null,
  }
}

/** Everything that is wrong or missing; empty when a run could use it. */
export function faultsIn(written: EnrichmentWritten): EnrichmentFaults {
  const { parameters, per } = written
  const ofFields = shownFields(written).map((field) => [field, faultOf(field, written[field])] as const)
  const ofParameters = parameters.flatMap((parameter, at) =>
    Object.entries(parameterFaults(parameter)).map(([name, fault]) => [`parameters/${at}/${name}`, fault] as const),
  )
  const isMany = per === 'batch' && parameters.length > 1
  const ofAll = [['parameters', parameters.length === 0 ? 'missing' : isMany ? 'onlyOne' : null]] as const
  const found = [...ofAll, ...ofParameters, ...ofFields]
  return Object.fromEntries(found.flatMap(([path, fault]) => (fault === null ? [] : [[path, fault] as const])))
}

/** Of what fits. */
export function lookupOf(written: EnrichmentWritten): Lookup {
  const { per, notFound, parameters, resultPath, matchPath, targetPath } = written
  const numbers = (Object.keys(ranges) as (keyof typeof ranges)[]).flatMap((field) =>
    written[field].trim() === '' || !shownFields(written).includes(field) ? [] : [[field, Number(written[field])] as const],
  )
  return {
    per,
    notFound,
    parameters: parameters.map(({ in: place, name, sourcePath }) => ({
      in: place,
      name: name.trim(),
      sourcePath: sourcePath.trim(),
    })),
    resultPath: resultPath.trim(),
    ...(per === 'batch' ? { matchPath: matchPath.trim() } : {}),
    targetPath: targetPath.trim(),
    ...Object.fromEntries(numbers),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const places: readonly unknown[] = ['path', 'query', 'header', 'body'] satisfies Parameter['in'][]

const isParameter = (value: unknown): value is ParameterWritten =>
  isObject(value) && places.includes(value['in']) && typeof value['name'] === 'string' && typeof value['sourcePath'] === 'string'

/** Total: what a tab kept, whatever it is; null when it is not what was typed. */
export function writtenIn(kept: unknown): EnrichmentWritten | null {
  if (!isObject(kept) || !Array.isArray(kept['parameters']) || !kept['parameters'].every(isParameter)) return null
  const { parameters: _, ...texts } = blankEnrichment
  const isKnown = Object.keys(texts).every((field) => typeof kept[field] === 'string')
  const isChosen =
    ['record', 'batch'].includes(String(kept['per'])) && ['fail', 'skip', 'null'].includes(String(kept['notFound']))
  return isKnown && isChosen ? (kept as EnrichmentWritten) : null
}
