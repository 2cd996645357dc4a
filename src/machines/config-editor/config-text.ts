/** A configuration as the text that a person reads and writes. */
import { type ConnectorConfig, ConnectorConfig as ConnectorConfigShape } from '../../../contract/config.ts'
import { checkSections } from '../../../contract/config-sections.ts'
import { type Problem, problem } from '../../../contract/problem.ts'
import type { ValidationResult } from '../../../contract/schemas.ts'
import { canonical } from '../list-processing/canonical.ts'
import { withoutSecretTexts } from './text-secrets.ts'

/** Without the status, which is the connector's, and without the copies that a version keeps of saved rules: the saved ones hold. */
export function textOf({ status: _, ...config }: ConnectorConfig): string {
  const dataMapping = config.dataMapping.map(({ rule, ...line }) =>
    rule === undefined || line.ruleId !== undefined ? line : { ...line, rule },
  )
  return `${JSON.stringify(ordered({ ...config, dataMapping }, ConnectorConfigShape as unknown as Shape), null, 2)}\n`
}

type Shape = {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

/** With the members of each object in the order of the contract: a database gives them back in its own, and a comparison of texts is to show changes only. */
function ordered(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, shape?.items))
  if (typeof value !== 'object' || value === null || shape === undefined || isExactNumber(value)) return value
  const branch = value as Branch
  const properties = Object.assign({}, ...[shape, ...(shape.anyOf ?? [])].map((it) => it.properties ?? {})) as Record<
    string,
    Shape
  >
  const names = [...Object.keys(properties).filter((name) => name in branch), ...Object.keys(branch)]
  return Object.fromEntries(names.map((name) => [name, ordered(branch[name], properties[name])]))
}

const isExactNumber = (value: object) => 'isRawJSON' in JSON && JSON.isRawJSON(value)

/** What was written, as it would be shown once it is saved; as it stands while it cannot be. */
export function tidied(text: string): string {
  const it = written(text)
  return 'config' in it && Array.isArray(it.config.dataMapping) ? textOf(it.config) : text
}

/** What was written, as it is sent; or why it cannot be read, in the words of the browser. */
export type Written = { readonly config: ConnectorConfig } | { readonly problem: Problem }

/** Numbers that a double cannot hold are sent as they were written. Older browsers lack the means. */
export function written(text: string): Written {
  const isExact = 'rawJSON' in JSON
  try {
    const config: unknown = JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
      isExact && typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
        ? JSON.rawJSON(context.source)
        : value,
    )
    const isThing = typeof config === 'object' && config !== null && !Array.isArray(config)
    return isThing ? { config: config as ConnectorConfig } : { problem: problem('config/not-object') }
  } catch (thrown) {
    return { problem: problem('config/not-json', thrown instanceof SyntaxError ? { message: thrown.message } : {}) }
  }
}

/** Whether two texts say the same. Secrets are not compared: nobody can see theirs. */
export function sameConfig(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [comparable(one), comparable(other)]
  return first !== null && first === second
}

function comparable(text: string): string | null {
  try {
    return canonical(markless(JSON.parse(withoutSecretTexts(text).text)))
  } catch {
    return null
  }
}

type Branch = Readonly<Record<string, unknown>>

function markless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markless)
  if (typeof value !== 'object' || value === null) return value
  const branch = value as Branch
  if (branch['set'] === true && 'last4' in branch) return ''
  return Object.fromEntries(Object.entries(branch).map(([name, inner]) => [name, markless(inner)]))
}

/** What the section rules say here and what the server says, each sentence once; of one place the rules speak first. */
export function findingsOf(config: unknown, server: ValidationResult): ValidationResult {
  const own = checkSections(config)
  const errors = merged(own.errors, server.errors)
  return { isValid: server.isValid && errors.length === 0, errors, warnings: merged(own.warnings, server.warnings) }
}

type Faults = ValidationResult['errors']

function merged(own: Readonly<Faults>, servers: Readonly<Faults>): Faults {
  const known = new Set(own.map(({ path, message }) => `${path} ${message}`))
  return [...own, ...servers.filter(({ path, message }) => !known.has(`${path} ${message}`))]
}
