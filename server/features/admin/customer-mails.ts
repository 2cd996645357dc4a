import { type Mail, mail } from '../../platform/mail/mails.ts'

/** To administrators of a company that the operator suspends. */
export const companySuspended = (company: string, reason: string): Mail =>
  mail(
    `${company} was suspended in Datacrane`,
    `The operator of this Datacrane has suspended ${company}.`,
    `Reason: ${reason}`,
    'Nobody of the company can sign in, API keys are refused, runs are paused, and webhooks are held. Nothing is lost: everything continues when the company is reactivated. To have it reactivated, contact the operator.',
  )

/** To administrators of a company that an operator looks into. */
export const companyLookedInto = (company: string, reason: string, minutes: number): Mail =>
  mail(
    `An operator of Datacrane looks into ${company}`,
    `An operator of this Datacrane can see for ${minutes} minutes which connectors ${company} has and how their last runs ended. Nothing can be changed, and no payloads, configurations or secrets are shown.`,
    `Reason: ${reason}`,
    'Each reading is in the audit log of your company.',
  )

export const companyReactivated = (company: string, url: string): Mail =>
  mail(
    `${company} was reactivated in Datacrane`,
    `The operator of this Datacrane has reactivated ${company}. Runs and webhooks continue where they stopped, and you can sign in again:`,
    url,
  )
