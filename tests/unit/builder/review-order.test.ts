/** When the dry run of a review begins without a press: nothing is missing, and none of its requests changes anything. */
import { expect, it } from 'vitest'

import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { isTriedUnasked } from '#src/machines/builder/review/order.ts'
import { shopDraft } from '#tests/model/kit/samples/drafts.ts'

const withSource = (change: object): Draft => ({
  ...shopDraft,
  config: { ...shopDraft.config, source: { ...shopDraft.config.source, ...change } },
})

it.each<[string, Draft, boolean]>([
  ['a source that is only read', shopDraft, true],
  ['a source that is asked by POST', withSource({ requestMethod: 'POST' }), false],
  ['a source without an address', withSource({ url: '' }), false],
])('%s', (_, draft, isUnasked) => {
  expect(isTriedUnasked(draft)).toBe(isUnasked)
})
