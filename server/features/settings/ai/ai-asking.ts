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
  forbidden: 'has an address that may not be called from here',
  'gateway-shut': 'was not asked',
  gateway: 'was not asked',
  unreachable: 'cannot be reached, or broke off',
  timeout: 'did not answer in time',
  'too-large': 'sent an answer that is too large',
  unreadable: 'sent an answer that cannot be read',
  aborted: 'did not answer in time',
  withheld: 'was not asked',
}

function faultOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `answered with a redirect (${status}), which is not followed`
  if (status === 401 || status === 403) return `refused the API key (${status})`
  if (status === 404) return `does not know the model or the address (${status})`
  if (status === 429) return `takes no more requests at the moment (${status})`
  if (status >= 500) return `has a fault of its own (${status})`
  return `refused the request (${status})`
}

/** What stands in the body of a 400: Azure filters there, and Gemini refuses a key so. Gemini puts its error into a list. */
function faultInBody(body: string): string | null {
  if (/"content_filter"|"ResponsibleAIPolicyViolation"/.test(body)) return 'refused to answer'
  return /"API_KEY_INVALID"|API key not valid|API key expired/.test(body) ? 'refused the API key (400)' : null
}
const errorMax = 10_000

type Asked = Host & { readonly companyId: string; readonly body?: unknown; readonly signal?: AbortSignal }

/** @throws `AiFault` and nothing else. */
export async function askProvider(
  outbound: Pick<Outbound, 'request'>,
  { url, headers, companyId, body, signal }: Asked,
): Promise<unknown> {
  const limit = AbortSignal.timeout(aiAnswerLimit)
  try {
    if (!URL.canParse(url)) throw new AiFault('has no address that can be called')
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
      throw new AiFault('sent something that is no JSON')
    }
  } catch (thrown) {
    if (thrown instanceof AiFault) throw thrown
    if (thrown instanceof OutboundFault) throw new AiFault(faults[thrown.kind])
    throw thrown
  }
}
