/** What became of each call of a webhook, written some times a second and not with each call. */
import type { FastifyBaseLogger } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { addHookCalls, type NewHookCall } from '#server/records/connectors/hook-calls.repository.ts'

/** Milliseconds between two writings, and calls that wait for one: of more the oldest are left out, for they would be pushed out anyway. */
const pause = 500
const waitingMax = 1_000

/** The network of an address: 24 bits of IPv4, 48 of IPv6. */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const found = ipaddr.process(address)
  const bits = found.kind() === 'ipv4' ? 24 : 48
  const base = (found.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${found.toString()}/${bits}`)
  return `${base.toString()}/${bits}`
}

export type CallLog = {
  readonly note: (call: NewHookCall, log: FastifyBaseLogger) => void
  /** Resolves when what was noted until now is written, or was given up. */
  readonly flush: () => Promise<void>
}

/**
 * A call that could not be written is lost, and the log says so: no event waits for it. @param isOfValue whether a fault comes from a value, so that
 * the other calls can be written without it.
 */
export function createCallLog(db: Kysely<Tables>, isOfValue: (thrown: unknown) => boolean): CallLog {
  let waiting: NewHookCall[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  let told: FastifyBaseLogger | null = null

  const lost = (err: unknown, calls: number) => told?.warn({ err, calls }, 'calls of webhooks were not noted')

  /** Calls of all companies are written together: one that can't be must not take the others with it. */
  async function write(calls: readonly NewHookCall[]): Promise<void> {
    try {
      await addHookCalls(db, calls)
    } catch (thrown) {
      if (calls.length === 1 || !isOfValue(thrown)) return lost(thrown, calls.length)
      const middle = calls.length >> 1
      await write(calls.slice(0, middle))
      await write(calls.slice(middle))
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const calls = waiting
    waiting = []
    if (calls.length > 0) writing = writing.then(() => write(calls))
    return writing
  }

  return {
    note: (call, log) => {
      told = log
      if (waiting.length >= waitingMax) waiting.shift()
      waiting.push(call)
      timer ??= setTimeout(() => void flush(), pause).unref()
    },
    flush,
  }
}
