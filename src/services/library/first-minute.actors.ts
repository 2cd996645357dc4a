import { ProblemError, problem } from '#contract/kit/problem.ts'
import { type TemplateSummary, templateEndpoints } from '#contract/library/template.ts'
import { known } from '../../machines/kit/known.ts'
import { firstMinuteMachine, type Ways } from '../../machines/library/first-minute.machine.ts'
import { checkDeployment, deployConnector, readConnector } from '../connectors/details/connector.service.ts'
import { startRun } from '../connectors/runs/run.service.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'

/** @param name of the demo's connector; `onMoved` hears which one runs. */
export const liveFirstMinuteMachine = (access: Access, name: string, onMoved: (connectorId: string) => void) =>
  firstMinuteMachine.provide({
    actors: {
      readWays: actorFrom<Ways, void>((_, signal) => readWays(access, signal)),
      makeDemo: actorFrom((_, signal) => makeDemo(access, name, signal)),
      runDemo: actorFrom(async ({ connectorId }, signal) => {
        const id = known(connectorId, 'connectorId')
        await deployAndRun(access, id, signal)
        onMoved(id)
      }),
    },
  })

const demo = 'sandbox-shop-to-crm'
const templatesShown = 6

/** Ready-made definitions, one for each system besides the built-in ones, and whether those are there. */
async function readWays(access: Access, signal: AbortSignal) {
  const query = { origin: 'library', limit: 100 } as const
  const { data } = await call(templateEndpoints.list, { access, query, signal })
  const bySystem = new Map<string, TemplateSummary>()
  for (const template of data) {
    const system = template.hosts[0] ?? template._id
    if (template.category !== 'Sandbox' && !bySystem.has(system)) bySystem.set(system, template)
  }
  return { hasDemo: data.some(({ _id }) => _id === demo), templates: [...bySystem.values()].slice(0, templatesShown) }
}

async function makeDemo(access: Access, name: string, signal: AbortSignal): Promise<{ readonly connectorId: string }> {
  const { connector } = await create(templateEndpoints.start, { access, params: { id: demo }, body: { name }, signal })
  return { connectorId: connector._id }
}

const pause = 500
const wait = (signal: AbortSignal) =>
  new Promise<void>((done, stop) => {
    const timer = setTimeout(done, pause)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      stop(signal.reason)
    })
  })

/** Deploys a connector, waits until it is live, and runs it; what is live already is only run. */
async function deployAndRun(access: Access, connectorId: string, signal: AbortSignal): Promise<void> {
  const { status, revision } = await readConnector(access, { connectorId }, signal)
  if (status !== 'Active' && status !== 'Deploying') await deployConnector(access, { connectorId, revision }, signal)
  while (status !== 'Active') {
    const deployment = await checkDeployment(access, { connectorId }, signal)
    if (deployment.status === 'live') break
    if (deployment.status === 'failed') throw new ProblemError(deployment.error ?? problem('connector/deploy-failed'))
    await wait(signal)
  }
  await startRun(access, connectorId, signal)
}
