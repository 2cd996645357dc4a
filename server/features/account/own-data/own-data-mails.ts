/** What is written to people about their data. It goes by email whatever they have chosen. */
import { deletionGraceDays, ownDataRetentionDays } from '#contract/account/own-data-limits.ts'
import { mail } from '../../../platform/mail/mails.ts'
import { minuteIn } from '../../../platform/time/zoned.ts'

const notYou = "If this wasn't you, change your password now and contact your company administrator."
const pageOf = (publicUrl: string) => `${publicUrl}/account?tab=profile`

export const fileReady = (publicUrl: string) =>
  mail(
    'Your Datacrane data is ready',
    `You can download the file with your data for ${ownDataRetentionDays} days in User Profile:`,
    pageOf(publicUrl),
    notYou,
  )

export const deletionPlanned = ({ dueAt, zone, publicUrl }: { dueAt: Date; zone: string; publicUrl: string }) =>
  mail(
    'Your Datacrane account will be deleted',
    `You requested the deletion of your account. We delete it after ${deletionGraceDays} days, on ${minuteIn(zone, dueAt)}. Until then, you can use it as usual. You can withdraw your request in User Profile:`,
    pageOf(publicUrl),
    notYou,
  )

export const deletionWithdrawn = mail(
  "Your Datacrane account won't be deleted",
  'The request to delete your account was withdrawn. Nothing was deleted.',
  notYou,
)

const refusals = {
  'last administrator':
    'You requested the deletion of your account, but you are the only administrator of your company. Make another member an administrator, then request it again in User Profile:',
  'last emergency administrator':
    'You requested the deletion of your account, but you are the last emergency administrator for single sign-on. Add another one in Security Settings, then request it again in User Profile:',
} as const
export type DeletionRefusal = keyof typeof refusals

export const deletionRefused = (publicUrl: string, reason: DeletionRefusal) =>
  mail('Your Datacrane account was not deleted', refusals[reason], pageOf(publicUrl))
