/** Limits of every request that leaves this process. Times are milliseconds, sizes bytes. `faults.md` F8 and F14. */
import { productLimits } from '#contract/connectors/config/product-limits.ts'
export type OutboundLimits = {
  /** Until the connection stands, TLS included. */
  readonly connect: number
  /** From the request being sent to the headers of the answer. */
  readonly headers: number
  /** Between two pieces of the answer. */
  readonly idle: number
  /** From the request's turn to the last byte of the answer. */
  readonly total: number
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

export const outboundLimits: OutboundLimits = {
  connect: 5_000,
  headers: 15_000,
  idle: 15_000,
  total: 60_000,
  bytes: productLimits.answerMegabytes * 1024 * 1024,
  ratio: 100,
  decode: 10_000,
  memory: 128 * 1024 * 1024,
  connections: 96,
}
