/** Limits of every request that leaves this process. Times are milliseconds, sizes bytes. `faults.md` F8 and F14. */
import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { timeoutLimits } from '#contract/connectors/config/timeouts.ts'

export type OutboundLimits = {
  /** Until the connection stands, TLS included. */
  readonly connect: number
  /** From the request being sent to the headers of the answer, and the most that a request may ask for. */
  readonly headers: number
  readonly headersMax: number
  /** Between two pieces of the answer; as long as the headers may take where a request asks for that. */
  readonly idle: number
  /** From the request's turn to the last byte of the answer, and the most that a request may ask for. */
  readonly total: number
  readonly totalMax: number
  /** Bytes of the headers of an answer. */
  readonly head: number
  /** Of an answer after decompression. */
  readonly bytes: number
  /** How many times larger an answer may become by decompression. */
  readonly ratio: number
  /** To take the content encoding off an answer. */
  readonly decode: number
  /** Of all answers that are held at once. */
  readonly memory: number
  /** Per origin; so many requests are open at once, the others wait for their turn. */
  readonly connections: number
}

/** The time limits of one request: what it asks for, within the caps. A long wait for the first byte leaves a minute for the rest. */
export function timesOf(
  limits: OutboundLimits,
  { firstByte, total }: { readonly firstByte?: number; readonly total?: number } = {},
): { readonly headers: number; readonly idle: number; readonly total: number } {
  const { headersMax, totalMax } = limits
  const headers = Math.min(firstByte ?? limits.headers, headersMax)
  const least = firstByte === undefined ? limits.total : Math.max(limits.total, headers + 60_000)
  return {
    headers,
    idle: firstByte === undefined ? limits.idle : Math.max(limits.idle, headers),
    total: Math.min(total ?? least, totalMax),
  }
}

export const outboundLimits: OutboundLimits = {
  connect: 5_000,
  headers: timeoutLimits.firstByteDefault * 1_000,
  headersMax: timeoutLimits.firstByteMax * 1_000,
  idle: 15_000,
  total: timeoutLimits.totalDefault * 1_000,
  totalMax: timeoutLimits.totalMax * 1_000,
  head: 64 * 1024,
  bytes: productLimits.answerMegabytes * 1024 * 1024,
  ratio: 100,
  decode: 10_000,
  memory: 128 * 1024 * 1024,
  connections: 96,
}
