/** Keeps what goes out and comes in while something is tried out, as a person may see it. */
import { type Exchange, shownBytes } from '#contract/builder/probe.ts'
import type { OutboundAnswer, OutboundRequest } from '#server/outbound/exchange.ts'
import { type FaultKind, OutboundFault } from '#server/outbound/fault.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import type { OutboundStream, StreamRequest } from '#server/outbound/streaming.ts'
import { mask as hidden, lookAhead, type Mask } from '../../kinds/http/masking/masking.ts'
import { shownAddress, shownHeaders } from '../../kinds/http/masking/shown-request.ts'
import { shownBeginning } from '../../kinds/http/response/answer.ts'

type RecordedRequest = Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'signal' | 'secretPlaces'> & {
  readonly body?: string | Uint8Array | null
}

type RecordedAnswer = {
  readonly request: RecordedRequest
  readonly duration: number
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; bytes: number } | null
  /** The beginning of the body: the answer's own is gone when it has been read. */
  shown: Buffer
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

/** Bytes of one answer, the newest; what lists it holds is told of as large ones as people paste. */
const wholeMax = 12 * 1024 * 1024

/** A request that was taken back was so because its time was over. */
function faultShown(fault: FaultKind): Exchange['fault'] {
  if (fault === 'aborted' || fault === 'withheld') return 'timeout'
  return fault === 'gateway-shut' ? 'gateway' : fault
}

/** Credentials that an `Authorization` header carries (`Bearer <token>`, `Basic <pair>`), and signatures in an address. */
const credentialsIn = ({ headers, url }: RecordedRequest) => {
  const [scheme, ...credentials] = (headers['authorization'] ?? '').split(' ')
  const pairs = scheme === 'Basic' ? credentials.map((it) => Buffer.from(it, 'base64').toString('utf8')) : []
  return [...credentials, ...pairs, ...url.searchParams.getAll('sig')]
}

/** Bytes of an answer that are kept: those that are shown, and those behind them in which a secret may end. */
const recordedBytesMax = shownBytes + lookAhead

/** The body of a request as it is shown. A token endpoint may be sent the secret of the client in a form. */
function shownBody({ body }: RecordedRequest, isForToken: boolean): string | null {
  if (body == null) return null
  const text = Buffer.from(body).subarray(0, shownBytes).toString('utf8')
  return isForToken ? text.replace(/(^|&)client_secret=[^&]*/g, `$1client_secret=${hidden}`) : text
}

const maskedValues = (headers: Readonly<Record<string, string>>, { masked }: Mask) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, name === 'set-cookie' ? '••••' : masked(value)]))

function exchangeOf({ request, duration, answer, shown, fault, isSecret }: RecordedAnswer, mask: Mask): Exchange {
  const { masked } = mask
  const isHidden = isSecret && answer !== null && answer.status < 300
  return {
    request: {
      method: request.method,
      url: shownAddress(request.url, request.secretPlaces),
      headers: shownHeaders(request.headers, request.secretPlaces),
      body: shownBody(request, isSecret),
    },
    response: answer && {
      status: answer.status,
      headers: maskedValues(answer.headers, mask),
      body: isHidden ? '' : shownBeginning(shown, shownBytes, answer.bytes > shown.length, masked),
      bytes: answer.bytes,
      isCut: isHidden || answer.bytes > shownBytes,
    },
    duration,
    fault: fault === null ? null : faultShown(fault),
  }
}

/** @param around is sent with every request: whose it is and when it ends. */
export function createRecorder(
  outbound: Outbound,
  mask: Mask,
  around: Pick<OutboundRequest, 'party' | 'lane'> & { readonly signal: AbortSignal },
): Recorder {
  const kept: RecordedAnswer[] = []
  /** The body of the newest answer alone: of many pages each may be as large. */
  let newest: Buffer | null = null

  /** What is sent in place of a request. */
  function of<R extends RecordedRequest>(request: R) {
    const { party, lane, signal } = around
    mask.add(...credentialsIn(request))
    const until = AbortSignal.any([signal, ...(request.signal ? [request.signal] : [])])
    return { ...request, ...(party ? { party } : {}), ...(lane ? { lane } : {}), signal: until }
  }

  function keeper(request: RecordedRequest, isSecret: boolean) {
    const begun = performance.now()
    return (it: Pick<RecordedAnswer, 'answer' | 'shown' | 'fault'>, whole: Buffer | null = null): RecordedAnswer => {
      const made: RecordedAnswer = { request, duration: Math.round(performance.now() - begun), isSecret, ...it }
      kept.push(made)
      newest = whole
      return made
    }
  }

  const unanswered = (thrown: unknown, keep: ReturnType<typeof keeper>) => {
    if (thrown instanceof OutboundFault) keep({ answer: null, shown: Buffer.alloc(0), fault: thrown.kind })
    return thrown
  }

  async function record(request: OutboundRequest, isSecret: boolean): Promise<OutboundAnswer> {
    const keep = keeper(request, isSecret)
    try {
      const answer = await outbound.request(of(request))
      const { body, ...rest } = answer
      const whole = body.length <= wholeMax && !isSecret ? Buffer.from(body) : null
      keep({ answer: rest, shown: Buffer.from(body.subarray(0, recordedBytesMax)), fault: null }, whole)
      return answer
    } catch (thrown) {
      throw unanswered(thrown, keep)
    }
  }

  /** What is read of a stream is counted and shown, and nothing is read for that. */
  async function* watched(body: AsyncIterable<Uint8Array>, it: RecordedAnswer): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of body) {
      if (it.answer) it.answer.bytes += piece.length
      if (it.shown.length < recordedBytesMax) it.shown = Buffer.concat([it.shown, piece]).subarray(0, recordedBytesMax)
      yield piece
    }
  }

  async function open(request: StreamRequest): Promise<OutboundStream> {
    const keep = keeper(request, false)
    try {
      const stream = await outbound.open(of(request))
      const { status, headers, body } = stream
      const made = keep({ answer: { status, headers, bytes: 0 }, shown: Buffer.alloc(0), fault: null })
      return { ...stream, body: watched(body, made) }
    } catch (thrown) {
      throw unanswered(thrown, keep)
    }
  }

  const place: Outbound['place'] = (request) =>
    outbound.place({ ...request, ...(around.party === undefined ? {} : { party: around.party }) })

  return {
    outbound: {
      ...outbound,
      ...{ request: (request) => record(request, false), open, place },
      watch: (request, cut) => outbound.watch({ ...request, party: around.party ?? '' }, cut),
    },
    tokenOutbound: { request: (request) => record(request, true) },
    count: () => kept.length,
    exchanges: (from, to) => kept.slice(from, to).map((it) => exchangeOf(it, mask)),
    lastBody: () => newest,
  }
}
