/** The 26 fallbacks of the account area, written a second time from `studio-account-settings.md` section 8. */
import { expect, it } from 'vitest'

import { accountFailures } from '#contract/account/account-failures.ts'

it('are titles word for word', () => {
  const sentences =
    `Failed to fetch account info, Failed to fetch invoices, Failed to fetch billing profiles, Failed to create billing profile,
    Failed to update billing profile, Failed to delete billing profile, Failed to fetch notification preferences,
    Failed to update notification preferences, Failed to fetch notification history, Failed to fetch user profile, Failed to update user profile,
    Failed to fetch team members, Failed to invite team member, Failed to revoke invite, Failed to remove team member,
    Failed to deactivate team member, Failed to reactivate team member, Failed to fetch MFA settings, Failed to enable MFA,
    Failed to verify MFA code, Failed to disable MFA, Failed to generate new recovery codes, Failed to add phone number,
    Failed to verify phone number, Failed to fetch login history, Failed to fetch company login history`.split(/,\s+/)
  expect(Object.values(accountFailures).map(({ message }) => message)).toEqual(sentences)
})
