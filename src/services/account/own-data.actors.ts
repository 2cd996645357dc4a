/** Joins the card of one's data to its calls. */
import { ownDataEndpoints } from '#contract/account/own-data.ts'
import { type OwnDataPlan, ownDataMachine } from '../../machines/account/profile/own-data.machine.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { proofsOf } from '../kit/proofs.ts'
import { saveText } from '../kit/text-file.service.ts'
import { readFile, readOwnData, requestDeletion, requestFile, withdrawDeletion } from './own-data.service.ts'
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
