/** Joins the chart of a new password to its call. */

import { passwordResetEndpoints } from '#contract/auth/password-reset.ts'
import type { PasswordRules } from '#contract/auth/password-rules.ts'
import { refusal } from '#contract/kit/problem.ts'
import { passwordResetMachine } from '../../machines/auth/reset/password-reset.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { forgetLinkToken } from '../kit/link-token.ts'
import { listOf } from '../kit/list.actors.ts'

/** The token of the email is the bearer: a session that this browser may have does not go along, and is not renewed. */
const accessBy = (token: string): Access => ({
  bearer: () => token,
  renew: () => Promise.reject(refusal('password/reset-dead')),
})

const readResetRules = (token: string, signal: AbortSignal): Promise<PasswordRules> =>
  call(passwordResetEndpoints.rules, { access: accessBy(token), signal, patience: once })

/** Sets a new password. */
async function updatePassword(token: string, password: string, signal: AbortSignal): Promise<void> {
  await call(passwordResetEndpoints.update, {
    body: { password: { new: password } },
    access: accessBy(token),
    signal,
    patience: once,
  })
}

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
