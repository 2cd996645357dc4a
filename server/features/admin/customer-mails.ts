import { companyGraceDays } from '#contract/admin/customer-deletion.ts'
import { type Mail, mail } from '../../platform/mail/mails.ts'

/** To administrators of a company that the operator suspends. */
export const companySuspended = (company: string, reason: string): Mail =>
  mail(
    `${company} was suspended in Datacrane`,
    `The operator of this Datacrane has suspended ${company}.`,
    `Reason: ${reason}`,
    'No one of the company can sign in, API keys are refused, runs are paused, and webhooks are held. Nothing is lost: everything continues when the company is reactivated. To have it reactivated, contact the operator.',
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

/** To administrators of a company whose deletion is planned. @param due an instant */
export const companyDeletionPlanned = (company: string, reason: string, due: string): Mail =>
  mail(
    `${company} will be deleted in Datacrane`,
    `The operator of this Datacrane will delete ${company} on ${due.slice(0, 10)} (UTC).`,
    `Reason: ${reason}`,
    `Until then it is suspended: no one can sign in, API keys are refused, runs are paused, and webhooks are held. Then everything is permanently deleted: people, connectors, records, files and backups. Invoices are kept as the law requires. The operator can cancel the deletion for at least ${companyGraceDays} days. Contact the operator to cancel it, or to get a file with your data.`,
  )

export const companyDeletionWithdrawn = (company: string): Mail =>
  mail(
    `${company} will not be deleted in Datacrane`,
    `The operator of this Datacrane cancelled the deletion of ${company}. Nothing was removed.`,
    'It stays suspended until the operator reactivates it. You get an email then.',
  )

/** To administrators of a company whose data an operator downloads. */
export const companyExported = (company: string, reason: string): Mail =>
  mail(
    `An operator of Datacrane has exported the data of ${company}`,
    `An operator of this Datacrane has downloaded a file with everything that ${company} has built and recorded, records included. Passwords, keys and other secrets are not in it.`,
    `Reason: ${reason}`,
    'The export is in the audit log of your company.',
  )
