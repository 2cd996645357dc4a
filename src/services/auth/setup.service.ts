import type { Session } from '#contract/auth/auth.ts'
import { type NewOperator, setupEndpoints } from '#contract/auth/setup.ts'
import { call } from '../kit/api-client.ts'

/** One try: when the answer to a first one was lost, a second one would only hear that somebody is there. */
const patience = { retries: 0, backoffCap: 0 }

/** Makes the first company and its operator, and signs them in. */
export function setUp(operator: NewOperator, signal: AbortSignal): Promise<Session> {
  return call(setupEndpoints.setUp, { body: operator, signal, patience })
}
