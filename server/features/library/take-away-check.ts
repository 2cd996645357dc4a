/** What is wrong with a file before anything is made of it, in words for whoever has it in hand. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { otherDestinations } from '#contract/connectors/config/routes/routes.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { type TakeAwayCheck, TakeAwayFile, takeAwayFormat, takeAwayVersion } from '#contract/library/take-away.ts'
import { checkExact } from '../../platform/http/schema-check.ts'
import { tooLarge } from '../builder/shape.service.ts'
import { validateConfig } from '../connectors/config/config-validation.service.ts'
import { plainSecrets } from '../connectors/secrets/connector-secrets.ts'
import { hostsOf, needsOf } from './config-needs.ts'
import { withoutRuleIds } from './redact-secrets.ts'

type Loose = Readonly<Record<string, unknown>>

const fileCheck = checkExact(TakeAwayFile)
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is no file of ours at all, or one of another time: its members would mean something else. */
function foreign(file: unknown): FieldProblem[] {
  if (!isObject(file)) return [{ path: '', message: 'is not a connector file, which must contain one JSON object' }]
  const { format, version } = file
  if (format !== takeAwayFormat) return [{ path: '/format', message: `must be ${takeAwayFormat} in a connector file` }]
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return [{ path: '/version', message: `must be a version number. This installation reads version ${takeAwayVersion}` }]
  if (version > takeAwayVersion) {
    const message = `is ${version}, from a newer Datacrane. This one reads version ${takeAwayVersion}`
    return [{ path: '/version', message }]
  }
  return []
}

const below = (path: string, found: readonly FieldProblem[]) => found.map((it) => ({ ...it, path: `${path}${it.path}` }))

/** Everything that keeps a file from being taken in. Paths are JSON pointers into the file. */
export function errorsIn(file: unknown): FieldProblem[] {
  const other = foreign(file)
  if (other.length > 0) return other
  const malformed = fileCheck(file)
  if (malformed) return malformed
  const { config, shapes } = file as TakeAwayFile
  return [...below('/config', plainSecrets(config)), ...below('/shapes', tooLarge(shapes))]
}

/** Characters that are not seen, or that turn the direction of what follows. */
const unseen = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

function unseenIn(value: unknown, path = ''): FieldProblem[] {
  if (typeof value === 'string') {
    return unseen.test(value) ? [{ path, message: 'contains invisible characters, so it may not be what it looks like' }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    unseenIn(inner, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

function plainSecretsIn(config: ConnectorConfig): FieldProblem[] {
  const { source, destination, enrichment } = config
  const sides = [
    { path: '/source', side: source },
    { path: '/destination', side: destination },
    ...enrichment.map((side, at) => ({ path: `/enrichment/${at}`, side })),
    ...otherDestinations(config).map(({ path, destination: side }) => ({ path: `${path}/destination`, side })),
  ]
  return sides.flatMap(({ path, side }) => {
    const ofAuth = Object.entries(side.auth ?? {}).flatMap(([name, value]) =>
      ['password', 'token', 'value', 'clientSecret', 'key'].includes(name) ? [{ place: `auth/${name}`, value }] : [],
    )
    const others = (side.secrets ?? []).map(({ value }, at) => ({ place: `secrets/${at}/value`, value }))
    return [...ofAuth, ...others].flatMap(({ place, value }) => {
      if (typeof value !== 'string') return [{ path: `${path}/${place}`, message: 'is not in the file. Enter the secret again' }]
      const message = 'is in the file, so anyone with the file can read it'
      return value === '' ? [] : [{ path: `${path}/${place}`, message }]
    })
  })
}

function leftOut({ config, shapes }: TakeAwayFile): FieldProblem[] {
  const sides = [
    ['/shapes/source', shapes.source],
    ['/shapes/destination', shapes.destination],
    ...Object.entries(shapes.enrichment ?? {}).map(([id, it]) => [`/shapes/enrichment/${id}`, it] as const),
  ] as const
  const examples = sides.flatMap(([path, shape]) =>
    shape && shape.examples.length > 0
      ? [{ path: `${path}/examples`, message: 'are not imported. A file contributes only fields' }]
      : [],
  )
  const mappings = [{ path: '', dataMapping: config.dataMapping }, ...otherDestinations(config)]
  const lines = mappings.flatMap(({ path, dataMapping }) =>
    dataMapping.map((line, at) => ({ ...line, at: `/config${path}/dataMapping/${at}` })),
  )
  const rules = lines.flatMap(({ ruleId, rule, at }) => {
    if (ruleId === undefined) return []
    const message = rule
      ? 'is not imported. The mapping uses the rule in the file'
      : "is a saved rule that your company doesn't have. This mapping gets no source"
    return [{ path: `${at}/ruleId`, message }]
  })
  return [...examples, ...rules]
}

/** @param written the configuration of the file with the rules that the company has written out. */
export function checked(file: unknown, written: ConnectorConfig | null): TakeAwayCheck {
  const errors = errorsIn(file)
  if (errors.length > 0 || written === null) {
    const name = isObject(file) && typeof file['name'] === 'string' ? file['name'] : null
    return { isValid: false, errors, warnings: [], name, hosts: [], needs: [] }
  }
  const it = { ...(file as TakeAwayFile), config: written }
  const bare = withoutRuleIds(written)
  const needs = needsOf(bare)
  const verdict = validateConfig(bare)
  const doubts = [...verdict.errors, ...verdict.warnings].filter(({ path }) => !needs.includes(path))
  const warnings = [
    ...leftOut(it),
    ...below('/config', plainSecretsIn(written)),
    ...unseenIn({ name: it.name, details: it.details, config: it.config, shapes: it.shapes }),
    ...below('/config', doubts),
  ]
  return { isValid: true, errors, warnings, name: it.name, hosts: hostsOf(written), needs }
}
