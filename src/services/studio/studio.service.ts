import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { toProblem } from '#contract/kit/problem.ts'
import { readDetails } from '../connectors/details/connector.service.ts'
import type { Access } from '../kit/api-client.ts'

type ById = { readonly connectorId: string }

/** The connector with its configuration; null where the answer holds none that can be read. */
export async function readStudioConnector(access: Access, it: ById, signal: AbortSignal): Promise<ConnectorDetails | null> {
  try {
    return await readDetails(access, it, signal)
  } catch (thrown) {
    if (toProblem(thrown).code === 'net/malformed-reply') return null
    throw thrown
  }
}
