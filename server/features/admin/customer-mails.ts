import { companyGraceDays } from '#contract/admin/customer-deletion.ts'
import { type Mail, mail } from '../../platform/mail/mails.ts'

/** To administrators of a company that the operator suspends. */
export const companySuspended = (company: string, reason: string): Mail =>
  mail(
    `${company} was suspended in Datacrane`,
    `Your Datacrane operator has suspended ${company}.`,
    `Reason: ${reason}`,
    "Members can't sign in, API keys are rejected, runs are paused and webhooks wait. No data is lost, and everything continues after the reactivation. To reactivate your company, contact the operator.",
  )

/** To administrators of a company that an operator looks into. */
export const companyLookedInto = (company: string, reason: string, minutes: number): Mail =>
  mail(
    `A Datacrane operator is viewing ${company}`,
    `For ${minutes} minutes, an operator can see your connectors and how their last runs ended. The operator can't change anything, or see payloads, configurations or secrets.`,
    `Reason: ${reason}`,
    'Your audit log records each view.',
  )

export const companyReactivated = (company: string, url: string): Mail =>
  mail(
    `${company} was reactivated in Datacrane`,
    `Your Datacrane operator has reactivated ${company}. Runs and webhooks continue where they stopped, and you can sign in again:`,
    url,
  )

/** To administrators of a company whose deletion is planned. @param due an instant */
export const companyDeletionPlanned = (company: string, reason: string, due: string): Mail =>
  mail(
    `${company} will be deleted in Datacrane`,
    `Your Datacrane operator will delete ${company} on ${due.slice(0, 10)} (UTC).`,
    `Reason: ${reason}`,
    `Until then, your company is suspended. No one can sign in, API keys are rejected, runs pause and webhooks wait. After that, we permanently delete people, connectors, records, files and backups. Invoices stay as the law requires. The operator can cancel the deletion for at least ${companyGraceDays} days. Contact the operator to cancel it, or to get a file with your data.`,
  )

export const companyDeletionWithdrawn = (company: string): Mail =>
  mail(
    `${company} will not be deleted in Datacrane`,
    `Your Datacrane operator cancelled the deletion of ${company}. Nothing was removed.`,
    'Your company stays suspended until the operator reactivates it. We email you then.',
  )

/** To administrators of a company whose data an operator downloads. */
export const companyExported = (company: string, reason: string): Mail =>
  mail(
    `A Datacrane operator has exported the data of ${company}`,
    `An operator has downloaded a file with everything ${company} has built and recorded, including records. The file contains no passwords, keys or other secrets.`,
    `Reason: ${reason}`,
    'Your audit log records the export.',
  )
