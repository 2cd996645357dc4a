/** What is written to the operator about a request, and to the person about its answer. */
import type { SupportRequest } from '#contract/help/support.ts'
import { linkless, type Mail, mail } from '../../platform/mail/mails.ts'

/** To the address of the operator. The bundle stands in the console, so that it is read where access is checked. */
export const requestReceived = (
  { subject, text, bundle: { version, connector } }: SupportRequest,
  from: { readonly person: string; readonly email: string; readonly company: string; readonly url: string },
): Mail =>
  mail(
    `Support request: ${linkless(subject)}`,
    `${linkless(from.person)} (${from.email}) of ${linkless(from.company)} wrote:`,
    text,
    `Version ${version}${connector === null ? '' : `, connector ${linkless(connector.name)} (${connector.id})`}.`,
    `Answer it here: ${from.url}`,
  )

export const requestAnswered = (subject: string, answer: string, url: string): Mail =>
  mail(`Answer to your support request: ${linkless(subject)}`, answer, `Your requests: ${url}`)
