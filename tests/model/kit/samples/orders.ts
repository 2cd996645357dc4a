/** One connector of the demo company, and a deployment of it, in any state. */

import { type DeploymentState, deploymentProgress } from '#contract/connectors/deployments/deployment.lifecycle.ts'
import type { Connector, Deployment } from '#contract/connectors/details/connector.ts'

/** `more` is what differs from the newest report of the server, for instance its reason. */
export function orders(status: Connector['status'], more: Partial<Connector> = {}): Connector {
  return {
    _id: 'orders',
    name: 'Shop orders to CRM',
    integrationName: 'Shop orders to CRM',
    connectorType: 'Private',
    details: '',
    budgetLimit: null,
    computeSize: 'small',
    encryptionOption: 'platform',
    supportPackage: 'basic',
    storeLocally: true,
    configId: 'orders-config',
    status,
    statusSince: '2026-11-20T10:00:00.000Z',
    statusReason: `because it is ${status}`,
    statusNext: `what follows ${status}`,
    revision: 3,
    liveVersion: null,
    userId: 'ada',
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    ...more,
  }
}

export function deploymentOf(status: DeploymentState, error: Deployment['error'] = null): Deployment {
  return {
    deploymentId: 'd-1',
    connectorId: 'orders',
    status,
    progress: status === 'failed' ? deploymentProgress.validating : deploymentProgress[status],
    message: `The server says ${status}.`,
    version: 1,
    hash: null,
    deployedBy: 'Ada Lovelace',
    error,
    startedAt: '2026-11-20T10:00:00.000Z',
    endedAt: null,
  }
}
