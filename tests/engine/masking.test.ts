/** What a system says back may hold the secret that it was sent: none of it is kept, wherever the answer is cut. Threat T-SEC-3. */
import { expect, it } from 'vitest'

import type { Auth } from '../../contract/config.ts'
import { foreignAnswer, keptBytes } from '../../server/engine/kinds/http/answer.ts'
import { requestTemplate } from '../../server/engine/kinds/http/request.ts'
import { createOutbound } from '../../server/outbound/outbound.ts'

const secret = 'CANARY"token\\0123456789é'
const outbound = createOutbound()

const ways: Record<string, { readonly auth: Auth; readonly echo: string }> = {
  'a bearer token': { auth: { type: 'bearer', token: 'kept' }, echo: secret },
  'a bearer token inside JSON': { auth: { type: 'bearer', token: 'kept' }, echo: JSON.stringify(secret).slice(1, -1) },
  'basic authentication': {
    auth: { type: 'basic', username: 'u', password: 'kept' },
    echo: Buffer.from(`u:${secret}`).toString('base64'),
  },
  'an API key in the query': {
    auth: { type: 'apiKey', in: 'query', name: 'k', value: 'kept' },
    echo: encodeURIComponent(secret),
  },
}

/** The longest beginning of a text that stands in another. */
function longestPart(of: string, within: string): number {
  for (let length = of.length; length > 0; length -= 1) if (within.includes(of.slice(0, length))) return length
  return 0
}

it.each(Object.entries(ways))('%s is not kept, wherever the cut falls', async (_, { auth, echo }) => {
  const config = { type: 'http', url: 'https://crm.example/', auth } as const
  const { masked } = await requestTemplate(config, 'POST', {
    heldEvents: async () => [],
    outbound,
    readSecret: async () => secret,
  })
  for (let before = keptBytes - echo.length - 4; before <= keptBytes; before += 1) {
    const body = Buffer.from(`${'.'.repeat(before)}${echo}${'.'.repeat(64)}`)
    const kept = foreignAnswer({ status: 500, headers: {}, body, bytes: body.length }, masked)
    expect(longestPart(echo, kept.body), `${before} characters before it`).toBeLessThan(4)
  }
})
