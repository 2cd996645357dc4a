/** Joins the chart of a new password to its call. */
import { passwordResetMachine } from '../../machines/auth/reset/password-reset.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { forgetLinkToken } from '../kit/link-token.ts'
import { listOf } from '../kit/list.actors.ts'
import { readResetRules, updatePassword } from './password-reset.service.ts'

export const livePasswordResetMachine = passwordResetMachine.provide({
  actors: {
    updatePassword: actorFrom(async ({ token, password }, signal) => {
      await updatePassword(token, password, signal)
      forgetLinkToken()
    }),
  },
})

/** What the new password must be, as a list of one. */
export const resetRulesMachine = (token: string) =>
  listOf(async (_, signal) => ({ items: [await readResetRules(token, signal)], total: 1 }))
