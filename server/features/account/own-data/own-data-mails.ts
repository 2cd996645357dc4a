/** What is written to people about their data. It goes by email whatever they have chosen. */
import { deletionGraceDays, ownDataKeptDays } from '#contract/account/own-data-limits.ts'
import { mail } from '../../../platform/mail/mails.ts'
import { minuteIn } from '../../../platform/time/zoned.ts'

const notYou = 'If that was not you, change your password now and tell an administrator of your company.'
const pageOf = (publicUrl: string) => `${publicUrl}/account?tab=profile`

export const fileReady = (publicUrl: string) =>
  mail(
    'Your Datacrane data is ready',
    `The file with your data can be downloaded for ${ownDataKeptDays} days, in User Profile:`,
    pageOf(publicUrl),
    notYou,
  )

export const deletionPlanned = ({ dueAt, zone, publicUrl }: { dueAt: Date; zone: string; publicUrl: string }) =>
  mail(
    'Your Datacrane account will be deleted',
    `You asked for your account to be deleted. That is done ${deletionGraceDays} days later, on ${minuteIn(zone, dueAt)}. Until then you can use it as usual, and withdraw in User Profile:`,
    pageOf(publicUrl),
    notYou,
  )

export const deletionWithdrawn = mail(
  'Your Datacrane account stays',
  'The request to delete your account was withdrawn. Nothing was deleted.',
  notYou,
)

const refusals = {
  'last administrator':
    'You asked for your account to be deleted, but no one else can administer your company. Make another member an administrator, then ask again in User Profile:',
  'last emergency administrator':
    'You asked for your account to be deleted, but you are the last administrator who can sign in with a password while your company requires single sign-on. Name another one in Security Settings, then ask again in User Profile:',
} as const
export type DeletionRefusal = keyof typeof refusals

export const deletionRefused = (publicUrl: string, reason: DeletionRefusal) =>
  mail('Your Datacrane account was not deleted', refusals[reason], pageOf(publicUrl))
