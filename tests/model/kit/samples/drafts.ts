/** A draft as the tests of the builder work on it. */
import { changed, type Draft } from '#src/machines/builder/draft/draft.ts'

export const shopDraft: Draft = {
  connectorId: 'shop',
  revision: 3,
  status: 'Active',
  liveVersion: 2,
  profile: { name: 'Shop', integrationName: 'Shop', details: '', connectorType: 'Private' },
  config: {
    name: 'Shop',
    trigger: { type: 'manual' },
    source: { type: 'http', requestMethod: 'GET', url: 'https://shop.example.test/orders', isList: false },
    destination: { type: 'http', requestMethod: 'POST', url: 'https://crm.example.test/orders' },
    dataMapping: [],
    enrichment: [],
  },
  shapes: {},
  savedAt: '2026-11-20T10:00:00.000Z',
}

/** The same with another name, as a person changes it. */
export const named = (name: string, draft: Draft = shopDraft): Draft => ({
  ...draft,
  profile: { ...draft.profile, name, integrationName: name },
  config: { ...draft.config, name },
})

/** Its answer holds a list, and nobody said whether each item is a record. */
export const openDraft: Draft = changed(shopDraft, {
  config: { source: { type: 'http', requestMethod: 'GET', url: 'https://shop.example.test/orders' } },
  shapes: {
    source: { fields: [], examples: [{ items: [{ id: 1 }, { id: 2 }] }], origin: 'request', takenAt: '2026-11-20T10:00:00.000Z' },
  },
})
