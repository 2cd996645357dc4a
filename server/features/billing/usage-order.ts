import type { ConnectorUsage } from '#contract/billing/bill.ts'

const order = ({ day = '', name, connectorId }: ConnectorUsage) => `${day} ${name} ${connectorId}`

/** The order of the lines of a bill, in which the included records are used up: this month's by connector, then late ones by day. */
export const inBillOrder = (usage: readonly ConnectorUsage[]): ConnectorUsage[] =>
  usage.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
