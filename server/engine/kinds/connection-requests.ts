/** Requests with the credentials of a connection: to the addresses below its own only, and what became of them is noted. */
import { staysUnder } from '#contract/connections/connection-check.ts'
import { problem } from '#contract/kit/problem.ts'
import { OutboundFault } from '../../outbound/fault.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { UsedCredentials } from '../../records/connections/connection-use.repository.ts'
import type { OpenConnection } from '../kit/open-connection.ts'

const urlOf = (text: string | null) => (text !== null && URL.canParse(text) ? new URL(text) : null)

/** The address that a token is fetched from is another one, and may lie outside. */
const isTokenUrl = (url: URL, auth: UsedCredentials) => {
  const token = auth.type === 'oauth2ClientCredentials' ? urlOf(auth.tokenUrl) : null
  return token !== null && token.origin === url.origin && token.pathname === url.pathname
}

/** Of a token that can be renewed, a refusal says only that it has ended. */
const renews = ({ type }: UsedCredentials) => type.startsWith('oauth2')

/** The same outbound client. A request to the origin of the connection, but not below its URL, is not sent: it would carry the credentials elsewhere. */
export function ofConnection(outbound: Outbound, { name, url, auth, note }: OpenConnection): Outbound {
  const base = urlOf(url)
  if (base === null) return outbound

  function refuseOutside(asked: URL): void {
    if (asked.origin !== base?.origin || isTokenUrl(asked, auth)) return
    if (staysUnder(asked.pathname, base.pathname)) return
    throw new OutboundFault('forbidden', false, {
      detail: `The URL of the request isn't below ${url}, the URL of the connection "${name}". Nothing was sent.`,
    })
  }
  function noteStatus(asked: URL, status: number): void {
    if (asked.origin !== base?.origin || isTokenUrl(asked, auth)) return
    if (status >= 200 && status < 300) note(null)
    // A single path may be closed to good credentials (403), so only 401 speaks of them.
    else if (status === 401 && !renews(auth))
      note(problem('source/refused', { answer: { status, headers: {}, body: '', bytes: 0 } }))
  }

  return {
    ...outbound,
    request: async (asked) => {
      refuseOutside(asked.url)
      const answer = await outbound.request(asked)
      noteStatus(asked.url, answer.status)
      return answer
    },
    open: async (asked) => {
      refuseOutside(asked.url)
      const stream = await outbound.open(asked)
      noteStatus(asked.url, stream.status)
      return stream
    },
  }
}
