/** Joins the machines of the card Passkeys to their calls and to the device. */

import type { Proofs } from '#contract/auth/mfa.ts'
import { type CreationOptions, type Passkey, passkeyEndpoints, passkeyNameMax } from '#contract/auth/passkeys.ts'
import { type PasskeyPlan, passkeySetupMachine } from '../../machines/account/security/passkey-setup.machine.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { call, once } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { loadPart } from '../kit/page.ts'
import { proofsOf } from '../kit/proofs.ts'
import type { Own } from './security.service.ts'

export const passkeyListMachine = (own: Own) =>
  listOf(async (_, signal) => {
    const items = await readPasskeys(own, signal)
    return { items, total: items.length }
  })

export const passkeyRenameMachine = (own: Own, announce: () => void) =>
  entryDialogOf({
    save: ({ id = '', name = '' }, signal) => renamePasskey(own, id, name.trim(), signal),
    isValid: ({ name = '' }) => name.trim() !== '' && name.trim().length <= passkeyNameMax,
    announce,
  })

export const livePasskeySetupMachine = (own: Own, announce: (kind: PasskeyPlan['kind']) => void) =>
  passkeySetupMachine.provide({
    actors: {
      prove: stepUpMachine.provide({
        actors: {
          perform: actorFrom((it, signal): Promise<unknown> => {
            const plan = it.request as PasskeyPlan
            return plan.kind === 'add'
              ? beginPasskey(own, proofsOf(it), signal)
              : removePasskey(own, plan.id, proofsOf(it), signal)
          }),
        },
      }),
      // A person is waited for; their device has a limit of its own.
      createPasskey: actorFrom((begun, signal) => createPasskey(own, begun, signal), { limit: null }),
    },
    actions: { announceAdded: () => announce('add'), announceRemoved: () => announce('remove') },
  })

/** The own passkeys. */
const params = ({ userId }: Own) => ({ userId })

const readPasskeys = async (own: Own, signal: AbortSignal): Promise<readonly Passkey[]> =>
  (await call(passkeyEndpoints.list, { access: own.access, params: params(own), signal })).passkeys

type CreationChallenge = { readonly challengeId: string; readonly options: CreationOptions }

const beginPasskey = (own: Own, body: Proofs, signal: AbortSignal): Promise<CreationChallenge> =>
  call(passkeyEndpoints.begin, { access: own.access, params: params(own), body, signal, patience: once })

async function createPasskey(own: Own, { challengeId, options }: CreationChallenge, signal: AbortSignal): Promise<void> {
  const { createOnDevice } = await loadPart(() => import('../auth/passkey-device.service.ts'))
  const credential = await createOnDevice(options, signal)
  const body = { challengeId, credential }
  await call(passkeyEndpoints.add, { access: own.access, params: params(own), body, signal, patience: once })
}

const renamePasskey = ({ access, userId }: Own, passkeyId: string, name: string, signal: AbortSignal) =>
  call(passkeyEndpoints.rename, { access, params: { userId, passkeyId }, body: { name }, signal })

const removePasskey = ({ access, userId }: Own, passkeyId: string, body: Proofs, signal: AbortSignal) =>
  call(passkeyEndpoints.remove, { access, params: { userId, passkeyId }, body, signal, patience: once })
