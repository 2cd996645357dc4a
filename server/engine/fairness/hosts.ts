/** What all runs of this process know about the hosts that they deliver to: whom they asked for a pause, and whose circuit is open. */
import { performance } from 'node:perf_hooks'

import { type CircuitMove, type CircuitState, circuitLifecycle } from '#contract/connectors/runs/circuit.lifecycle.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import type { EngineLimits } from '../limits.ts'

export type Host = {
  readonly origin: string
  readonly state: () => CircuitState
  /** Of `performance.now()`: until then the host has asked a company not to call it. Such limits are mostly those of an account. */
  readonly quietUntil: (company: string) => number
  readonly askForQuiet: (company: string, until: number) => void
  /** Since when the circuit is not closed; null when it is. */
  readonly openSince: () => Date | null
  /** Milliseconds until the next probe may start; 0 when one may now. */
  readonly untilProbe: () => number
  /** Takes the one probe that may start now. */
  readonly takeProbe: () => boolean
  readonly answered: () => void
  /** `isLast`: a delivery was tried to the last. `since`: when it was tried again, of `performance.now()`; what was under way at its first try may have gone well still. */
  readonly failed: (isLast: boolean, since: number) => void
  /** Whether the circuit is open, or opens when a delivery is tried to the last: nothing went well since it was tried again. */
  readonly isAwaySince: (since: number) => boolean
  /** A probe that never started. */
  readonly giveProbeBack: () => void
  /** Told of every change of the circuit; returns what ends that. */
  readonly watch: (changed: () => void) => () => void
}

export type Hosts = {
  readonly of: (origin: string) => Host
  /** Hosts that are not delivered to at the moment, with the state of their circuit. */
  readonly circuits: () => readonly (readonly [origin: string, state: CircuitState])[]
}

const cachedHostsMax = 10_000

function createHost(origin: string, { probePause }: EngineLimits): Host {
  let state: CircuitState = 'closed'
  const quiet = new Map<string, number>()
  let wellAt = Number.NEGATIVE_INFINITY
  let since: Date | null = null
  let probeAt = 0
  const watching = new Set<() => void>()

  function move(type: CircuitMove['type']) {
    const to = moved(circuitLifecycle, state, { type }, undefined) as CircuitState | null
    if (to === null || to === state) return
    if (state === 'closed') since = new Date()
    if (to === 'closed') since = null
    if (to === 'open') probeAt = performance.now() + probePause
    state = to
    for (const changed of watching) changed()
  }

  return {
    origin,
    state: () => state,
    quietUntil: (company) => quiet.get(company) ?? 0,
    askForQuiet: (company, until) => {
      for (const [other, over] of quiet) if (over < performance.now()) quiet.delete(other)
      quiet.set(company, Math.max(quiet.get(company) ?? 0, until))
    },
    openSince: () => since,
    untilProbe: () => (state === 'open' ? Math.max(0, probeAt - performance.now()) : Number.POSITIVE_INFINITY),
    takeProbe: () => {
      if (state !== 'open' || performance.now() < probeAt) return false
      move('engine.probed')
      return true
    },
    answered: () => {
      wellAt = performance.now()
      if (state !== 'closed') move('host.answered')
    },
    isAwaySince: (first) => state !== 'closed' || wellAt < first,
    failed: (isLast, first) => move(isLast && wellAt < first ? 'host.gaveOut' : 'host.failed'),
    giveProbeBack: () => {
      if (state !== 'probing') return
      move('host.failed')
      probeAt = 0
    },
    watch: (changed) => {
      watching.add(changed)
      return () => watching.delete(changed)
    },
  }
}

export function createHosts(limits: EngineLimits): Hosts {
  const known = new Map<string, Host>()
  return {
    of: (origin) => {
      const host = known.get(origin) ?? createHost(origin, limits)
      const [oldest] = known.keys()
      if (!known.has(origin) && known.size >= cachedHostsMax && oldest !== undefined) known.delete(oldest)
      known.set(origin, host)
      return host
    },
    circuits: () => [...known.values()].map((it) => [it.origin, it.state()] as const).filter(([, state]) => state !== 'closed'),
  }
}
