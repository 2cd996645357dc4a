import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { versionEndpoints } from '#contract/connectors/deployments/version.ts'
import {
  type Connector,
  type ConnectorDetails,
  connectorEndpoints,
  type Deployment,
} from '#contract/connectors/details/connector.ts'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import { toProblem } from '#contract/kit/problem.ts'
import { type Access, call } from '../../kit/api-client.ts'
import { idempotentDelete } from '../../kit/idempotent-delete.ts'
import { withTitle } from '../../kit/with-title.ts'

type ById = { readonly connectorId: string }

export function readDetails(access: Access, it: ById, signal: AbortSignal, limit?: number): Promise<ConnectorDetails> {
  return call(connectorEndpoints.get, { access, params: { id: it.connectorId }, signal, limit })
}

/** The configuration of a version as it was deployed. */
export async function readVersionConfig(
  access: Access,
  { connectorId, version }: ById & { readonly version: number },
  signal: AbortSignal,
): Promise<ConnectorConfig> {
  return (await call(versionEndpoints.get, { access, params: { id: connectorId, number: version }, signal })).config
}

export async function readConnector(access: Access, it: ById, signal: AbortSignal): Promise<Connector> {
  return (await readDetails(access, it, signal)).connector
}

export async function pauseConnector(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Connector> {
  const pausing = call(connectorEndpoints.pause, { access, params: { id: connectorId }, signal })
  return (await withTitle('connector/pause-failed', pausing)).connector
}

export async function resumeConnector(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Connector> {
  return (await call(connectorEndpoints.resume, { access, params: { id: connectorId }, signal })).connector
}

export async function removeConnector(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<void> {
  const removing = call(connectorEndpoints.remove, { access, params: { id: connectorId }, signal })
  await withTitle('connector/delete-failed', idempotentDelete('connector/not-found', removing))
}

/** Asks for a deployment of the draft as it stood at `revision`; answers when the deployment is queued. */
export function deployConnector(
  access: Access,
  { connectorId, ...body }: ById & { readonly revision: number; readonly reading?: DeployReading },
  signal: AbortSignal,
): Promise<Deployment> {
  return call(connectorEndpoints.deploy, { access, params: { id: connectorId }, body: { ...body, isComplete: true }, signal })
}

/** Where the newest deployment stands. */
export function checkDeployment(access: Access, { connectorId }: ById, signal: AbortSignal): Promise<Deployment> {
  return call(connectorEndpoints.deploymentStatus, { access, params: { id: connectorId }, signal })
}

/** Milliseconds between two looks at a connector that nothing is asked of: the stream of the page tells sooner. */
const watchPause = 10_000
/** Of one try of such a look, in milliseconds: no actor bounds it. */
const watchLimit = 60_000

type Watch = {
  readonly tell: (connector: Connector) => void
  /** Once per outage. The watch goes on where another try makes sense. */
  readonly fail: (thrown: unknown) => void
}

/** Looks at a connector again and again until the returned function is called. */
export function watchConnector(access: Access, it: ById, { tell, fail }: Watch): () => void {
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTold = false
  const look = async () => {
    try {
      tell((await readDetails(access, it, leaving.signal, watchLimit)).connector)
      isTold = false
    } catch (thrown) {
      if (leaving.signal.aborted) return
      if (!isTold) fail(thrown)
      isTold = true
      if (!toProblem(thrown).retryable) return
    }
    if (!leaving.signal.aborted) timer = setTimeout(look, watchPause)
  }
  timer = setTimeout(look, watchPause)
  return () => {
    leaving.abort()
    clearTimeout(timer)
  }
}
