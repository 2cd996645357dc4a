/** The paces of a process, one for each company and host, and what a run says of one. */
import { aboutText, limitText, timeLeftText } from '#contract/connectors/runs/run-display.ts'
import type { RunWait } from '../../records/runs/next-run.repository.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import { type PaceClock, systemClock } from './lane-queue.ts'
import { createPace, type Pace, type PaceRules, type PaceStatus } from './pace.ts'

export type Paces = {
  readonly of: (company: string, host: string) => Pace
  readonly all: () => Iterable<Pace>
}

const keptMax = 10_000

/** The host of an address, as others that are reached through another gateway, or with the account of another connection, do not share it. */
export const hostOf = (origin: string, gateway: string | undefined, connection?: string): string => {
  const reached = gateway === undefined ? origin : `${origin} by gateway ${gateway}`
  return connection === undefined ? reached : `${reached} of connection ${connection}`
}

const forTokens = ' for tokens'

/** The host for access tokens has its own pace, because a request to the same host may wait for a token. */
export const tokensOf = (host: string): string => `${host}${forTokens}`

export function createPaces(rules: PaceRules, clock: PaceClock = systemClock): Paces {
  const known = new Map<string, Pace>()

  function forgetOne() {
    for (const [name, pace] of known) {
      if (!pace.isIdle()) continue
      known.delete(name)
      return
    }
  }

  return {
    of: (company, host) => {
      const name = `${company} ${host}`
      const found = known.get(name)
      if (found) return found
      if (known.size >= keptMax) forgetOne()
      const made = createPace({ company, host }, rules, clock)
      known.set(name, made)
      return made
    },
    all: () => known.values(),
  }
}

/** The address of a host, without its gateway and connection. */
export const originOf = (host: string): string => host.split(/ by gateway| of connection| for tokens/, 1)[0] ?? host

/** The name of a host as people know it, at the beginning of a sentence: without its scheme, without the gateway and the connection. */
function nameOf(host: string): string {
  const name = originOf(host).replace(/^https?:\/\//, '')
  return host.endsWith(forTokens) ? `The token endpoint at ${name}` : name
}

/** Why nothing is sent to a host now, and when it may be. */
export const heldText = (host: string, wait: number): string =>
  `${nameOf(host)} is limiting requests. Try again in ${aboutText(wait)}.`

/** Milliseconds from which a wait has a time of its own on the screen. */
const shownWait = 2_000

type Limited = {
  readonly since: Date
  readonly side: RunWait['side']
  /** Requests that the run still has to make; null while that is not known. */
  readonly left: number | null
  /** Whether the pace varies so little that the time that is left can be told by it. */
  readonly isSteady: boolean
}

/** Nothing is sent for longer than the pace explains: what was measured before is not what the host accepts now. */
const isHalted = ({ requests, per }: NonNullable<PaceStatus['rate']>, wait: number) =>
  wait >= shownWait && wait > (2 * per) / requests

/** What a run says while a limit holds it up: why, how fast, and how long. */
export function limitStatus(
  host: string,
  { rate, from, wait }: PaceStatus,
  { since, side, left, isSteady }: Limited,
): StatusReason {
  const pace =
    rate === null || (from === 'measured' && isHalted(rate, wait))
      ? null
      : { from, requests: rate.requests, seconds: rate.per / 1_000 }
  const duration = rate === null || left === null || !isSteady ? null : wait + (left * rate.per) / rate.requests
  const now = Date.now()
  const waiting: RunWait = {
    system: host.endsWith(forTokens) ? nameOf(host) : originOf(host),
    ...{ kind: 'limited', since: since.toISOString(), side, pace, reason: null, checkedEvery: null },
    nextAt: wait >= shownWait ? new Date(now + wait).toISOString() : null,
    endsAt: duration === null ? null : new Date(now + duration).toISOString(),
  }
  const isLong = duration === null && wait >= shownWait
  return {
    reason: limitText(nameOf(host), pace),
    next: isLong ? `Continues in ${aboutText(wait)}.` : timeLeftText(duration),
    waiting,
  }
}
