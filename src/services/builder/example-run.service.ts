/** Dry runs of sample records that are known already. */
import { type DryRun, dryRunEndpoints, dryRunMax } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type Access, call, patient } from '../kit/api-client.ts'

type Examples = {
  readonly connectorId: string | null
  readonly config: ConnectorConfig
  /** Null: the source is asked for as many as a dry run reads. */
  readonly examples: readonly unknown[] | null
}

/** What the engine makes of kept examples, or of records that are read now. Nothing is sent to the destination; one try, because the next change asks again. */
export function tryExamples(access: Access, { connectorId, config, examples }: Examples, signal: AbortSignal): Promise<DryRun> {
  const body = {
    ...(connectorId === null ? {} : { connectorId }),
    config,
    ...(examples === null ? { limit: dryRunMax } : { examples: [...examples], limit: Math.max(1, examples.length) }),
  }
  return call(dryRunEndpoints.dryRun, { access, body, signal, patience: { ...patient, retries: 0 } })
}
