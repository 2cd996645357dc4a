/** Joins the chart of a deployment to the calls. */
import { deploymentMachine } from '../machines/deployment/deployment.machine.ts'
import { checkDeployment, deployConnector, readConnector } from '../services/connector.service.ts'
import type { Access } from '../services/http.ts'
import { port } from './port.ts'

export const liveDeploymentMachine = (access: Access) =>
  deploymentMachine.provide({
    actors: {
      deployConnector: port((input, signal) => deployConnector(access, input, signal)),
      checkDeployment: port((input, signal) => checkDeployment(access, input, signal)),
      readConnector: port((input, signal) => readConnector(access, input, signal)),
    },
  })
