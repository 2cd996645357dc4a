/** What a call of the settings says where no server said why. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProblemError, problem } from '#contract/kit/problem.ts'
import { systemSettingsEndpoints } from '#contract/settings/system-settings.ts'
import { call } from '#src/services/settings/settings-call.ts'
import { hangUp, json, type ScriptServer, startScriptServer, text } from '../kit/script-server.ts'

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('not here')) }
const once = { retries: 0, backoffCap: 0 }
const said = () =>
  call(systemSettingsEndpoints.get, { access, patience: once, signal: AbortSignal.timeout(5_000) }).catch(
    (thrown: ProblemError) => thrown.problem.message,
  )

it('keeps the sentence of the server', async () => {
  server.answers(json(problem('settings/forbidden'), 403))
  expect(await said()).toBe(problem('settings/forbidden').message)
})

it('has the text of the status where there is no sentence, and else the name of the error', async () => {
  server.answers((reply) => void reply.writeHead(502, 'Bad Gateway', { 'content-type': 'text/html' }).end('<p>no</p>'))
  expect(await said()).toBe('Bad Gateway')
  server.answers((reply) => void reply.writeHead(502, '', { 'content-type': 'text/html' }).end('<p>no</p>'))
  expect(await said()).toBe('API Error')
  server.answers(text('no settings'))
  expect(await said()).toBe('API Error')
})

it('says that nothing came back', async () => {
  server.answers(hangUp)
  expect(await said()).toBe('Network error - please check your connection')
})

it('says so where nobody knows', async () => {
  const broken = { ...access, bearer: () => 'no\nheader' }
  const thrown = await call(systemSettingsEndpoints.get, {
    ...{ access: broken, patience: once, signal: AbortSignal.timeout(5_000) },
  }).catch((it: ProblemError) => it.problem.message)
  expect(thrown).toBe('Unknown error occurred')
})
