/** Sends a message to every browser of a person. The addresses are foreign: only the guarded way out leads there. */
import type { Kysely } from 'kysely'
import { OutboundFault } from '../../../outbound/fault.ts'
import type { MailOutcome, SendMail } from '../../../outbound/mail.ts'
import type { Outbound } from '../../../outbound/outbound.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Vault } from '../../../platform/security/vault.ts'
import { authorizationOf, encryptedFor } from '../../../platform/security/web-push.ts'
import { addresseeOf, findRecipients, forgetSubscription, installationKey } from './push.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly outbound: Pick<Outbound, 'request'>
  readonly publicUrl: string
}

/** Seconds that a push waits for a browser that is off. */
const waits = 24 * 3_600
/** Bytes of an answer that are read, and characters of a text: what is encrypted has less than 4 kB. */
const [answerMax, textMax] = [1_024, 2_000]
/** The browser is not subscribed any more. */
const gone: readonly number[] = [404, 410]
/** Statuses that another try may change. */
const passing: readonly number[] = [408, 425, 429]

/** Accepted when at least one browser's maker took it. Never throws for what the other side does. */
export function createPushSender({ db, vault, outbound, publicUrl }: Deps): SendMail {
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:push@localhost'

  return async ({ id, subject: title, text }, signal): Promise<MailOutcome> => {
    const whose = await addresseeOf(db, id)
    const recipients = whose === null ? [] : await findRecipients(db, vault, whose)
    const key = recipients.length === 0 ? null : await installationKey(db, vault)
    const plain = JSON.stringify({ id, title, body: text.slice(0, textMax), url: '/account?tab=notification-history' })

    async function sendTo(recipient: (typeof recipients)[number]): Promise<MailOutcome> {
      try {
        const { status } = await outbound.request({
          ...{ method: 'POST', url: new URL(recipient.endpoint), body: encryptedFor(recipient, plain), keep: answerMax, signal },
          ...{ party: whose?.companyId ?? '', lane: recipient.id },
          headers: {
            authorization: key === null ? '' : authorizationOf(key, recipient.endpoint, subject),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(waits),
          },
        })
        if (status >= 200 && status < 300) return { type: 'accepted' }
        if (gone.includes(status)) await forgetSubscription(db, recipient.id)
        const isFinal = status >= 400 && status < 500 && !passing.includes(status)
        return { type: 'refused', said: `HTTP ${status}`, isFinal }
      } catch (thrown) {
        if (!(thrown instanceof OutboundFault)) throw thrown
        return { type: 'refused', said: `The push service couldn't be called ("${thrown.kind}").`, isFinal: false }
      }
    }

    const outcomes = await Promise.all(recipients.map(sendTo))
    if (outcomes.some(({ type }) => type === 'accepted')) return { type: 'accepted' }
    const refused = outcomes.filter((it) => it.type === 'refused')
    const again = refused.find(({ isFinal }) => !isFinal) ?? refused[0]
    return again ?? { type: 'refused', said: 'No browser has subscribed to push notifications.', isFinal: true }
  }
}
