/** One invitation: the link is sent, and one that was sent before to this address is dead from then on. */
import type { Kysely } from 'kysely'

import { type InvitationMove, type InvitationState, invitationLifecycle } from '#contract/auth/invitation.lifecycle.ts'
import { invitationLifetime } from '#contract/auth/invitation.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { invitation as invitationMail } from '#server/platform/mail/mails.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import { hashOfToken, newOneTimeToken } from '#server/platform/security/tokens.ts'
import { addInvitation, holdOpenInvitation, type Invitation, setInvitationStatus } from './invitations.repository.ts'

type Tx = Kysely<Tables>

/** Where the chart leads from here; null where it forbids the move. */
export const nextOf = (it: Invitation, type: InvitationMove['type']) =>
  moved(invitationLifecycle, it.status, { type }, undefined) as InvitationState | null

/** Moves one that is held, or says that it cannot be moved. Its time being over is a move of its own. */
export async function moveInvitation(tx: Tx, it: Invitation, type: InvitationMove['type']): Promise<boolean> {
  const to = nextOf(it, type)
  if (to === null) return false
  await setInvitationStatus(tx, it, to)
  return true
}

type Wanted = {
  readonly id: string
  readonly companyId: string
  readonly companyName: string
  readonly email: string
  readonly role: Invitation['role']
  readonly invitedBy: { readonly userId: string; readonly firstName: string; readonly lastName: string }
  readonly publicUrl: string
}

/** In a commit that holds the company. @returns the link, and when it ends. */
export async function sendInvitation(tx: Tx, it: Wanted): Promise<{ readonly link: string; readonly expiresAt: Date }> {
  const { id, companyId, email, role, companyName, invitedBy } = it
  const open = await holdOpenInvitation(tx, companyId, email)
  if (open) await moveInvitation(tx, open, open.isOver ? 'clock.expired' : 'admin.repeated')
  const token = newOneTimeToken()
  const link = `${it.publicUrl}/accept-invitation?token=${token}`
  const mail = invitationMail({ link, lifetime: invitationLifetime, companyName, invitedBy: inviterName(invitedBy) })
  await queueMessage(tx, { companyId, channel: 'email', to: email, byCompany: true, ...mail })
  const of = { id, companyId, email, role, invitedBy: invitedBy.userId }
  const expiresAt = await addInvitation(tx, { ...of, tokenHash: hashOfToken(token), lifetime: invitationLifetime })
  return { link, expiresAt }
}

/** Characters of a name that is shown. */
const nameMax = 100

export const inviterName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) =>
  [...`${firstName} ${lastName}`].slice(0, nameMax).join('').trim()
