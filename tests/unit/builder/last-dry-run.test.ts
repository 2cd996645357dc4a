/** A review that is loaded again sends no other dry run: it shows the last one, until it is requested or the draft changed. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { orderOf } from '#src/machines/builder/review/order.ts'
import { type Checked, reviewMachine } from '#src/machines/builder/review/review.machine.ts'
import { liveTrialMachine } from '#src/services/builder/review.actors.ts'
import { sound, tried } from '../../model/builder/review/reviews.ts'
import { shopDraft } from '../../model/kit/samples/drafts.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'

let server: ScriptServer
const stored = new Map<string, string>()
let isFull = false
const tab = {
  getItem: (key: string) => stored.get(key) ?? null,
  removeItem: (key: string) => stored.delete(key),
  setItem: (key: string, text: string) => {
    if (isFull) throw new Error('full')
    stored.set(key, text)
  },
}
beforeAll(async () => {
  server = await startScriptServer()
  vi.stubGlobal('sessionStorage', tab)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})
beforeEach(() => {
  stored.clear()
  isFull = false
  server.answers(json({ ...tried, requests: 1 }))
})

const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('not renewed')) }

type CheckInput = { readonly connectorId: string; readonly revision: number; readonly config: ConnectorConfig }
const versions = { live: { version: 4, isPaused: false }, changed: null } as const

/** A review of this revision, as it is opened: of a draft that differs from what is live, or equals it. */
async function opened(revision: number, which: keyof typeof versions) {
  const draft = { ...shopDraft, revision }
  const checkConfig = fromPromise<Checked, CheckInput>(async () => ({ verdict: sound, order: null, live: versions[which] }))
  const review = createActor(reviewMachine.provide({ actors: { checkConfig } }), { input: draft }).start()
  const trial = createActor(liveTrialMachine(access, draft, review), { input: orderOf(draft) }).start()
  await waitFor(trial, (snapshot) => snapshot.matches('idle'))
  return trial
}

it('is made once for a draft, and shown with its time after that', async () => {
  const first = (await opened(3, 'changed')).getSnapshot().context.response
  expect(first?.message).toBe(tried.message)
  const sent = server.asked.length
  const again = (await opened(3, 'changed')).getSnapshot().context.response
  expect(again).toEqual({ ...first, exchanges: [] })
  expect(server.asked).toHaveLength(sent)
})

it('does not begin without a press for what is live', async () => {
  expect((await opened(3, 'live')).getSnapshot().context.response).toBeNull()
  expect(server.asked).toHaveLength(0)
})

it('is shown of what is live too, where none begins without a press', async () => {
  await opened(3, 'changed')
  const sent = server.asked.length
  expect((await opened(3, 'live')).getSnapshot().context.response?.message).toBe(tried.message)
  expect(server.asked).toHaveLength(sent)
})

it('is made again by a press', async () => {
  const trial = await opened(3, 'changed')
  const sent = server.asked.length
  trial.send({ type: 'user.requested' })
  await waitFor(trial, (snapshot) => snapshot.matches('idle'))
  expect(server.asked).toHaveLength(sent + 1)
})

it('is made again for a draft that changed', async () => {
  await opened(3, 'changed')
  const sent = server.asked.length
  await opened(4, 'changed')
  expect(server.asked).toHaveLength(sent + 1)
  expect((await opened(5, 'live')).getSnapshot().context.response).toBeNull()
})

it('stays on the page where the tab keeps nothing', async () => {
  isFull = true
  expect((await opened(3, 'changed')).getSnapshot().context.response?.message).toBe(tried.message)
})
