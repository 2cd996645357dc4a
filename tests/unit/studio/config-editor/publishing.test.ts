/** What the Config Editor sends when a text is published. */
import { afterAll, beforeAll, expect, it } from 'vitest'

import { problem } from '#contract/kit/problem.ts'
import { publishConfig } from '#src/services/studio/config-editor.service.ts'
import { json, type ScriptServer, startScriptServer } from '../../kit/script-server.ts'

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

it('wants what the steps of the builder still ask to be answered, as every deployment of the console does', async () => {
  server.answers(json(problem('connector/invalid'), 422))
  const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('not renewed')) }
  const what = { connectorId: 'c1', config: {} as never, revision: 3 }
  await expect(publishConfig(access, what, new AbortController().signal)).rejects.toThrow()
  expect(JSON.parse(server.asked.at(-1)?.body ?? '')).toMatchObject({ revision: 3, isComplete: true })
})
