/** Joins the machines of the card Passkeys to their calls and to the device. */
import { passkeyNameMax } from '#contract/auth/passkeys.ts'
import { type PasskeyPlan, passkeySetupMachine } from '../../machines/account/security/passkey-setup.machine.ts'
import { stepUpMachine } from '../../machines/kit/step-up.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { proofsOf } from '../kit/proofs.ts'
import { beginPasskey, createPasskey, readPasskeys, removePasskey, renamePasskey } from './passkeys.service.ts'
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
