/** What the studio does when nobody answers, and what it asks for, told on a clock that runs. */
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import type { ConnectorDetails } from '../../contract/connector.ts'
import { type StudioRange, studioMachine, type TransactionCount } from '../../src/machines/studio/studio.machine.ts'
import { pass, silence } from './clock.ts'
import { detailsOf } from './studios.ts'

type ById = { readonly connectorId: string }
type Asked = ById & { readonly range: StudioRange }

const connector = fromPromise<ConnectorDetails | null, ById>(() => Promise.resolve(detailsOf('Active')))

function open(actors: object) {
  const clock = new SimulatedClock()
  const machine = studioMachine.provide({ actors: { readConnector: connector, ...actors } })
  return { clock, actor: createActor(machine, { clock, input: { connectorId: 'orders', range: { past: 1 } } }).start() }
}

describe('the studio', () => {
  it('gives the connector up after 10 s, and the request with it', async () => {
    const { ask, counted } = silence()
    const { clock, actor } = open({ readConnector: fromPromise<ConnectorDetails | null, ById>(ask) })
    await pass(clock, 9_999)
    expect(actor.getSnapshot().value).toBe('loading')
    await pass(clock, 1)
    expect(actor.getSnapshot().value).toBe('failed')
    expect(counted).toEqual({ asked: 1, givenUp: 1 })
  })

  it('gives the transactions up after 60 s and keeps its tabs', async () => {
    const { ask, counted } = silence()
    const { clock, actor } = open({ readTransactions: fromPromise<TransactionCount, Asked>(ask) })
    await pass(clock, 0)
    await pass(clock, 59_999)
    expect(actor.getSnapshot().value).toEqual({ open: 'counting' })
    await pass(clock, 1)
    expect(actor.getSnapshot().value).toEqual({ open: 'uncounted' })
    expect(counted).toEqual({ asked: 1, givenUp: 1 })
  })

  it('gives up the question about a time that is not looked at any more', async () => {
    const { ask, counted } = silence()
    const { clock, actor } = open({ readTransactions: fromPromise<TransactionCount, Asked>(ask) })
    await pass(clock, 0)
    for (const past of [2, 3, 4]) actor.send({ type: 'range.chosen', range: { past } })
    await pass(clock, 0)
    expect(counted).toEqual({ asked: 4, givenUp: 3 })
  })
})
