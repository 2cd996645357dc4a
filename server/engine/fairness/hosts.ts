/** What all runs of this process know about the hosts that they deliver to: whom they asked for a pause, and whose circuit is open. */
import { performance } from 'node:perf_hooks'

import { type CircuitMove, type CircuitState, circuitLifecycle } from '#contract/connectors/runs/circuit.lifecycle.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import type { EngineLimits } from '../limits.ts'

/** A request that failed. */
export type HostFailure = {
  /** Whether its delivery was tried to the last, so that the circuit opens if nothing went well meanwhile. */
  readonly isLast: boolean
  /** When the delivery was tried again, of `performance.now()`; what was under way at its first try may have gone well still. */
  readonly since: number
  /** Whether the host responded: then the failure may be about what was sent, and says nothing about other connectors. */
  readonly isAnswered: boolean
}

/** A host as one connector sees it: its circuit is open for all connectors, or for this one only. */
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
  readonly failed: (failure: HostFailure) => void
  /** Whether the circuit is open, or opens when a delivery is tried to the last: nothing went well since it was tried again. */
  readonly isAwaySince: (since: number) => boolean
  /** A probe that never started. */
  readonly giveProbeBack: () => void
  /** Told of every change of the circuit; returns what ends that. */
  readonly watch: (changed: () => void) => () => void
}

export type Hosts = {
  readonly of: (origin: string, connector: string) => Host
  /** Hosts that at least one connector does not deliver to at the moment, with the state of their circuit. */
  readonly circuits: () => readonly (readonly [origin: string, state: CircuitState])[]
}

type Circuit = {
  readonly state: () => CircuitState
  readonly since: () => Date | null
  readonly untilProbe: () => number
  readonly move: (type: CircuitMove['type']) => void
  readonly giveProbeBack: () => void
}

type SharedHost = { readonly seenBy: (connector: string) => Host; readonly state: () => CircuitState }

const cachedHostsMax = 10_000

function createCircuit(probePause: number, changed: () => void): Circuit {
  let state: CircuitState = 'closed'
  let since: Date | null = null
  let probeAt = 0

  function move(type: CircuitMove['type']) {
    const to = moved(circuitLifecycle, state, { type }, undefined) as CircuitState | null
    if (to === null || to === state) return
    if (state === 'closed') since = new Date()
    if (to === 'closed') since = null
    if (to === 'open') probeAt = performance.now() + probePause
    state = to
    changed()
  }

  return {
    state: () => state,
    since: () => since,
    untilProbe: () => (state === 'open' ? Math.max(0, probeAt - performance.now()) : Number.POSITIVE_INFINITY),
    move,
    giveProbeBack: () => {
      if (state !== 'probing') return
      move('host.failed')
      probeAt = 0
    },
  }
}

function createHost(origin: string, { probePause }: EngineLimits): SharedHost {
  const watching = new Set<() => void>()
  const changed = () => {
    for (const told of watching) told()
  }
  const forAll = createCircuit(probePause, changed)
  /** The circuits that are not closed, by connector. */
  const byConnector = new Map<string, Circuit>()
  const quiet = new Map<string, number>()
  let wellAt = Number.NEGATIVE_INFINITY

  const effective = (connector: string) => (forAll.state() === 'closed' ? (byConnector.get(connector) ?? forAll) : forAll)

  /** Responses open the circuit of one connector; those of two connectors say that the host itself is away. */
  function open(connector: string, isAnswered: boolean) {
    const isOfOthers = [...byConnector.keys()].some((other) => other !== connector)
    if (forAll.state() !== 'closed' || !isAnswered || isOfOthers) return forAll.move('host.gaveOut')
    const own = byConnector.get(connector) ?? createCircuit(probePause, changed)
    byConnector.set(connector, own)
    own.move('host.gaveOut')
  }

  const seenBy = (connector: string): Host => {
    let probed: Circuit | null = null
    return {
      origin,
      state: () => effective(connector).state(),
      quietUntil: (company) => quiet.get(company) ?? 0,
      askForQuiet: (company, until) => {
        for (const [other, over] of quiet) if (over < performance.now()) quiet.delete(other)
        quiet.set(company, Math.max(quiet.get(company) ?? 0, until))
      },
      openSince: () => byConnector.get(connector)?.since() ?? forAll.since(),
      untilProbe: () => effective(connector).untilProbe(),
      takeProbe: () => {
        const circuit = effective(connector)
        if (circuit.untilProbe() > 0) return false
        circuit.move('engine.probed')
        probed = circuit
        return true
      },
      answered: () => {
        wellAt = performance.now()
        const opened = [forAll, ...byConnector.values()]
        byConnector.clear()
        for (const circuit of opened) circuit.move('host.answered')
      },
      isAwaySince: (since) => effective(connector).state() !== 'closed' || wellAt < since,
      failed: ({ isLast, since, isAnswered }) => {
        if (isLast && wellAt < since) open(connector, isAnswered)
        else forAll.move('host.failed')
        byConnector.get(connector)?.move('host.failed')
      },
      giveProbeBack: () => probed?.giveProbeBack(),
      watch: (told) => {
        watching.add(told)
        return () => watching.delete(told)
      },
    }
  }

  return {
    seenBy,
    state: () => [forAll, ...byConnector.values()].map((it) => it.state()).find((it) => it !== 'closed') ?? 'closed',
  }
}

export function createHosts(limits: EngineLimits): Hosts {
  const known = new Map<string, SharedHost>()
  return {
    of: (origin, connector) => {
      const host = known.get(origin) ?? createHost(origin, limits)
      const [oldest] = known.keys()
      if (!known.has(origin) && known.size >= cachedHostsMax && oldest !== undefined) known.delete(oldest)
      known.set(origin, host)
      return host.seenBy(connector)
    },
    circuits: () => [...known].map(([origin, it]) => [origin, it.state()] as const).filter(([, state]) => state !== 'closed'),
  }
}
