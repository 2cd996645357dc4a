import { type DryRun, dryRunEndpoints } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig, MappingEdge } from '#contract/connectors/config/config.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { type Access, call, patient } from '../kit/api-client.ts'

type Preview = {
  readonly connectorId: string
  readonly config: ConnectorConfig
  readonly examples: readonly unknown[]
}

/** What the engine makes of kept examples. Nothing is sent to the destination; one try, because the next change asks again. */
export function previewMapping(access: Access, { connectorId, config, examples }: Preview, signal: AbortSignal): Promise<DryRun> {
  const body = { connectorId, config, examples: [...examples], limit: Math.max(1, examples.length) }
  return call(dryRunEndpoints.dryRun, { access, body, signal, patience: { ...patient, retries: 0 } })
}

/** Whether the lines are sound, by the server's rules. */
export function validateDataMapping(
  access: Access,
  body: { readonly connectorId: string; readonly dataMapping: readonly MappingEdge[] },
  signal: AbortSignal,
): Promise<ValidationResult> {
  return call(validationEndpoints.validateDataMapping, { access, body, signal })
}
