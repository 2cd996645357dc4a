/** Joins the email domains of single sign-on to their calls. */
import { type SsoDomain, ssoDomainEndpoints } from '#contract/auth/sso/sso-domains.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { type DomainPlan, ssoDomainsMachine } from '../../machines/settings/sso/sso-domains.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, once } from '../kit/api-client.ts'
import { proofsOf } from '../kit/proofs.ts'
import { call } from './settings-call.ts'

type Domains = Promise<readonly SsoDomain[]>

export const liveSsoDomainsMachine = (access: Access) =>
  ssoDomainsMachine.provide({
    actors: {
      readDomains: actorFrom(async (_, signal): Domains => (await call(ssoDomainEndpoints.list, { access, signal })).domains),
      checkDomain: actorFrom(
        async (params, signal): Domains =>
          (await call(ssoDomainEndpoints.check, { access, params, signal, patience: once })).domains,
      ),
      prove: stepUpMachine.provide({
        actors: {
          perform: actorFrom(async (it, signal): Promise<unknown> => {
            const plan = it.request as DomainPlan
            const proofs = proofsOf(it)
            const reply =
              plan.type === 'add'
                ? await call(ssoDomainEndpoints.add, {
                    ...{ access, body: { domain: plan.domain, ...proofs }, signal, patience: once },
                  })
                : await call(ssoDomainEndpoints.remove, {
                    ...{ access, params: { id: plan.id }, body: proofs, signal, patience: once },
                  })
            return reply.domains
          }),
        },
      }),
    },
  })
