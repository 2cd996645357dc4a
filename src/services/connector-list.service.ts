import type { ConnectorListItem } from '../../contract/connector.ts'
import { connectorListEndpoints } from '../../contract/connector-list.ts'
import { ProblemError, problem, toProblem } from '../../contract/problem.ts'
import { type Access, call } from './http.ts'

/** The connectors of one person, all of them; without a person those that the caller sees. A failure is titled as the error catalogue has it, and says why below. */
export async function listConnectors(
  access: Access,
  userId: string | undefined,
  signal: AbortSignal,
): Promise<ConnectorListItem[]> {
  try {
    return await call(connectorListEndpoints.list, { access, query: userId === undefined ? {} : { userId }, signal })
  } catch (thrown) {
    throw new ProblemError({ ...toProblem(thrown), title: problem('connector/list-failed').message }, { cause: thrown })
  }
}
