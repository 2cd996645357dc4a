/** The tabs of a connector's page, and what they were called before. */
import { detailsMessages } from './details.messages.ts'

export type DetailsTab = keyof typeof detailsMessages.tabs

export const detailsTabs = Object.keys(detailsMessages.tabs) as DetailsTab[]

const aliases: Readonly<Record<string, DetailsTab>> = {
  alarms: 'alerts',
  records: 'transactions',
  history: 'timeline',
  webhook: 'settings',
  cursor: 'settings',
}

/** The tab that an address asks for; the first where it names none. */
export const tabNamed = (name: string | null): DetailsTab =>
  detailsTabs.find((tab) => tab === name) ?? aliases[name ?? ''] ?? 'overview'
