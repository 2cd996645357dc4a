/** Paging whose test passed is used at once, and nothing that was typed meanwhile is lost. */
import { expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise, waitFor } from 'xstate'

import type { TriedPaging } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { builderMachine, selectDraft } from '#src/machines/builder/draft/builder.machine.ts'
import type { Opened } from '#src/machines/builder/draft/opened.ts'
import { selectProof } from '#src/machines/builder/lists/list-processing.machine.ts'
import { configOf, defaultsFor, settingsOf, withSettings } from '#src/machines/builder/lists/list-settings.ts'
import { firstPageOnly } from '#src/machines/builder/lists/remainder.ts'
import { applyProvedPaging, liveListProcessingMachine } from '#src/services/builder/list-processing.actors.ts'
import { openDraft } from '../../model/kit/samples/drafts.ts'

const tried: TriedPaging = {
  pages: [{ startpoint: 'GET https://a.test/c?page=1', exchanges: [], count: 2, firstKey: '1', lastKey: '2' }],
  exchanges: [],
  ended: 'tried-enough',
  message: '1 page was read.',
  firstPage: 1,
  problem: null,
}
const settings = {
  isOn: true,
  path: 'items',
  config: configOf({ ...defaultsFor('items'), type: 'pagination' as const, paginationType: 'page' as const }),
}
const items = [{ id: 1 }, { id: 2 }]

async function open() {
  const actors = {
    openDraft: fromPromise<Opened, { readonly connectorId: string }>(async () => ({ draft: openDraft, isAhead: false })),
    watchLeaving: fromCallback<EventObject, void>(() => {}),
  }
  const builder = createActor(builderMachine.provide({ actors }), { input: { connectorId: 'shop' } }).start()
  await waitFor(builder, (snapshot) => snapshot.matches('saved'))
  const list = createActor(liveListProcessingMachine(builder), {
    input: { settings: settingsOf(openDraft.config), typed: null },
  }).start()
  const source = () => selectDraft(builder.getSnapshot())?.config.source as SourceConfig
  return { builder, list, source, tested: withSettings(openDraft.config, settings).source }
}

it('is in the draft with the number of the first page, and its proof stays readable', async () => {
  const { builder, list, source, tested } = await open()
  applyProvedPaging({ builder, list, tested, settings, items }, tried)
  expect(source()).toMatchObject({ isList: true, listConfig: { type: 'pagination', paginationConfig: { firstPage: 1 } } })
  expect(selectProof(list.getSnapshot())?.tried).toBe(tried)
})

it('is not used where the request was changed during the test: what was typed stays', async () => {
  const { builder, list, source, tested } = await open()
  const typed = { ...source(), url: 'https://other.example.test/orders' }
  builder.send({ type: 'user.changed', change: { config: { source: typed } } })
  applyProvedPaging({ builder, list, tested, settings, items }, tried)
  expect(source()).toEqual(typed)
})

it('is not used where this page alone was chosen during the test', async () => {
  const { builder, list, source, tested } = await open()
  const chosen = firstPageOnly({ ...source(), isList: true, listPath: 'items' })
  builder.send({ type: 'user.changed', change: { config: { source: chosen } } })
  applyProvedPaging({ builder, list, tested, settings, items }, tried)
  expect(source()).toEqual(chosen)
})

it('is taken back where this page alone is chosen after the test', async () => {
  const { builder, list, source, tested } = await open()
  applyProvedPaging({ builder, list, tested, settings, items }, tried)
  expect(firstPageOnly(source()).listConfig).toMatchObject({ type: 'simple', firstPageOnly: true })
})

it('is not used while another paging is set up', async () => {
  const { builder, list, source, tested } = await open()
  list.send({ type: 'user.declined', path: 'items', items })
  const declined = source()
  applyProvedPaging({ builder, list, tested, settings, items }, tried)
  expect(source()).toEqual(declined)
  expect(source().listConfig?.type).not.toBe('pagination')
})
