import type { DeploymentActor } from '../deployments/deployment.machine.ts'
import type { ConnectorEvent, ConnectorSnapshot } from './connector.machine.ts'

type Value = ConnectorSnapshot['value']
export type ConnectorStage = Extract<Value, string> | Extract<Value, object>['resting']

/** The one place that turns a state value into a word a view may switch on. */
export const selectStage = ({ value }: ConnectorSnapshot): ConnectorStage => (typeof value === 'string' ? value : value.resting)

export const selectConnector = (snapshot: ConnectorSnapshot) => snapshot.context.connector
export const selectProblem = (snapshot: ConnectorSnapshot) => snapshot.context.problem
/** When the server last said where the connector stands, while the newest look at it has failed; else null. */
export const selectStaleSince = ({ context }: ConnectorSnapshot) => (context.isStale ? context.readAt : null)
export const selectIsBusy = (snapshot: ConnectorSnapshot) => snapshot.hasTag('busy')
/** The deployment that is followed now, an actor of its own. */
export const selectDeployment = (snapshot: ConnectorSnapshot) => snapshot.children['deployment'] as DeploymentActor | undefined

const selectCan = (event: ConnectorEvent) => (snapshot: ConnectorSnapshot) => snapshot.can(event)

export const selectCanDeploy = selectCan({ type: 'user.deployed' })
export const selectCanPause = selectCan({ type: 'user.paused' })
export const selectCanResume = selectCan({ type: 'user.resumed' })
export const selectCanRun = selectCan({ type: 'user.ran' })
export const selectCanRemove = selectCan({ type: 'user.removed' })
export const selectCanConfirm = selectCan({ type: 'user.confirmed' })
