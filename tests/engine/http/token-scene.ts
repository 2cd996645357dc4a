/** A destination behind a token endpoint, for tests of tokens. */
import { onTestFinished } from 'vitest'

import type { Auth } from '#contract/connectors/config/config.ts'
import { createAccessTokens } from '#server/engine/kinds/http/access-token.ts'
import { openHttpDestination } from '#server/engine/kinds/http/destination.ts'
import type { Outcome } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { type Asked, type Reply, startTokens } from '../kit/token-sim.ts'

export const secret = 'canary secret/+:&"1'
export const basic = `Basic ${Buffer.from(`my+id:${String(new URLSearchParams([['', secret]])).slice(1)}`).toString('base64')}`
export const given = (number: number, life: unknown = 3_600): Reply => ({
  status: 200,
  body: { access_token: `canary-token-${number}`, token_type: 'bearer', expires_in: life },
})

type Sims = {
  readonly token?: (asked: Asked, number: number) => Reply | null
  readonly api?: (asked: Asked, number: number) => Reply | null
}

/** A destination behind a token endpoint, its clock, and a way to deliver to it. */
export async function openBehindTokens({ token = (_, number) => given(number), api = () => ({ status: 201 }) }: Sims = {}) {
  const sim = await startTokens({ token, api })
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  onTestFinished(async () => {
    await outbound.close()
    await sim.close()
  })
  let now = 0
  const tokens = createAccessTokens(outbound, () => now)
  const auth: Auth = {
    type: 'oauth2ClientCredentials',
    tokenUrl: sim.tokenUrl,
    clientId: 'my id',
    clientSecret: secret,
    scope: 'write all',
  }
  const openFor = (owner: string) =>
    openHttpDestination(
      { type: 'http', url: `${sim.origin}/import`, requestMethod: 'POST', auth },
      { outbound, readSecret: async (it) => String(it), heldEvents: async () => [], accessTokens: tokens.of(owner) },
    )
  const to = await openFor('a')
  const never = new AbortController().signal
  const deliver = (key = 'k', destination = to, signal = never): Promise<Outcome> =>
    destination.deliver(
      { key, body: '{"id":1}', bytes: Buffer.from('{"id":1}'), count: 1, texts: () => ['{"id":1}'] },
      { signal, withdrawn: never, mayStart: () => true },
    )
  const pass = (ms: number) => {
    now += ms
  }
  return { sim, deliver, openFor, pass }
}
