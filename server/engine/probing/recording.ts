/** Keeps what goes out and comes in while something is tried out, as a person may see it. */
import { type Exchange, shownBytes } from '../../../contract/probe.ts'
import { type FaultKind, OutboundFault } from '../../outbound/fault.ts'
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../outbound/outbound.ts'
import type { Mask } from '../kinds/http/masking.ts'

type Kept = {
  readonly request: OutboundRequest
  readonly duration: number
  readonly answer: Omit<OutboundAnswer, 'body'> | null
  /** The beginning of the body: the answer's own is gone when it has been read. */
  readonly shown: Buffer
  /** All of it, when it is not too much to look through. */
  readonly whole: Buffer | null
  readonly fault: FaultKind | null
  /** Of a token endpoint: what it gave is not for people. */
  readonly isSecret: boolean
}

export type Recorder = {
  readonly outbound: Outbound
  /** The way to token endpoints. */
  readonly tokenOutbound: Pick<Outbound, 'request'>
  readonly count: () => number
  /** The exchanges from a number on, and up to another. */
  readonly exchanges: (from?: number, to?: number) => Exchange[]
  /** The last answer, if it is not too much to look through. */
  readonly lastBody: () => Buffer | null
}

const wholeMax = 2 * 1024 * 1024

/** A request that was taken back was so because its time was over. */
const told = (fault: FaultKind): Exchange['fault'] => (fault === 'aborted' || fault === 'withheld' ? 'timeout' : fault)

/** Credentials that an `Authorization` header carries: `Bearer <token>`, `Basic <pair>`. */
const credentialsIn = ({ headers }: OutboundRequest) => (headers['authorization'] ?? '').split(' ').slice(1)

const textOf = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\u0000', '\ufffd')

const maskedValues = (headers: Readonly<Record<string, string>>, { masked }: Mask) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, name === 'set-cookie' ? '••••' : masked(value)]))

function exchangeOf({ request, duration, answer, shown, fault, isSecret }: Kept, mask: Mask): Exchange {
  const { masked } = mask
  const isHidden = isSecret && answer !== null && answer.status < 300
  return {
    request: {
      method: request.method,
      url: masked(request.url.href),
      headers: maskedValues(request.headers, mask),
      body: request.body == null ? null : masked(String(request.body).slice(0, shownBytes)),
    },
    response: answer && {
      status: answer.status,
      headers: maskedValues(answer.headers, mask),
      body: isHidden ? '' : masked(textOf(shown)),
      bytes: answer.bytes,
      isCut: isHidden || answer.bytes > shown.length,
    },
    duration,
    fault: fault === null ? null : told(fault),
  }
}

/** @param around is sent with every request: whose it is and when it ends. */
export function createRecorder(
  outbound: Outbound,
  mask: Mask,
  around: Pick<OutboundRequest, 'party' | 'lane'> & { readonly signal: AbortSignal },
): Recorder {
  const kept: Kept[] = []

  async function record(request: OutboundRequest, isSecret: boolean): Promise<OutboundAnswer> {
    const begun = performance.now()
    const { party, lane, signal } = around
    const sent = { ...request, ...(party ? { party } : {}), ...(lane ? { lane } : {}) }
    mask.add(...credentialsIn(request))
    const keep = (of: Pick<Kept, 'answer' | 'shown' | 'whole' | 'fault'>) =>
      kept.push({ request, duration: Math.round(performance.now() - begun), isSecret, ...of })
    try {
      const answer = await outbound.request({
        ...sent,
        signal: AbortSignal.any([signal, ...(request.signal ? [request.signal] : [])]),
      })
      const { body, ...rest } = answer
      const whole = body.length <= wholeMax && !isSecret ? Buffer.from(body) : null
      keep({ answer: rest, shown: Buffer.from(body.subarray(0, shownBytes)), whole, fault: null })
      return answer
    } catch (thrown) {
      if (thrown instanceof OutboundFault) keep({ answer: null, shown: Buffer.alloc(0), whole: null, fault: thrown.kind })
      throw thrown
    }
  }

  return {
    outbound: { ...outbound, request: (request) => record(request, false) },
    tokenOutbound: { request: (request) => record(request, true) },
    count: () => kept.length,
    exchanges: (from, to) => kept.slice(from, to).map((it) => exchangeOf(it, mask)),
    lastBody: () => kept.at(-1)?.whole ?? null,
  }
}
