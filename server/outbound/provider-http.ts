/** How the library that speaks to identity providers sends: by the guarded way out and no other. */
import type { CustomFetch } from 'openid-client'

import { OutboundFault } from './fault.ts'
import type { Outbound } from './outbound.ts'

/** Answers that a `Response` takes no body for. */
const bodiless = new Set([204, 205, 304])

export const sendBy =
  (outbound: Pick<Outbound, 'request'>, isFit: (url: URL) => Promise<boolean>, party = ''): CustomFetch =>
  async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    if (!(await isFit(url))) throw new OutboundFault('forbidden', false)
    const text = body instanceof URLSearchParams ? body.toString() : body
    if (text && typeof text !== 'string') throw new Error('Only text is sent to a provider.')
    const answer = await outbound.request({ method, url, headers, body: text || null, signal, party })
    const content = bodiless.has(answer.status) || answer.body.length === 0 ? null : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: answer.headers })
  }
