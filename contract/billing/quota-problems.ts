/** What a plan holds no more of, and what goes wrong with billing: a part of the catalogue. The sentences name the number where it is met. */
import { entry } from '../kit/problem-entry.ts'

export const quotaProblems = {
  'quota/connectors': entry(
    403,
    'No more connectors',
    'Your plan allows no more connectors. Delete one that is no longer needed.',
  ),
  'quota/schedules': entry(
    403,
    'No more schedules',
    'Your plan allows no more connectors with a schedule. Give another one no schedule, or delete it.',
  ),
  'quota/period': entry(
    403,
    'Schedule too short',
    'Your plan does not start a connector this often. Choose a longer time between two starts.',
  ),
  'quota/calls': entry(429, 'Too many calls', 'Your company has made too many calls. Please try again later.', true),
  'quota/members': entry(403, 'No more members', 'Your plan allows no more members. Remove one, or choose a larger plan.'),
  'quota/records': entry(
    403,
    'Records of this month used up',
    'Your plan allows no more delivered records this month. Choose a larger plan, or wait for the next month.',
  ),
  'quota/budget': entry(
    403,
    'Budget of this month used up',
    'The budget of this connector is used up for this month. Raise it, or wait for the next month.',
  ),
  'invoice/not-found': entry(404, 'Not found', 'There is no such invoice.'),
  'invoice/not-now': entry(409, 'Not possible now', 'The status of the invoice does not allow this.'),
  'invoice/credit-too-high': entry(422, 'Credit too high', 'A credit note cannot be higher than what is left of the invoice.'),
  'billing-profile/not-found': entry(404, 'Not found', 'There is no such billing profile.'),
  'billing-profile/stale': entry(
    409,
    'Changed in the meantime',
    'Someone changed this billing profile after you opened it. Open it again, then repeat your change.',
  ),
  'billing-profile/primary': entry(
    409,
    'Primary profile',
    'One profile is always the primary one. Make another one primary first.',
  ),
  'billing-profile/open-invoices': entry(
    409,
    'Open invoices',
    'An invoice of this profile is not paid yet. Pay it first, then delete the profile.',
  ),
  'billing-profile/too-many': entry(409, 'Too many profiles', 'Your company has 50 billing profiles. Delete one first.'),
  'payment-method/not-found': entry(404, 'Not found', 'There is no such saved card.'),
  'payment-method/no-provider': entry(
    409,
    'No card provider',
    'No card provider is connected. You pay invoices by bank transfer.',
  ),
  'payment-method/provider-away': entry(
    502,
    'Card provider not reached',
    'The card provider could not be reached. Nothing was charged or saved. Please try again.',
    true,
  ),
  'payment-event/not-proved': entry(
    401,
    'Not signed',
    'The event is not signed with the secret of this Datacrane, or it is too old.',
  ),
  'billing/suspended': entry(
    403,
    'Invoice not paid',
    'No run is started because the payment of an invoice has failed for 21 days. An administrator pays it under Account, Invoices. Then everything continues. Nothing was deleted.',
  ),
  'plan/no-card': entry(
    409,
    'Card needed',
    'This plan costs more and your company has no saved card. Add a card under Billing & Payment, or ask the operator to set the plan.',
  ),
  'plan/new-prices': entry(
    409,
    'New prices',
    'The prices have changed. An administrator accepts the newest prices before a dearer plan is chosen.',
  ),
  'plan/not-requested': entry(409, 'Request changed', 'The company no longer requests this plan. Load the page again.'),
  'plan/not-fitting': entry(409, 'Plan too small', 'Your company has more than this plan allows.'),
} as const
