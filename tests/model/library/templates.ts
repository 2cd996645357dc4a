/** Pages of templates, for tests. */
import type { TemplateSummary } from '#contract/library/template.ts'
import { blankQuery } from '#src/machines/library/template-place.ts'
import type { TemplatePage } from '#src/machines/library/template-search.machine.ts'

export const templateOf = (name: string, changes: Partial<TemplateSummary> = {}): TemplateSummary => ({
  _id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  description: `${name}, described.`,
  category: 'Commerce',
  tags: [],
  origin: 'library',
  publisher: null,
  isOwn: false,
  status: 'approved',
  declinedReason: null,
  usedBy: 0,
  sourceType: 'http',
  destinationType: 'http',
  source: 'Stripe',
  destination: null,
  hosts: ['api.stripe.com'],
  needs: ['/source/auth/token', '/destination/url'],
  rights: [],
  revision: 1,
  updatedAt: null,
  ...changes,
})

/** Two of forty: there is a second page. */
export const many: TemplatePage = {
  items: [templateOf('Stripe charges'), templateOf('Slack messages', { source: null, destination: 'Slack', needs: [] })],
  total: 40,
  categories: [
    { category: 'Commerce', count: 20 },
    { category: 'CRM', count: 10 },
  ],
  from: [{ system: 'Stripe', count: 2 }],
  to: [{ system: 'Slack', count: 1 }],
  readAt: '2026-11-20T10:00:00.000Z',
}
export const nothing: TemplatePage = { ...many, items: [], total: 0 }
export const everything = { ...blankQuery, search: 'pay', category: 'CRM', from: 'Stripe', to: 'Slack' }
