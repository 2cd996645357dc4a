/** What holds of every lifecycle, whichever way it is walked; and that the console offers what the server allows. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnyStateMachine, createActor, fromCallback } from 'xstate'
import { messageLifecycle } from '#contract/admin/message.lifecycle.ts'
import { alarmLifecycle } from '#contract/alerts/alarm.lifecycle.ts'
import { deploymentLifecycle } from '#contract/connectors/deployments/deployment.lifecycle.ts'
import { type ConnectorMove, connectorLifecycle, connectorStates } from '#contract/connectors/details/connector.lifecycle.ts'
import { runLifecycle } from '#contract/connectors/runs/run.lifecycle.ts'
import { supportLifecycle } from '#contract/help/support-request.lifecycle.ts'
import { allowedMoves, moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { type ConnectorEvent, connectorMachine } from '#src/machines/connectors/details/connector.machine.ts'
import { orders } from '../../model/kit/samples/orders.ts'

const machines = {
  alarm: alarmLifecycle,
  connector: connectorLifecycle,
  deployment: deploymentLifecycle,
  run: runLifecycle,
  message: messageLifecycle,
  support: supportLifecycle,
}

describe.each(Object.entries<AnyStateMachine>(machines))('the lifecycle of a %s', (_, machine) => {
  const states = Object.keys(machine.states)
  const state = fc.constantFrom(...states)
  const event = fc.oneof(fc.constantFrom(...machine.events), fc.string())
  const context = fc.record({ before: fc.constantFrom(...connectorStates) })

  it('answers its three questions alike', () => {
    fc.assert(
      fc.property(state, event, context, (from, type, before) => {
        const isLegal = moved(machine, from, { type }, before) !== null
        expect(allowedMoves(machine, from).includes(type)).toBe(isLegal)
        expect(statesAllowing(machine, type).includes(from)).toBe(isLegal)
      }),
    )
  })

  it('leads to a state that it has, and to the same one each time', () => {
    fc.assert(
      fc.property(state, event, context, (from, type, before) => {
        const to = moved(machine, from, { type }, before)
        if (to !== null) expect(states).toContain(to)
        expect(moved(machine, from, { type }, before)).toBe(to)
      }),
    )
  })

  it('never leaves an end, and reaches one from everywhere', () => {
    const isEnd = (from: string) => machine.states[from]?.type === 'final'
    for (const end of states.filter(isEnd)) expect(allowedMoves(machine, end)).toEqual([])
    for (const from of states) expect(reachable(machine, from).some(isEnd), from).toBe(true)
  })

  it('forbids what it has never heard of, and knows nothing of a state that is not its own', () => {
    expect(moved(machine, states[0] ?? '', { type: 'user.dreamt' }, { before: 'Draft' })).toBeNull()
    expect(statesAllowing(machine, 'user.dreamt')).toEqual([])
    expect(allowedMoves(machine, 'Dreaming')).toEqual([])
  })
})

describe('the console', () => {
  /** What the server calls each press. An edit is made elsewhere. */
  const presses = {
    'user.deployed': 'user.deployed',
    'user.paused': 'user.paused',
    'user.resumed': 'user.resumed',
    'user.ran': 'user.ran',
    'user.removed': 'user.deleted',
  } as const satisfies Partial<Record<ConnectorEvent['type'], ConnectorMove['type']>>

  it.each(connectorStates)('offers of a connector in %s what the server allows, and nothing else', (status) => {
    const actors: object = { watchConnector: fromCallback(() => {}) }
    const actor = createActor(connectorMachine.provide({ actors }), {
      input: { connector: orders(status), readAt: '2026-11-20T10:00:00.000Z' },
    })
    const offered = (Object.keys(presses) as (keyof typeof presses)[]).filter((type) => actor.getSnapshot().can({ type }))
    const allowed = allowedMoves(connectorLifecycle, status).filter((type) => type !== 'user.edited' && type.startsWith('user.'))
    expect(offered.map((type): string => presses[type]).sort()).toEqual(allowed.sort())
  })
})

function reachable(machine: AnyStateMachine, from: string): string[] {
  const met = new Set([from])
  for (const state of met) {
    for (const type of allowedMoves(machine, state)) {
      for (const before of connectorStates) {
        const to = moved(machine, state, { type }, { before })
        if (to !== null) met.add(to)
      }
    }
  }
  return [...met]
}
