import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import { type Version, versionEndpoints } from '#contract/connectors/deployments/version.ts'
import { type ConnectorDetails, connectorEndpoints, type Deployment } from '#contract/connectors/details/connector.ts'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import { type ProblemCode, ProblemError, problem, refusal, toProblem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { type Comparison, comparisonEndpoints } from '#contract/studio/comparison.ts'
import { readDetails } from '../connectors/details/connector.service.ts'
import { type Access, call, patient } from '../kit/api-client.ts'

type ById = { readonly connectorId: string }
type Written = ById & { readonly config: ConnectorConfig }
const once = { ...patient, retries: 0 }

/** The configuration of one version. */
export async function readVersionConfig(
  access: Access,
  connectorId: string,
  number: number,
  signal: AbortSignal,
): Promise<ConnectorConfig> {
  return (await call(versionEndpoints.get, { access, params: { id: connectorId, number }, signal })).config
}

/** The draft, and the version that runs; null where none does. */
export async function readConfig(
  access: Access,
  it: ById,
  signal: AbortSignal,
): Promise<{ readonly details: ConnectorDetails; readonly live: ConnectorConfig | null }> {
  const details = await readDetails(access, it, signal)
  const live = details.liveVersion === null ? null : await readVersionConfig(access, it.connectorId, details.liveVersion, signal)
  return { details, live }
}

/** Everything that the server has against a configuration, its sections and the whole. */
export function checkConfig(
  access: Access,
  { config }: { readonly config: ConnectorConfig },
  signal: AbortSignal,
): Promise<ValidationResult> {
  return call(validationEndpoints.validateConfig, { access, body: config, signal }).catch(withTitle('config/not-checked'))
}

const deploy = { ...connectorEndpoints.deploy, path: '/api-connectors/:id/deploy' } as const

/** Saves a configuration on the revision that it started from and begins its deployment, both or neither. */
export function publishConfig(
  access: Access,
  { connectorId, ...what }: Written & { readonly revision: number; readonly reading?: DeployReading },
  signal: AbortSignal,
): Promise<Deployment> {
  const body = { ...what, isComplete: true, deployedBy: 'config-editor' }
  return call(deploy, { access, params: { id: connectorId }, body, signal }).catch(withTitle('config/not-published'))
}

/** One try: the enrichments of both configurations are asked. */
export function compareConfig(access: Access, { connectorId, config }: Written, signal: AbortSignal): Promise<Comparison> {
  return call(comparisonEndpoints.compare, { access, params: { id: connectorId }, body: { config }, signal, patience: once })
}

/** One page of the versions of a connector, newest first; `page` counts from 1. */
export async function listVersions(
  access: Access,
  { connectorId, page, limit }: ById & { readonly page: number; readonly limit: number },
  signal: AbortSignal,
): Promise<{ readonly items: readonly Version[]; readonly total: number }> {
  const { data, total } = await call(versionEndpoints.list, {
    access,
    params: { id: connectorId },
    query: { page, limit },
    signal,
  })
  return { items: data, total }
}

/** A failure under the heading of the error catalogue; whoever is not signed in any more is told that. */
const withTitle = (code: ProblemCode) => (thrown: unknown) => {
  const it = toProblem(thrown)
  if (it.code === 'auth/token-missing') throw refusal('config/no-token', {}, { cause: thrown })
  throw new ProblemError({ ...it, title: problem(code).title }, { cause: thrown })
}

type Place = ById & { readonly owner: string }
const keyOf = ({ owner, connectorId }: Place) => `config-text:${owner}:${connectorId}`

/** What this tab kept of a text, whatever it is; null when there is nothing or the browser keeps nothing. */
export function readStoredText(place: Place): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
  } catch {
    return null
  }
}

/** Never a secret. Storage that is full or forbidden costs the next load its last seconds, not this one. */
export function keepText(place: Place, kept: object): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(kept))
  } catch {
    // What is typed stays on the page.
  }
}

export function forgetText(place: Place): void {
  try {
    sessionStorage.removeItem(keyOf(place))
  } catch {
    // Storage that is forbidden keeps nothing.
  }
}
