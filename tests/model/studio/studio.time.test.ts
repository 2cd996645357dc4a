/** What the studio does when nobody answers, and what it asks for, told on a clock that runs. */
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { type StudioRange, studioMachine } from '#src/machines/studio/studio.machine.ts'
import { pass, silence } from '../kit/clock.ts'
import { detailsOf, readingOf } from './studios.ts'

type ById = { readonly connectorId: string }
type Asked = ById & { readonly range: StudioRange }

const connector = fromPromise<ConnectorDetails | null, ById>(() => Promise.resolve(detailsOf('Active')))

function open(actors: object) {
  const clock = new SimulatedClock()
  const machine = studioMachine.provide({ actors: { readConnector: connector, ...actors } })
  return { clock, actor: createActor(machine, { clock, input: { connectorId: 'orders', range: { past: 1 } } }).start() }
}

describe('the studio', () => {
  it('gives up the question about a time that is not looked at any more', async () => {
    const { ask, counted } = silence()
    const { clock, actor } = open({ readFigures: fromPromise<ConnectorReading, Asked>(ask) })
    await pass(clock, 0)
    for (const past of [2, 3, 4]) actor.send({ type: 'range.chosen', range: { past } })
    await pass(clock, 0)
    expect(counted).toEqual({ asked: 4, givenUp: 3 })
  })

  it('reads its figures again every 15 s, and goes on after a failure', async () => {
    let asked = 0
    const readFigures = fromPromise<ConnectorReading, Asked>(async () => {
      asked += 1
      if (asked === 2) throw new Error('away')
      return readingOf({ records: { delivered: asked } })
    })
    const { clock, actor } = open({ readFigures })
    await pass(clock, 0)
    const seen = () => [actor.getSnapshot().value, actor.getSnapshot().context.reading?.records.total]
    expect(seen()).toEqual([{ open: 'ready' }, 1])
    await pass(clock, 15_000)
    expect(seen()).toEqual([{ open: 'uncounted' }, 1])
    await pass(clock, 15_000)
    expect(seen()).toEqual([{ open: 'ready' }, 3])
  })
})
