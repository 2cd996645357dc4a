/** What waits for an administrator, each with its sentence and where it is done. */
import type { CompanyState } from '#contract/admin/platform.ts'
import { companyMessages } from '../company.messages.ts'

const { waiting: messages } = companyMessages

export type WaitingItem = { readonly id: string; readonly text: string; readonly href: string }

export function waitingOf({ people, waiting }: Pick<CompanyState, 'people' | 'waiting'>): readonly WaitingItem[] {
  const missing = people.active - people.withSecondFactor
  const items = [
    { id: 'deletions', count: waiting.deletions, text: messages.deletions, href: '/account?tab=team' },
    { id: 'retention', count: waiting.retention, text: messages.retention, href: '/system-settings?tab=retention' },
    { id: 'support', count: waiting.support, text: messages.support, href: '/help-center' },
    { id: 'unconfirmed', count: people.unconfirmed, text: messages.unconfirmed, href: '/account?tab=team' },
    { id: 'invitations', count: waiting.invitations, text: messages.invitations, href: '/account?tab=team' },
    { id: 'noFactor', count: missing, text: messages.noFactor, href: '/system-settings?tab=security' },
  ]
  return items.filter(({ count }) => count > 0).map(({ id, count, text, href }) => ({ id, text: text(count), href }))
}
