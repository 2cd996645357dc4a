/** People with a second factor, for the browser tests: everything by the API of a running product. */
import { type APIRequestContext, expect } from 'playwright/test'

import type { Session } from '#contract/auth/auth.ts'
import type { MfaMethod } from '#contract/auth/mfa.ts'
import { shown } from '../../server/auth/mfa/factors.ts'
import { demoPassword } from '../kit/product.ts'

export type Enrolled = {
  readonly email: string
  readonly secret: string
  readonly recoveryCodes: string[]
  readonly accessToken: string
}

/** Switches the second factor of a person on, as they would: with their password and the first code. */
export async function enrol(
  request: APIRequestContext,
  address: string,
  email: string,
  method: Exclude<MfaMethod, 'sms'>,
): Promise<Enrolled> {
  const signedIn = await request.post(`${address}/api/auth/sign-in`, { data: { email, password: demoPassword } })
  const { accessToken, user }: Session = await signedIn.json()
  const post = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const reply = await request.post(`${address}/api/users/${user._id}/mfa/${path}`, { headers, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return reply.json()
  }
  const { secret = '' } = await post('enable', { method, password: demoPassword })
  // The step before this one: each code is good once, and the one of now is for the browser.
  const code = method === 'app' ? shown(secret, -1) : await codeSentTo(request, address, { email, accessToken })
  const { recoveryCodes } = await post('verify', { code, method })
  return { email, secret, recoveryCodes, accessToken }
}

/** The code that was sent last to the operator: nobody else may read what an operator gets. */
export async function codeSentTo(
  request: APIRequestContext,
  address: string,
  { email, accessToken }: Pick<Enrolled, 'email' | 'accessToken'>,
): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const reply = await request.get(`${address}/api/outbox?to=${encodeURIComponent(email)}`, { headers })
  expect(reply.ok(), await reply.text()).toBe(true)
  const { data }: { data: { text: string }[] } = await reply.json()
  const codes = data.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).filter((code) => code !== undefined)
  return codes[0] ?? ''
}
