/** A configuration as the text that a person reads and writes. */
import { type ConnectorConfig, ConnectorConfig as ConnectorConfigShape } from '#contract/connectors/config/config.ts'
import { checkSections } from '#contract/connectors/config/config-sections.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { canonical } from '../../builder/lists/canonical.ts'
import type { Findings, SavedConfig } from './config-editor.context.ts'
import { nameFault } from './json-names.ts'
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
    const fault = nameFault(text)
    if (fault !== null) return { problem: problem('config/not-json', { message: fault }) }
    const isThing = typeof config === 'object' && config !== null && !Array.isArray(config)
    return isThing ? { config: config as ConnectorConfig } : { problem: problem('config/not-object') }
  } catch (thrown) {
    // What is too deep for the browser is no SyntaxError.
    const message = thrown instanceof SyntaxError ? thrown.message : nameFault(text)
    return { problem: problem('config/not-json', message === null ? {} : { message }) }
  }
}

/** The same beside another text: tidy, and with dots for each secret that was typed. `secrets` counts them. */
export function shownBeside(text: string): { readonly text: string; readonly secrets: number } {
  const { text: shown, count } = withoutSecretTexts(tidied(text), '••••••••')
  return { text: shown, secrets: count }
}

/** Whether two texts ask for the same. A mark asks for the secret that is there, whatever it ends with; one that was typed or taken out is a change. */
export const sameConfig = (one: string, other: string) => areSame(one, other, unending)

/** The same of what each holds: secrets that end differently are different ones. */
export const sameWithSecrets = (one: string, other: string) => areSame(one, other, (it) => it)

/**
 * Whether a text is saved, and runs or is about to: then a refusal as stale came after our own publication, whose answer was lost.
 * Of a secret that was typed nobody can tell that: what is saved shows none.
 */
export const isPublished = (text: string, { text: saved, live, isDeploying }: SavedConfig): boolean =>
  sameConfig(text, saved) && (isDeploying || (live !== null && sameConfig(text, live.text)))

function areSame(one: string, other: string, seen: (value: unknown) => unknown): boolean {
  if (one === other) return true
  const [first, second] = [one, other].map((text) => comparable(text, seen))
  return first !== null && first === second
}

function comparable(text: string, seen: (value: unknown) => unknown): string | null {
  try {
    return canonical(seen(JSON.parse(text)))
  } catch {
    return null
  }
}

type Branch = Readonly<Record<string, unknown>>

/** All marks alike. */
function unending(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unending)
  if (typeof value !== 'object' || value === null) return value
  const branch = value as Branch
  if (branch['set'] === true && 'last4' in branch) return { set: true }
  return Object.fromEntries(Object.entries(branch).map(([name, inner]) => [name, unending(inner)]))
}

/**
 * What the section rules say here and what the server says, each sentence once; of one place the rules speak first.
 * @param server null where it gave no verdict: then nothing is valid yet.
 */
export function findingsOf(config: unknown, server: ValidationResult | null): Findings {
  const own = checkSections(config)
  if (server === null) return { isValid: false, errors: [...own.errors], warnings: [...own.warnings], from: 'rules' }
  const errors = merged(own.errors, server.errors)
  const warnings = merged(own.warnings, server.warnings)
  const identity = server.identity === undefined ? {} : { identity: server.identity }
  return { isValid: server.isValid && errors.length === 0, errors, warnings, ...identity, from: 'server' }
}

type Faults = ValidationResult['errors']

function merged(own: Readonly<Faults>, servers: Readonly<Faults>): Faults {
  const known = new Set(own.map(({ path, message }) => `${path} ${message}`))
  return [...own, ...servers.filter(({ path, message }) => !known.has(`${path} ${message}`))]
}
