/** One request to an AI provider through the guarded way out. What it answers is bounded, and what goes wrong is a sentence. */
import { OutboundFault } from '../../../outbound/fault.ts'
import type { Outbound } from '../../../outbound/outbound.ts'
import type { Host } from './ai-hosts.ts'

/** Milliseconds of one request, and bytes of an answer. */
export const aiAnswerLimit = 9_000
const answerMax = 512 * 1_024

/** What the other side did, as the end of a sentence that begins with its name. */
export class AiFault extends Error {
  override readonly name = 'AiFault'
}

const faults: Readonly<Record<OutboundFault['kind'], string>> = {
  forbidden: "has a URL that Datacrane can't call",
  'gateway-shut': 'was not called',
  gateway: 'was not called',
  unreachable: "can't be reached, or closed the connection",
  timeout: "didn't respond in time",
  'too-large': 'returned a response that is too large',
  unreadable: "returned a response that can't be read",
  aborted: "didn't respond in time",
  withheld: 'was not called',
}

function faultOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `returned a redirect (HTTP ${status}), and Datacrane doesn't follow redirects`
  if (status === 401 || status === 403) return `rejected the API key (HTTP ${status})`
  if (status === 404) return `doesn't know this model or URL (HTTP ${status})`
  if (status === 429) return `has reached its request limit (HTTP ${status})`
  if (status >= 500) return `returned a server error (HTTP ${status})`
  return `rejected the request (HTTP ${status})`
}

/** What stands in the body of a 400: Azure filters there, and Gemini refuses a key so. Gemini puts its error into a list. */
function faultInBody(body: string): string | null {
  if (/"content_filter"|"ResponsibleAIPolicyViolation"/.test(body)) return 'refused to respond'
  return /"API_KEY_INVALID"|API key not valid|API key expired/.test(body) ? 'rejected the API key (HTTP 400)' : null
}
const errorMax = 10_000

type ModelRequest = Host & { readonly companyId: string; readonly body?: unknown; readonly signal?: AbortSignal }

/** @throws `AiFault` and nothing else. */
export async function askProvider(
  outbound: Pick<Outbound, 'request'>,
  { url, headers, companyId, body, signal }: ModelRequest,
): Promise<unknown> {
  const limit = AbortSignal.timeout(aiAnswerLimit)
  try {
    if (!URL.canParse(url)) throw new AiFault('has no valid URL')
    const answer = await outbound.request({
      ...{ method: body === undefined ? 'GET' : 'POST', url: new URL(url), keep: answerMax + 1 },
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...{ party: companyId, lane: 'assistant' },
    })
    const fault = faultOfStatus(answer.status)
    const told = answer.status === 400 ? faultInBody(answer.body.subarray(0, errorMax).toString('utf8')) : null
    if (fault !== null) throw new AiFault(told ?? fault)
    if (answer.body.length > answerMax) throw new AiFault(faults['too-large'])
    try {
      return JSON.parse(answer.body.toString('utf8'))
    } catch {
      throw new AiFault("returned a response that isn't JSON")
    }
  } catch (thrown) {
    if (thrown instanceof AiFault) throw thrown
    if (thrown instanceof OutboundFault) throw new AiFault(faults[thrown.kind])
    throw thrown
  }
}
