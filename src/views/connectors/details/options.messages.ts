import type { ComputeSize } from '#contract/connectors/details/compute-size.ts'

/** What a connector may cost, how much it sends at once, and whether it keeps payloads. */
export const optionsMessages = {
  name: 'Budget, speed and payloads',
  edit: 'Edit',
  title: 'Budget, speed and payloads',
  submit: 'Save',
  budget: 'Budget a month',
  noBudget: 'No limit',
  budgetOf: (amount: string) => `${amount}, in the currency of your bill`,
  budgetHint: 'In the currency of your bill. When the connector has cost as much this month, its runs are held. Empty: no limit.',
  wrongBudget: 'An amount such as 50 or 49.50',
  size: 'Compute size',
  sizes: {
    small: 'Small: up to 32 deliveries at once',
    medium: 'Medium: up to 64 deliveries at once',
    large: 'Large: up to 96 deliveries at once',
  } satisfies Record<ComputeSize, string>,
  payloads: 'Payloads',
  kept: { kept: 'Kept: records can be looked at and replayed', 'not-kept': 'Not kept: erased once they are delivered' },
  payloadsHint:
    'If payloads are not kept, you cannot replay records. Kept payloads are erased once none of them waits to be sent. Earlier archives and backups still contain them.',
}
