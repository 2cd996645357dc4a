import { type Mail, mail } from '../../platform/mail/mails.ts'

/** To who published a connector that the operator approved. */
export const publicationApproved = (name: string, url: string): Mail =>
  mail(
    `${name} was approved`,
    `The operator of this Datacrane has approved the public connector ${name}. The companies that it is offered to find it from now on.`,
    url,
  )

/** @param isKept others keep a version that was approved before */
export const publicationDeclined = (name: string, { reason, isKept }: { reason: string; isKept: boolean }, url: string): Mail =>
  mail(
    `${name} was declined`,
    `The operator of this Datacrane has declined the public connector ${name}. ${
      isKept ? 'Other companies still find the version that was approved before.' : 'Other companies do not find it.'
    }`,
    `Reason: ${reason}`,
    'Change it and save it to ask for a decision again:',
    url,
  )

/** To the owner of connectors that were started from an earlier version. */
export const newVersionWaits = (name: string, publisher: string, connectors: readonly string[], url: string): Mail =>
  mail(
    `New version of ${name}`,
    `${publisher} has published a new version of the public connector ${name}. Connectors that were started from an earlier version: ${connectors.join(', ')}.`,
    'Nothing changes until you decide. See what would change, and take it over or keep your connectors as they are:',
    url,
  )
