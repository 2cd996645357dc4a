/** What a person reads when a connector is not paused or not deleted. `core-platform.md` section 8. */
import { afterAll, beforeAll, expect, it } from 'vitest'

import { problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { pauseConnector, removeConnector } from '#src/services/connectors/details/connector.service.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

const access = { bearer: () => 'token', renew: () => Promise.reject(refusal('auth/token-expired')) }
const connector = { connectorId: '01a1f9dd-286f-7175-987c-3afdb61ae67f' }

it.each([
  ['Pause connector failed', pauseConnector],
  ['Delete connector failed', removeConnector],
] as const)('%s: the words of the catalogue, and why', async (title, ask) => {
  const why = problem('connector/not-allowed-now')
  server.answers(json(why, why.status))
  const told = await Promise.resolve(ask(access, connector, new AbortController().signal)).catch(toProblem)
  expect(told).toMatchObject({ code: why.code, title, message: why.message })
})
