/**
 * Outgoing requests with a pace. A source, an enrichment and a token endpoint wait before a request, and repeat it after an answer that took nothing because
 * of a rate limit: who reads the answer never meets one. A destination waits before it is called, because what waits there may be taken back; here its
 * answers are heard, and one that took nothing is thrown.
 */

import type { OutboundAnswer, OutboundRequest } from '../../outbound/exchange.ts'
import { OutboundFault } from '../../outbound/fault.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { RateLimit } from '../fairness/known-rates.ts'
import type { Lane } from '../fairness/lane-queue.ts'
import type { Pace } from '../fairness/pace.ts'
import { heldText } from '../fairness/paces.ts'
import { doubtsMax, limitOf, signsOf } from './http/response/rate-limit.ts'

/** An answer that took nothing, because there were too many requests. Code that does not know it treats the system as unreachable. */
export class RateLimited extends OutboundFault {
  readonly answer: OutboundAnswer
  readonly limit: RateLimit

  constructor(answer: OutboundAnswer, limit: RateLimit) {
    super('unreachable', false)
    this.name = 'RateLimited'
    this.answer = answer
    this.limit = limit
  }

  /** Whether it may be a refusal of the request, after so many of the same kind for it. */
  isBelieved(doubts: number): boolean {
    return !this.limit.isCertain && doubts > doubtsMax(this.answer.status)
  }
}

type Head = Pick<OutboundAnswer, 'status' | 'headers'> & { readonly body: unknown }

/** Reads the limit from an answer. @param limitIn reads the words of one that was accepted. */
function hear(pace: Pace, answer: Head, startedAt: number, limitIn?: OutboundRequest['limitIn']): RateLimit | null {
  const now = Date.now()
  const signs = signsOf(answer.headers, now)
  if (signs) pace.heard(signs, startedAt)
  const limit = answer.status < 400 ? limitOfAccepted(answer, limitIn) : limitOf(answerOf(answer), now)
  if (limit) pace.limited(limit, startedAt)
  return limit
}

const answerOf = ({ status, headers, body }: Head) => ({ status, headers, ...(Buffer.isBuffer(body) ? { body } : {}) })

function limitOfAccepted({ status, headers, body }: Head, limitIn: OutboundRequest['limitIn']): RateLimit | null {
  if (limitIn === undefined || !Buffer.isBuffer(body)) return null
  const said = limitIn({ status, headers, body, bytes: body.length })
  return said === null ? null : { wait: said.wait, isCertain: true }
}

/** Of a destination. */
export const listening = (outbound: Outbound, paceOf: (url: URL) => Pace): Outbound => ({
  ...outbound,
  request: async (request) => {
    const pace = paceOf(request.url)
    const startedAt = pace.now()
    const answer = await outbound.request(request).catch((thrown: unknown) => {
      const head = headOf(thrown)
      const limit = head && hear(pace, { ...head, body: null }, startedAt)
      throw head && limit?.isCertain ? new RateLimited({ ...head, body: Buffer.alloc(0), bytes: 0 }, limit) : thrown
    })
    const limit = hear(pace, answer, startedAt)
    if (limit) throw new RateLimited(answer, limit)
    return answer
  },
})

/** The head of a response whose body was lost: a limit stands in it too. */
const headOf = (thrown: unknown) => (thrown instanceof OutboundFault ? thrown.head : null)

/** Reports to a run that a request waits. */
export type WaitWatch = {
  /** A request waits for a pace, for the time that its host gave, or for the end of another one, where so many may be under way. */
  readonly waits: (pace: Pace, perSecond: number | null, atOnce?: number | undefined) => void
  /** It no longer waits, after so many milliseconds. */
  readonly over: (waited: number) => void
}

type Patience = {
  readonly paceOf: (request: Pick<OutboundRequest, 'url' | 'party' | 'gateway'>) => Pace
  readonly perSecond: number | null
  /** Requests under way at the same time. */
  readonly atOnce?: number | undefined
  readonly watch?: WaitWatch
  /**
   * Milliseconds that one request waits in all before the answer is handed over as it is; without end when absent. Where the host accepts nothing for
   * longer, it is not sent, and the fault says so.
   */
  readonly most?: number
}

type Signals = Pick<OutboundRequest, 'signal' | 'withdrawn'>

/** Waits for the turn of one request, and gives when it started. Rejects when the request is taken back. */
function turn(pace: Pace, limits: Pick<Lane, 'perSecond' | 'atOnce'>, { signal, withdrawn }: Signals): number | Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const lane: Lane = {
    ...limits,
    wake: () => {
      if (!pace.mayStart(lane)) return
      end()
      resolve(pace.start(lane))
    },
  }
  if (signal?.aborted || withdrawn?.aborted) throw new OutboundFault(signal?.aborted ? 'aborted' : 'withheld', false)
  if (pace.mayStart(lane)) return pace.start(lane)
  function takeBack() {
    end()
    pace.leave(lane)
    reject(new OutboundFault(signal?.aborted ? 'aborted' : 'withheld', false))
  }
  function end() {
    for (const it of [signal, withdrawn]) it?.removeEventListener('abort', takeBack)
  }
  for (const it of [signal, withdrawn]) it?.addEventListener('abort', takeBack)
  return promise
}

/** Of a source, an enrichment or a token endpoint. */
export function patient(outbound: Outbound, { paceOf, perSecond, atOnce, watch, most }: Patience): Outbound {
  async function send<R extends OutboundRequest | Parameters<Outbound['open']>[0], A extends Head>(
    request: R,
    ask: (request: R) => Promise<A>,
    drop: (answer: A) => void,
  ): Promise<A> {
    const pace = paceOf(request)
    const begun = pace.now()
    for (let doubts = 0; ; ) {
      const asked = pace.now()
      if (most !== undefined && (pace.status(perSecond)?.wait ?? 0) > most)
        throw new OutboundFault('unreachable', false, { detail: heldText(pace.host, pace.status(perSecond)?.wait ?? 0) })
      let startedAt = turn(pace, { perSecond, atOnce }, request)
      if (typeof startedAt !== 'number') {
        watch?.waits(pace, perSecond, atOnce)
        startedAt = await startedAt.finally(() => watch?.over(pace.now() - asked))
      }
      request.started?.()
      let answer: A
      try {
        answer = await ask(request)
      } catch (thrown) {
        const head = headOf(thrown)
        const isLimited = head !== null && hear(pace, { ...head, body: null }, startedAt)?.isCertain === true
        pace.ended(isLimited ? 'limited' : 'nothing')
        if (!isLimited) throw thrown
        continue
      }
      const limit = hear(pace, answer, startedAt, 'limitIn' in request ? request.limitIn : undefined)
      pace.ended(limit ? 'limited' : 'answered')
      if (limit === null) return answer
      if (!limit.isCertain) doubts += 1
      const isOver = most !== undefined && pace.now() - begun + (limit.wait ?? 0) > most
      if (isOver || doubts > doubtsMax(answer.status)) return answer
      drop(answer)
    }
  }

  return {
    ...outbound,
    request: (request) => send(request, outbound.request, () => {}),
    open: (request) => send(request, outbound.open, ({ cancel }) => cancel()),
  }
}
