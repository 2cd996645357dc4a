/** Edges know no hours: each limit of a connector and of its deployment is told here once, on a clock that runs. */
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { deploymentPollPause, deployRequestLimit } from '#contract/connectors/details/connector.ts'
import { problem } from '#contract/kit/problem.ts'
import { deploymentMachine } from '#src/machines/connectors/deployments/deployment.machine.ts'
import { type ConnectorEvent, connectorMachine, selectStaleSince } from '#src/machines/connectors/details/connector.machine.ts'
import { pass, silence } from '../../kit/clock.ts'
import { deploymentOf, orders } from '../../kit/samples/orders.ts'

const readAt = '2026-11-20T10:00:00.000Z'

describe('a connector', () => {
  it('asks every second how far a deployment is, and stops after a minute however often it was asked', async () => {
    let asked = 0
    const { clock, actor } = open('Draft', {
      deployment: deploymentMachine.provide({
        actors: {
          deployConnector: fromPromise(() => Promise.resolve(deploymentOf('queued'))),
          checkDeployment: fromPromise(() => {
            asked += 1
            return Promise.resolve(deploymentOf('provisioning'))
          }),
        },
      }),
    })
    actor.send({ type: 'user.deployed' })
    await pass(clock, 0)
    for (let second = 0; second < 59; second += 1) await pass(clock, deploymentPollPause)
    expect(asked).toBe(59)
    expect(actor.getSnapshot().value).toBe('deploying')
    await pass(clock, 1_000)
    expect(actor.getSnapshot().value).toEqual({ resting: 'draft' })
    expect(actor.getSnapshot().context.problem?.code).toBe('connector/deploy-timeout')
    await pass(clock, deployRequestLimit)
    expect(asked, 'after it was given up').toBe(59)
  })

  it('asks no more than once a second of a connector that stays in deployment and cannot be read', async () => {
    let asked = 0
    const { clock, actor } = open('Deploying', {
      deployment: deploymentMachine.provide({
        actors: {
          checkDeployment: fromPromise(() => {
            asked += 1
            return Promise.reject(new TypeError('x is undefined'))
          }),
          readConnector: fromPromise(() => Promise.reject(new TypeError('x is undefined'))),
        },
      }),
    })
    for (let tenth = 0; tenth < 100; tenth += 1) await pass(clock, 100)
    expect(asked).toBeLessThanOrEqual(10)
    expect(asked).toBeGreaterThanOrEqual(8)
    expect(actor.getSnapshot().value).toBe('deploying')
    expect(actor.getSnapshot().context.problem?.code).toBe('bug/unexpected')
  })

  it('is watched while it rests, and by one watch', () => {
    let watching = 0
    let begun = 0
    const watchConnector = fromCallback(() => {
      watching += 1
      begun += 1
      return () => {
        watching -= 1
      }
    })
    const { actor } = open('Active', { watchConnector, startRun: fromPromise(silence().ask) })
    for (let report = 0; report < 3; report += 1) {
      actor.send({ type: 'server.reported', connector: orders('Active'), readAt })
      expect(watching).toBe(1)
    }
    expect(begun, 'a report that began the watch anew would never end').toBe(1)
    actor.send({ type: 'user.ran' })
    expect(watching).toBe(0)
    actor.stop()
  })

  it('looks again by itself 30 s after a watch began, and the alarm of an outage ends with the outage', async () => {
    let isUp = false
    let begun = 0
    const watchConnector = fromCallback<ConnectorEvent>(({ sendBack }) => {
      begun += 1
      if (isUp) sendBack({ type: 'server.reported', connector: orders('Active'), readAt: '2026-11-20T10:00:09.000Z' })
      else sendBack({ type: 'server.failed', problem: problem('net/unreachable') })
    })
    const { clock, actor } = open('Active', { watchConnector })
    await pass(clock, 29_999)
    expect(actor.getSnapshot().context.problem?.code).toBe('net/unreachable')
    expect(selectStaleSince(actor.getSnapshot()), 'the age of what is shown').toBe(readAt)
    expect(begun).toBe(1)
    await pass(clock, 1)
    expect(begun).toBe(2)
    expect(actor.getSnapshot().context.problem?.code, 'while nobody knows better').toBe('net/unreachable')
    isUp = true
    await pass(clock, 30_000)
    expect(begun).toBe(3)
    expect(actor.getSnapshot().context.problem).toBeNull()
    expect(selectStaleSince(actor.getSnapshot())).toBeNull()
  })
})

function open(status: Parameters<typeof orders>[0], actors: object) {
  const clock = new SimulatedClock()
  const machine = connectorMachine.provide({ actors: { watchConnector: fromCallback(() => {}), ...actors } })
  return { clock, actor: createActor(machine, { clock, input: { connector: orders(status), readAt } }).start() }
}
