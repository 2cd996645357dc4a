/** What the company uses, beside what its plan holds. */
export const usageMessages = {
  name: 'usage',
  plan: 'Plan',
  since: (day: string) => `since ${day}`,
  delivered: 'Records delivered',
  month: (month: string) => `in ${month}, by UTC`,
  others: (failed: string, skipped: string) => `${failed} failed, ${skipped} skipped`,
  connectors: 'Connectors',
  schedules: 'With a schedule',
  members: 'Team members',
  of: (max: string) => `of ${max}`,
  noLimit: 'no limit',
  operator: 'no limit for the operator',
  left: (count: string) => `${count} left`,
  membersNote: 'who can sign in',
}
