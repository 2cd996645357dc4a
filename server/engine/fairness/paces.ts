/** The paces of a process, one for each company and host, and what a run says of one. */
import type { StatusReason } from '../runs/run-leases.repository.ts'
import { type PaceClock, systemClock } from './lane-queue.ts'
import { createPace, type Pace, type PaceRules, type PaceStatus } from './pace.ts'

export type Paces = {
  readonly of: (company: string, host: string) => Pace
  readonly all: () => Iterable<Pace>
}

const keptMax = 10_000

/** The host of an address, as others that are reached through another gateway do not share it. */
export const hostOf = (origin: string, gateway: string | undefined): string =>
  gateway === undefined ? origin : `${origin} by gateway ${gateway}`

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

const second = 1_000
const times = [
  ['second', second],
  ['minute', 60 * second],
  ['hour', 3_600 * second],
] as const

/** "2 requests a second", in the unit in which it is at least one request. */
function rateText({ requests, per }: NonNullable<PaceStatus['rate']>): string {
  const isOne = times.find(([, length]) => length === per)
  const [unit, length] = isOne ?? times.find(([, it]) => (requests * it) / per >= 1) ?? ['hour', 3_600 * second]
  const count = (requests * length) / per
  const shown = count >= 10 ? Math.round(count) : Math.round(count * 10) / 10
  return `${shown.toLocaleString('en')} ${shown === 1 ? 'request' : 'requests'} ${unit === 'hour' ? 'an' : 'a'} ${unit}`
}

/** A time in words, rounded up. */
export function aboutText(milliseconds: number): string {
  const said = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  if (milliseconds < 60_000) return 'less than a minute'
  if (milliseconds < 3_600_000) return `about ${said(Math.ceil(milliseconds / 60_000), 'minute')}`
  return `about ${said(Math.ceil(milliseconds / 3_600_000), 'hour')}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a host as people know it, at the beginning of a sentence: without its scheme, and without the gateway. */
function nameOf(host: string): string {
  const name = host.replace(/^https?:\/\//, '').split(/ by gateway| for tokens/, 1)[0] ?? host
  return host.endsWith(forTokens) ? `The token endpoint at ${name}` : name
}

/** Why nothing is sent to a host now, and when it may be. */
export const heldText = (host: string, wait: number): string =>
  `${nameOf(host)} is limiting requests. Try again in ${aboutText(wait)}.`

/**
 * What a run says while a limit holds it up: why, how fast, and how long.
 * @param left requests that it still has to make; null while that is not known.
 */
export function limitStatus(host: string, { rate, from, wait }: PaceStatus, left: number | null): StatusReason {
  const name = nameOf(host)
  const accepts = { set: 'allows', announced: 'allows', measured: 'accepts about' }[from]
  const reason = rate === null ? `${name} is limiting requests.` : `${name} ${accepts} ${rateText(rate)}.`
  const duration = rate === null || left === null ? null : wait + (left * rate.per) / rate.requests
  if (duration !== null) return { reason, next: `${capital(aboutText(duration))} left.` }
  if (wait >= 2_000) return { reason, next: `Continues in ${aboutText(wait)}.` }
  return { reason, next: 'Time left is not known yet.' }
}
