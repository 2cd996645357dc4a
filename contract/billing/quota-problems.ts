/** What a plan holds no more of, and what goes wrong with billing: a part of the catalogue. The sentences name the number where it is met. */
import { entry } from '../kit/problem-entry.ts'

export const quotaProblems = {
  'quota/connectors': entry(
    403,
    'Connector limit reached',
    "You have reached your plan's connector limit. Delete a connector you no longer need.",
  ),
  'quota/schedules': entry(
    403,
    'Schedule limit reached',
    "You have reached your plan's schedule limit. Remove the schedule of another connector, or delete it.",
  ),
  'quota/period': entry(403, 'Interval too short', "Your plan doesn't allow runs this often. Choose a longer interval."),
  'quota/calls': entry(429, 'Too many calls', 'Your company has made too many calls. Please try again later.', true),
  'quota/members': entry(
    403,
    'Member limit reached',
    "You have reached your plan's member limit. Remove a member, or choose a larger plan.",
  ),
  'quota/records': entry(
    403,
    'Monthly record limit reached',
    "You have reached this month's record limit. Choose a larger plan, or wait for the next month.",
  ),
  'quota/budget': entry(
    403,
    'Monthly budget used up',
    "This connector's budget is used up for this month. Raise it, or wait for the next month.",
  ),
  'invoice/not-found': entry(404, 'Not found', "This invoice doesn't exist."),
  'invoice/not-now': entry(409, 'Not possible now', "The invoice's current status doesn't allow this."),
  'invoice/credit-too-high': entry(422, 'Credit too high', "A credit note can't exceed the remaining invoice amount."),
  'billing-profile/not-found': entry(404, 'Not found', "This billing profile doesn't exist."),
  'billing-profile/stale': entry(
    409,
    'Changed elsewhere',
    'Someone changed this billing profile after you opened it. Open it again, then repeat your change.',
  ),
  'billing-profile/primary': entry(409, 'Primary profile', 'You need one primary profile. Make another profile primary first.'),
  'billing-profile/open-invoices': entry(
    409,
    'Open invoices',
    'This profile has an unpaid invoice. Pay it first, then delete the profile.',
  ),
  'billing-profile/too-many': entry(409, 'Too many profiles', 'Your company has reached 50 billing profiles. Delete one first.'),
  'payment-method/not-found': entry(404, 'Not found', "This saved card doesn't exist."),
  'payment-method/no-provider': entry(
    409,
    'No card provider',
    'No card provider is connected. You pay invoices by bank transfer.',
  ),
  'payment-method/provider-away': entry(
    502,
    'Card provider unavailable',
    'The card provider could not be reached. Nothing was charged or saved. Please try again.',
    true,
  ),
  'payment-event/not-proved': entry(
    401,
    'Event not accepted',
    "The event is too old or not signed with this installation's secret.",
  ),
  'billing/suspended': entry(
    403,
    'Invoice not paid',
    'New runs are on hold because an invoice payment has failed for 21 days. An administrator can pay it under Account, Invoices. Then everything continues. No data was deleted.',
  ),
  'plan/no-card': entry(
    409,
    'Card needed',
    'This plan costs more, and your company has no saved card. Add a card under Billing & Payment, or ask your operator.',
  ),
  'plan/new-prices': entry(
    409,
    'New prices',
    'The prices have changed. An administrator must accept them before you choose a larger plan.',
  ),
  'plan/not-requested': entry(409, 'Request changed', 'The company no longer requests this plan. Reload the page.'),
  'plan/not-fitting': entry(409, 'Plan too small', 'Your company exceeds the limits of this plan.'),
} as const
