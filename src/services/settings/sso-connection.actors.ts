/** Joins the identity provider of a company to its calls. */
import { type SsoState, ssoEndpoints } from '#contract/auth/sso/sso.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { type SsoPlan, ssoConnectionMachine } from '../../machines/settings/sso/sso-connection.machine.ts'
import { type SsoDraft, ssoOfDraft, ssoSecrets } from '../../machines/settings/sso/sso-draft.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, once } from '../kit/api-client.ts'
import { proofsOf } from '../kit/proofs.ts'
import { keepInTab, readTabChanges } from '../kit/tab-changes.service.ts'
import { saveText } from '../kit/text-file.service.ts'
import { call } from './settings-call.ts'

const nameOf = (companyId: string) => `sso:${companyId}`

export const liveSsoConnectionMachine = (access: Access, companyId: string) =>
  ssoConnectionMachine.provide({
    actors: {
      readState: actorFrom((_, signal): Promise<SsoState> => call(ssoEndpoints.get, { access, signal })),
      prove: stepUpMachine.provide({
        actors: {
          perform: actorFrom((it, signal): Promise<unknown> => {
            const plan = it.request as SsoPlan
            const proofs = proofsOf(it)
            if (plan.type === 'save') {
              const body = { value: ssoOfDraft(plan.draft), revision: plan.revision, ...proofs }
              return call(ssoEndpoints.set, { access, body, signal })
            }
            return call(ssoEndpoints.switch, { access, body: { move: plan.move, ...proofs }, signal, patience: once })
          }),
        },
      }),
      startTest: actorFrom(
        async (_, signal) => {
          // With what checks the answers of providers, which the tab does without.
          const { leaveFor } = await import('../auth/oauth.actors.ts')
          return leaveFor(await call(ssoEndpoints.test, { access, signal, patience: once }), null)
        },
        { limit: 20_000 },
      ),
      download: actorFrom(async (_, signal) => {
        const { name, type } = ssoEndpoints.metadata.file
        saveText(name, await call(ssoEndpoints.metadata, { access, signal }), type)
      }),
    },
    actions: { keepChanges: (_, { changes }) => keepInTab(nameOf(companyId), changes, ssoSecrets) },
  })

export const openedSso = (companyId: string) => ({ kept: readTabChanges(nameOf(companyId)) as Partial<SsoDraft> | null })
