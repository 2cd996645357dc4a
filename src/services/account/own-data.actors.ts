/** Joins the card of one's data to its calls. */
import { type OwnData, ownDataEndpoints } from '#contract/account/own-data.ts'
import type { Proofs } from '#contract/auth/mfa.ts'
import { type OwnDataPlan, ownDataMachine } from '../../machines/account/profile/own-data.machine.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { call, once } from '../kit/api-client.ts'
import { proofsOf } from '../kit/proofs.ts'
import { saveText } from '../kit/text-file.service.ts'
import type { Own } from './security.service.ts'

type Request = { readonly plan: OwnDataPlan; readonly heir: string }

export const liveOwnDataMachine = (own: Own) =>
  ownDataMachine.provide({
    actors: {
      readData: actorFrom((_, signal) => readOwnData(own, signal)),
      prove: stepUpMachine.provide({
        actors: {
          perform: actorFrom((it, signal): Promise<unknown> => {
            const { plan, heir } = it.request as Request
            const proofs = proofsOf(it)
            return plan === 'file' ? requestFile(own, proofs, signal) : requestDeletion(own, heir, proofs, signal)
          }),
        },
      }),
      download: actorFrom(async (_, signal) => {
        const { name, type } = ownDataEndpoints.download.file
        saveText(name, await readFile(own, signal), type)
      }),
      withdraw: actorFrom((_, signal) => withdrawDeletion(own, signal)),
    },
  })

/** What is kept of the person as a file for them, and their request to be deleted. */
const readOwnData = ({ access, userId }: Own, signal: AbortSignal): Promise<OwnData> =>
  call(ownDataEndpoints.get, { access, params: { userId }, signal })

const requestFile = ({ access, userId }: Own, body: Proofs, signal: AbortSignal): Promise<OwnData> =>
  call(ownDataEndpoints.request, { access, params: { userId }, body, signal, patience: once })

const readFile = ({ access, userId }: Own, signal: AbortSignal): Promise<string> =>
  call(ownDataEndpoints.download, { access, params: { userId }, signal })

/** @param heir who takes the connectors over; '' where there are none. */
function requestDeletion({ access, userId }: Own, heir: string, proofs: Proofs, signal: AbortSignal): Promise<OwnData> {
  const body = heir === '' ? proofs : { ...proofs, heir }
  return call(ownDataEndpoints.requestDeletion, { access, params: { userId }, body, signal, patience: once })
}

const withdrawDeletion = ({ access, userId }: Own, signal: AbortSignal): Promise<OwnData> =>
  call(ownDataEndpoints.withdrawDeletion, { access, params: { userId }, signal })
