/** Joins the card Provisioning to its calls. */
import { provisioningEndpoints } from '#contract/settings/scim/provisioning.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { type Provisioned, type ProvisioningPlan, provisioningMachine } from '../../machines/settings/provisioning.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, once } from '../kit/api-client.ts'
import { copyText } from '../kit/clipboard.service.ts'
import { proofsOf } from '../kit/proofs.ts'
import { call } from './settings-call.ts'

type Proofs = ReturnType<typeof proofsOf>

async function perform(access: Access, plan: ProvisioningPlan, proofs: Proofs, signal: AbortSignal): Promise<Provisioned> {
  if (plan.kind === 'token') return call(provisioningEndpoints.makeToken, { access, body: proofs, signal, patience: once })
  const provisioning =
    plan.kind === 'revoke'
      ? await call(provisioningEndpoints.revokeToken, { access, body: proofs, signal, patience: once })
      : await call(provisioningEndpoints.setGroupRole, {
          ...{ access, params: { id: plan.id }, body: { ...proofs, role: plan.role } },
          ...{ signal, patience: once },
        })
  return { provisioning, secret: null }
}

export const liveProvisioningMachine = (access: Access, announceCopied: () => void) =>
  provisioningMachine.provide({
    actors: {
      readProvisioning: actorFrom((_, signal) => call(provisioningEndpoints.get, { access, signal })),
      prove: stepUpMachine.provide({
        actors: {
          perform: actorFrom(
            (it, signal): Promise<unknown> => perform(access, it.request as ProvisioningPlan, proofsOf(it), signal),
          ),
        },
      }),
      copySecret: actorFrom(({ secret }) => copyText(secret)),
    },
    actions: { announceCopied },
  })
