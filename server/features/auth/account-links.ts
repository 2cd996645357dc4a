/** Links that lead into an account. Their host is the configured one, whatever a request says of itself (threat T-RESET). */
import type { Kysely } from 'kysely'

import { invitationLifetime } from '#contract/auth/invitation.ts'
import { resetLifetime } from '#contract/auth/password-reset.ts'
import { confirmationLifetime } from '#contract/auth/registration.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import {
  alreadyRegistered,
  confirmAccount,
  finishSignUp,
  type Mail,
  passwordChanged,
  passwordChangedHere,
  passwordGuessed,
  provisioned,
  resetPassword,
  type SignInSource,
  singleSignOnOnly,
  subjectsOfAnybody,
  summaryOf,
} from '../../platform/mail/mails.ts'
import { queueMessage } from '../../platform/mail/messages.repository.ts'
import { mayBeWrittenTo } from '../../platform/mail/recipients.repository.ts'
import { hashOfToken, newOneTimeToken } from '../../platform/security/tokens.ts'
import { findZone } from '../kit/formats.repository.ts'
import { addOneTimeToken, removeOneTimeTokens, type TokenKind, tokenStatusesOf } from './one-time-tokens.repository.ts'

export type Addressee = { readonly userId: string; readonly companyId: string; readonly email: string }

type NewAddressee = Addressee & { readonly firstName: string; readonly companyName: string }

export type AccountLinks = ReturnType<typeof createAccountLinks>

const lifetimes: Readonly<Record<TokenKind, number>> = { confirm: confirmationLifetime, reset: resetLifetime }
const pages: Readonly<Record<TokenKind, string>> = { confirm: '/confirm-account', reset: '/reset-password' }

const onceADay = { max: 1, hours: 24 }

/** Each of them is to be called in the commit that is its reason. */
export function createAccountLinks(publicUrl: string) {
  const forgotUrl = `${publicUrl}/forgot-password`

  async function link(tx: Kysely<Tables>, { companyId, userId }: Addressee, kind: TokenKind, lifetime = lifetimes[kind]) {
    const token = newOneTimeToken()
    await addOneTimeToken(tx, { companyId, userId, kind, hash: hashOfToken(token), lifetime })
    return { link: `${publicUrl}${pages[kind]}?token=${token}`, lifetime }
  }

  /** Always by email, whatever the person has chosen. What holds a link that is as good as a password has no summary. */
  const send = (tx: Kysely<Tables>, { companyId, userId, email }: Addressee, mail: Mail, summary = {}) =>
    queueMessage(tx, { companyId, userId, category: 'security', channel: 'email', to: email, ...mail, ...summary })
  const sendSummed = (tx: Kysely<Tables>, to: Addressee, mail: Mail) => send(tx, to, mail, { summary: summaryOf(mail) })

  /** One such link lives at a time. */
  async function resetLink(tx: Kysely<Tables>, to: Addressee, lifetime?: number) {
    await removeOneTimeTokens(tx, to, 'reset')
    return link(tx, to, 'reset', lifetime)
  }

  const confirmation = async (tx: Kysely<Tables>, to: NewAddressee) =>
    send(tx, to, confirmAccount({ ...(await link(tx, to, 'confirm')), firstName: to.firstName, companyName: to.companyName }))

  /** Two people may have signed up with this email: only a password that its owner sets now is good. */
  async function finish(tx: Kysely<Tables>, to: Addressee) {
    await removeOneTimeTokens(tx, to, 'confirm')
    await send(tx, to, finishSignUp(await resetLink(tx, to)))
  }

  return {
    forgotUrl,

    /** Whether the person may be written to once more because of what anybody can ask for. Exact only under `lockRecipient`. */
    mayBeSent: (tx: Kysely<Tables>, email: string, kind: keyof typeof subjectsOfAnybody) =>
      mayBeWrittenTo(tx, email, subjectsOfAnybody[kind], kind === 'guessed' ? onceADay : {}),

    confirmation,
    finish,

    /** Another way to the end of a sign-up. Whose confirmation links were taken back gets none again. */
    async again(tx: Kysely<Tables>, to: NewAddressee) {
      const isContested = (await tokenStatusesOf(tx, to, 'confirm')) === 'none'
      await (isContested ? finish(tx, to) : confirmation(tx, to))
    },

    reset: async (tx: Kysely<Tables>, to: Addressee) => send(tx, to, resetPassword(await resetLink(tx, to))),

    /** Whoever sets a password by the link reads the email: the account is confirmed by that. */
    provisioned: async (tx: Kysely<Tables>, to: Addressee, companyName: string) =>
      send(
        tx,
        to,
        provisioned({ ...(await resetLink(tx, to, invitationLifetime)), companyName, signInUrl: `${publicUrl}/sign-in` }),
      ),

    /** In the place of a link: their company lets nobody in with a password. */
    usesSso: (tx: Kysely<Tables>, to: Addressee) => sendSummed(tx, to, singleSignOnOnly({ ssoUrl: `${publicUrl}/sso` })),

    known: (tx: Kysely<Tables>, to: Addressee) =>
      sendSummed(tx, to, alreadyRegistered({ signInUrl: `${publicUrl}/sign-in`, forgotUrl })),

    /** While the person was signed in. */
    changedHere: (tx: Kysely<Tables>, to: Addressee) => sendSummed(tx, to, passwordChangedHere({ forgotUrl })),

    changed: (tx: Kysely<Tables>, to: Addressee) => sendSummed(tx, to, passwordChanged({ forgotUrl })),

    guessed: async (tx: Kysely<Tables>, to: Addressee, from: SignInSource) =>
      sendSummed(tx, to, passwordGuessed({ ...from, zone: await findZone(tx, to), forgotUrl })),
  }
}
