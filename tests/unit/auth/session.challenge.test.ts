/** What the calls of a second factor answer, in the words of the catalogue (`core-platform.md` sections 5 and 8). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { MfaProof } from '#contract/auth/mfa.ts'
import { problem, toProblem } from '#contract/kit/problem.ts'
import { resendCode, verifyMfa } from '#src/services/auth/challenge.service.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'
import { keepInMemory, sessionOf } from './sessions.ts'

const id = '01a1f9dd-286f-7175-987c-3afdb61ae67f'
const proof: MfaProof = { challengeId: id, userId: id, token: '012345', method: 'app' }
const challenge = {
  mfaRequired: true,
  userId: id,
  challengeId: id,
  method: 'app',
  target: null,
  isKept: false,
  hasPasskey: false,
  expiresIn: 300_000,
}
const { signal } = new AbortController()

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())
beforeEach(keepInMemory)

const failureOf = () => verifyMfa(proof, signal).then(() => null, toProblem)

describe('a verification', () => {
  it('answers with the session', async () => {
    server.answers(json(sessionOf(1)))
    expect((await verifyMfa(proof, signal)).accessToken).toBe('access-1')
    expect(server.asked.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([['/api/auth/verify-mfa', proof]])
  })

  it.each([
    ['no access token', { ...sessionOf(1), accessToken: undefined }],
    ['another challenge', challenge],
    ['nothing', null],
  ])('that holds %s is none', async (_, answer) => {
    server.answers(json(answer))
    expect(await failureOf()).toMatchObject({ code: 'auth/mfa-unreadable', message: 'Invalid MFA verification response' })
  })

  it.each([
    [401, 'auth/mfa-invalid', 'Invalid MFA token'],
    [400, 'auth/mfa-malformed', 'Invalid MFA request'],
  ] as const)('that is refused with %i says so once', async (status, code, message) => {
    server.answers(json(problem(code), status))
    expect(await failureOf()).toMatchObject({ code, message, title: 'MFA verification failed' })
    expect(server.asked).toHaveLength(1)
  })

  it('is tried twice more where the server is not there', async () => {
    const away = json(problem('server/unavailable'), 503)
    server.answers(away, away, json(sessionOf(2)))
    expect((await verifyMfa(proof, signal)).accessToken).toBe('access-2')
    expect(server.asked).toHaveLength(3)
    expect(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })
})

it('a code that is sent again says when the next one may be', async () => {
  server.answers(json({ success: true, nextIn: 30_000 }))
  expect(await resendCode({ challengeId: id, userId: id }, signal)).toBe(30_000)
})
