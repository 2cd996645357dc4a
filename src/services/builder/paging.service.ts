import { probeEndpoints, type TriedPaging } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { type Access, call, once } from '../kit/api-client.ts'

/** `connectorId` is where secrets are saved that the configuration only marks as set; null where there is none. */
export type ProbedSource = { readonly config: SourceConfig; readonly connectorId: string | null }

/** The first pages of a source, and why they end. One try: another one would ask the source for everything again. */
export function tryPaging(access: Access, { config, connectorId }: ProbedSource, signal: AbortSignal): Promise<TriedPaging> {
  const body = { side: 'source' as const, config, ...(connectorId === null ? {} : { connectorId }) }
  return call(probeEndpoints.tryPaging, { access, body, signal, patience: once })
}
