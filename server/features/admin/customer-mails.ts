import { type Mail, mail } from '../../platform/mail/mails.ts'

/** To administrators of a company that the operator suspends. */
export const companySuspended = (company: string, reason: string): Mail =>
  mail(
    `${company} was suspended in Datacrane`,
    `The operator of this Datacrane has suspended ${company}.`,
    `Reason: ${reason}`,
    'Nobody of the company can sign in, API keys are refused, runs are paused, and webhooks are held. Nothing is lost: everything continues when the company is reactivated. To have it reactivated, contact the operator.',
  )

export const companyReactivated = (company: string, url: string): Mail =>
  mail(
    `${company} was reactivated in Datacrane`,
    `The operator of this Datacrane has reactivated ${company}. Runs and webhooks continue where they stopped, and you can sign in again:`,
    url,
  )
