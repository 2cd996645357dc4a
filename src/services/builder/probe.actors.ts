/** Joins the chart of a test request to its calls. */
import { type Finding, type Probed, probeMachine } from '../../machines/builder/systems/probe.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { takeSample, testDestination } from './probe.service.ts'

/** @param tell is told of everything that is found, and keeps what it wants. */
export const liveProbeMachine = (access: Access, tell: (finding: Finding, probed: Probed | null) => void = () => {}) =>
  probeMachine.provide({
    actors: {
      probe: actorFrom(
        async ({ probed, connectorId }, signal): Promise<Finding> => {
          if (probed.side === 'destination') {
            return { kind: 'test', test: await testDestination(access, probed, { connectorId }, signal) }
          }
          const sample = await takeSample(access, probed, { connectorId }, signal)
          return { kind: 'sample', sample, takenAt: new Date().toISOString() }
        },
        { limit: 30_000 },
      ),
    },
    actions: { tellFinding: (_, { finding, probed }) => tell(finding, probed) },
  })
