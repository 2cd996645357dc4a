import type { PlanLimit } from '#contract/billing/plan.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** The plans side by side. */
export const planTableMessages = {
  choose: 'Plan',
  own: 'Your plan',
  base: 'A month',
  included: 'Records included',
  beyond: 'Beyond that',
  connectors: 'Connectors',
  members: 'Members',
  schedules: 'With a schedule',
  features: 'Features',
  usage: 'With your usage',
  all: 'All',
  free: 'Free',
  noLimit: 'No limit',
  operator: 'Your company operates this installation, so no plan limits apply to it.',
  waits: 'Runs wait for the next month',
  perThousand: (price: string) => `${price} for 1,000`,
  upTo: (cost: string, max: string) => `${cost}, up to ${max}`,
  tooMany: {
    connectors: counted({ one: '# connector too many', other: '# connectors too many' }),
    schedules: counted({ one: '# schedule too many', other: '# schedules too many' }),
    members: counted({ one: '# member too many', other: '# members too many' }),
    records: counted({ one: '# record too many', other: '# records too many' }),
  } satisfies Record<PlanLimit, (count: number) => string>,
  cheapest: 'Cheapest for your usage',
  stops: 'See what is over the limit',
  preview: (plan: string) => `Preview ${plan}`,
  cheaperFrom: (plan: string, records: string) => `${plan} costs less from ${records} records a month.`,
}
