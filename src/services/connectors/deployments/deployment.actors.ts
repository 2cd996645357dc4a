/** Joins the chart of a deployment to the calls. */
import { deploymentStatusLimit, deployRequestLimit } from '#contract/connectors/details/connector.ts'
import { deploymentMachine } from '#src/machines/connectors/deployments/deployment.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { checkDeployment, deployConnector, readConnector } from '../details/connector.service.ts'

export const liveDeploymentMachine = (access: Access) =>
  deploymentMachine.provide({
    actors: {
      deployConnector: actorFrom((input, signal) => deployConnector(access, input, signal), { limit: deployRequestLimit }),
      checkDeployment: actorFrom((input, signal) => checkDeployment(access, input, signal), { limit: deploymentStatusLimit }),
      readConnector: actorFrom((input, signal) => readConnector(access, input, signal)),
    },
  })
