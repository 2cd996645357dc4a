import { type Mail, mail } from '../../platform/mail/mails.ts'

/** To who published a connector that the operator approved. */
export const publicationApproved = (name: string, url: string): Mail =>
  mail(
    `${name} was approved`,
    `Your Datacrane operator has approved the public connector ${name}. Companies with access can now find it.`,
    url,
  )

/** @param isKept others keep a version that was approved before */
export const publicationDeclined = (name: string, { reason, isKept }: { reason: string; isKept: boolean }, url: string): Mail =>
  mail(
    `${name} was declined`,
    `Your Datacrane operator has declined the public connector ${name}. ${
      isKept ? 'Other companies can still find the previously approved version.' : "Other companies can't find it."
    }`,
    `Reason: ${reason}`,
    'To request another decision, change and save the connector:',
    url,
  )

/** To the owner of connectors that were started from an earlier version. */
export const newVersionWaits = (name: string, publisher: string, connectors: readonly string[], url: string): Mail =>
  mail(
    `New version of ${name}`,
    `${publisher} has published a new version of the public connector ${name}. These connectors use an earlier version: ${connectors.join(', ')}.`,
    'Nothing changes until you decide. Review the changes, then accept or decline the update:',
    url,
  )
