/** The condition of a run: every edge of the machine, beside an independent model of which condition decides what becomes of the run. */
import { describe, expect, it } from 'vitest'
import { initialTransition, type SnapshotFrom, transition } from 'xstate'
import { problem } from '#contract/kit/problem.ts'
import { type RunEvent, type RunOutcome, runMachine } from '#server/engine/runs/run.machine.ts'
import { edgesOf, nameEdge, tableOf, verifyTable } from '../../kit/chart.ts'
import { verifyShape } from '../../kit/shape.ts'

type Condition = SnapshotFrom<typeof runMachine>

const rest = { wait: 1_000, standing: { reason: 'The host allows 5 requests a second.', next: 'Continues in 1 second.' } }
const [unreachable, forbidden] = [problem('destination/unreachable'), problem('destination/outcome-unknown')]

/** Two samples where it matters whether the first or the newest one counts. */
const events: readonly RunEvent[] = [
  { type: 'engine.held' },
  { type: 'lease.lost' },
  { type: 'worker.failed', error: 'the first error' },
  { type: 'worker.failed', error: 'the second error' },
  { type: 'destination.refused', problem: unreachable },
  { type: 'destination.refused', problem: forbidden },
  { type: 'limit.exceeded', rest },
  { type: 'limit.exceeded', rest: { ...rest, wait: 2_000 } },
  { type: 'source.rested', milliseconds: 1_000 },
  { type: 'source.rested', milliseconds: 2_000 },
  { type: 'source.ended' },
  { type: 'records.settled', problem: null },
  { type: 'records.settled', problem: problem('source/page-limit') },
]

/** What is known of a run, without an order between the facts. */
type Facts = {
  readonly isStopped: boolean
  readonly isLost: boolean
  readonly isRead: boolean
  readonly error: unknown
  readonly refusal: RunOutcome | null
  readonly limit: RunOutcome | null
  readonly pause: RunOutcome | null
}

const nothing: Facts = {
  isStopped: false,
  isLost: false,
  isRead: false,
  error: null,
  refusal: null,
  limit: null,
  pause: null,
}

function learn(facts: Facts, event: Exclude<RunEvent, { type: 'records.settled' }>): Facts {
  switch (event.type) {
    case 'engine.held':
      return { ...facts, isStopped: true }
    case 'lease.lost':
      return { ...facts, isStopped: true, isLost: true }
    case 'worker.failed':
      return { ...facts, isStopped: true, error: facts.error ?? event.error }
    case 'destination.refused':
      return { ...facts, isStopped: true, refusal: { type: 'refused', problem: event.problem } }
    case 'limit.exceeded':
      return facts.isStopped ? facts : { ...facts, isStopped: true, limit: { type: 'limited', rest: event.rest } }
    case 'source.rested':
      return { ...facts, pause: { type: 'rested', milliseconds: event.milliseconds } }
    case 'source.ended':
      return { ...facts, isRead: true }
  }
}

/** The order of decisions at the end of a run. */
function decide(facts: Facts, { problem: fault }: Extract<RunEvent, { type: 'records.settled' }>): RunOutcome {
  if (facts.isLost) return { type: 'abandoned' }
  if (facts.error !== null) return { type: 'interrupted', error: facts.error }
  if (facts.refusal) return facts.refusal
  if (facts.limit) return facts.limit
  if (facts.isStopped) return { type: 'released' }
  if (fault) return { type: 'failed', problem: fault }
  return facts.pause ?? { type: 'completed' }
}

type Step = { readonly from: Condition; readonly facts: Facts; readonly event: RunEvent; readonly to: Condition }

const keyOf = ({ value, context }: Condition) => JSON.stringify([value, context])

/** Every condition with every set of facts that leads to it, and every event in each. */
function walk(): Step[] {
  const steps: Step[] = []
  const found = new Set<string>()
  const front: { readonly from: Condition; readonly facts: Facts }[] = [
    { from: initialTransition(runMachine)[0], facts: nothing },
  ]
  for (const { from, facts } of front) {
    if (from.status !== 'active') continue
    for (const event of events) {
      const [to] = transition(runMachine, from, event)
      steps.push({ from, facts, event, to })
      const next = { from: to, facts: event.type === 'records.settled' ? facts : learn(facts, event) }
      const key = JSON.stringify([keyOf(to), next.facts])
      if (!found.has(key)) front.push(next)
      found.add(key)
    }
  }
  return steps
}

const steps = walk()
const ranks: Readonly<Record<Condition['value'], number>> = {
  running: 0,
  draining: 1,
  resting: 1,
  refused: 2,
  broken: 3,
  leaseLost: 4,
  ended: 5,
}

describe('the condition of a run', () => {
  verifyShape(runMachine)

  it('takes every edge of the machine on the walk', () => {
    const taken = new Set(steps.flatMap(({ from, event }) => (runMachine.getTransitionData(from, event) ?? []).map(nameEdge)))
    expect(edgesOf(runMachine).filter((name) => !taken.has(name))).toEqual([])
  })

  it('ends as the order of decisions says, whatever came before', () => {
    for (const { facts, event, to } of steps) {
      if (event.type !== 'records.settled') continue
      expect(to.output, JSON.stringify(facts)).toEqual(decide(facts, event))
    }
  })

  it('begins requests as long as nothing has stopped the run, and knows whether the source was read', () => {
    for (const { facts, event, to } of steps) {
      if (event.type === 'records.settled') continue
      const { isStopped, isRead } = learn(facts, event)
      expect([to.value !== 'running', to.context.isRead], JSON.stringify(facts)).toEqual([isStopped, isRead])
    }
  })

  it('never goes back to a less serious condition', () => {
    for (const { from, to } of steps) expect(ranks[to.value]).toBeGreaterThanOrEqual(ranks[from.value])
  })

  it('is the chart that was agreed', () => {
    const handled = steps.filter(({ from, event }) => from.can(event))
    const states = new Set(steps.map(({ from }) => keyOf(from))).size
    const edges = new Set(handled.map(({ from, event }) => JSON.stringify([keyOf(from), event]))).size
    verifyTable('run', tableOf(`# run: ${states} states, ${edges} edges`, handled))
  })
})
