/** What a review does when nobody answers, told once per limit. */
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type Checked, reviewMachine } from '#src/machines/builder/review/review.machine.ts'
import { deploymentMachine } from '#src/machines/connectors/deployments/deployment.machine.ts'
import { pass } from '../../kit/clock.ts'
import { shopDraft } from '../../kit/samples/drafts.ts'
import { deploymentOf, orders } from '../../kit/samples/orders.ts'
import { sound } from './reviews.ts'

const checkConfig = fromPromise<
  Checked,
  { readonly connectorId: string; readonly revision: number; readonly config: ConnectorConfig }
>(() => Promise.resolve({ verdict: sound, order: null, live: null }))

const deploymentThat = (status: 'live' | 'provisioning', asked: () => void = () => {}) =>
  deploymentMachine.provide({
    actors: {
      deployConnector: fromPromise(() => {
        asked()
        return Promise.resolve(deploymentOf('queued'))
      }),
      checkDeployment: fromPromise(() => Promise.resolve(deploymentOf(status))),
      readConnector: fromPromise(() => Promise.resolve(orders('Active'))),
    },
  })

function open(actors: object) {
  const clock = new SimulatedClock()
  const machine = reviewMachine.provide({ actors: { checkConfig, ...actors } })
  return { clock, actor: createActor(machine, { clock, input: shopDraft }).start() }
}

describe('a review', () => {
  it('gives a deployment up after 60 s, and asks for nothing by itself', async () => {
    let asked = 0
    const { clock, actor } = open({
      deployment: deploymentThat('provisioning', () => {
        asked += 1
      }),
    })
    await pass(clock, 0)
    actor.send({ type: 'user.deployed' })
    await pass(clock, 0)
    for (let at = 0; at < 59; at += 1) await pass(clock, 1_000)
    expect(actor.getSnapshot().value).toBe('deploying')
    await pass(clock, 1_000)
    expect(actor.getSnapshot().value).toBe('reviewed')
    expect(actor.getSnapshot().context.problem?.message).toBe(
      'Deployment request timed out. The deployment may still be in progress. Please check the deployment status.',
    )
    await pass(clock, 60_000)
    expect(asked).toBe(1)
  })
})
