import { type DryRun, dryRunEndpoints } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import { ProblemError, problem, toProblem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { type Access, call, patient } from '../kit/api-client.ts'

/** Whether a configuration could be deployed. A failure is titled as the error catalogue has it, and says why below. */
export async function checkConfig(
  access: Access,
  body: { readonly connectorId: string; readonly config: ConnectorConfig },
  signal: AbortSignal,
): Promise<ValidationResult> {
  try {
    return await call(validationEndpoints.validateConfig, { access, body, signal })
  } catch (thrown) {
    throw new ProblemError({ ...toProblem(thrown), title: problem('connector/check-timeout').title }, { cause: thrown })
  }
}

type Trial = {
  readonly connectorId: string
  readonly config: ConnectorConfig
  readonly examples?: readonly unknown[]
}

/** Reads a few records and shows what would be delivered. One try: it asks other people's systems. */
export function dryRun(access: Access, { examples, ...trial }: Trial, signal: AbortSignal): Promise<DryRun> {
  const body = { ...trial, ...(examples === undefined ? {} : { examples: [...examples] }) }
  return call(dryRunEndpoints.dryRun, { access, body, signal, patience: { ...patient, retries: 0 } })
}
