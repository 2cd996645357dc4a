/** A document that describes an API, fetched for a person while they build. */
import { documentBytes } from '#contract/builder/probe.ts'
import { problem, refusal } from '#contract/kit/problem.ts'
import { faultOf, refuseUnaccepted } from '../../kinds/http/response/refusing.ts'
import { SourceFault } from '../../kinds/kind.ts'
import type { Attempt } from './attempting.ts'

const accept = 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5'
const unfit = (code: 'source/too-large' | 'source/unreadable', message: string) =>
  new SourceFault(problem(code, { message }), false)

/** @throws `connector/invalid` when it is no address. */
export function addressOfDocument(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol)) return url
  const message = 'Enter a URL that starts with http:// or https://'
  throw refusal('connector/invalid', { message, errors: [{ path: '/url', message }] })
}

/** Its text. Throws `SourceFault`. */
export async function fetchDocument(url: URL, { tools, signal, mask }: Attempt): Promise<string> {
  const asked = { method: 'GET', url, headers: { accept }, keep: documentBytes + 1, signal }
  const answer = await tools.outbound.request(asked).catch((thrown: unknown) => {
    throw faultOf(thrown)
  })
  refuseUnaccepted(answer, mask.masked)
  if (answer.body.length > documentBytes) throw unfit('source/too-large', 'The document is larger than 5 MB.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(answer.body)
  } catch {
    throw unfit('source/unreadable', 'The document is not UTF-8 text.')
  }
}
