import type { ComputeSize } from '#contract/connectors/details/compute-size.ts'

/** What a connector may cost, how much it sends at once, and whether it keeps payloads. */
export const optionsMessages = {
  name: 'Budget, speed and payloads',
  edit: 'Edit',
  title: 'Budget, speed and payloads',
  submit: 'Save',
  budget: 'Monthly budget',
  noBudget: 'No limit',
  budgetOf: (amount: string) => `${amount}, in the currency of your bill`,
  budgetHint: "In the currency of your bill. No new runs start once this month's budget is spent. Leave empty for no limit.",
  wrongBudget: 'Enter an amount such as 50 or 49.50.',
  size: 'Compute size',
  sizes: {
    small: 'Small: up to 32 deliveries at once',
    medium: 'Medium: up to 64 deliveries at once',
    large: 'Large: up to 96 deliveries at once',
  } satisfies Record<ComputeSize, string>,
  payloads: 'Payloads',
  kept: { kept: 'Stored: you can view and replay records', 'not-kept': 'Not stored: deleted after delivery' },
  payloadsHint:
    "Without stored payloads, you can't replay records. Existing payloads are deleted once all waiting records are sent. Earlier archives and backups still contain them.",
}
