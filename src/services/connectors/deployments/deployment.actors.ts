/** Joins the chart of a deployment to the calls. */
import { deploymentMachine } from '#src/machines/connectors/deployments/deployment.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { checkDeployment, deployConnector, readConnector } from '../details/connector.service.ts'

export const liveDeploymentMachine = (access: Access) =>
  deploymentMachine.provide({
    actors: {
      deployConnector: actorFrom((input, signal) => deployConnector(access, input, signal)),
      checkDeployment: actorFrom((input, signal) => checkDeployment(access, input, signal)),
      readConnector: actorFrom((input, signal) => readConnector(access, input, signal)),
    },
  })
