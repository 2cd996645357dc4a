/** A press of Deploy on a step counts once, also where the check that it waits for brings nothing. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'

import { problem } from '#contract/kit/problem.ts'
import { deployOrder, takeDeployOrder } from '#src/services/builder/deploy-order.ts'
import { liveReviewMachine } from '#src/services/builder/review.actors.ts'
import { shopDraft } from '../../model/kit/samples/drafts.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'

let server: ScriptServer
const entry: { state: unknown; replaceState: (state: unknown) => void } = {
  state: null,
  replaceState: (state) => {
    entry.state = state
  },
}
beforeAll(async () => {
  server = await startScriptServer()
  vi.stubGlobal('history', entry)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

it('is used up by a check that fails: whoever changes the draft and comes back presses again', async () => {
  entry.state = deployOrder([])
  server.answers(json(problem('auth/forbidden'), 403))
  const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('not renewed')) }
  const review = createActor(liveReviewMachine(access), { input: shopDraft }).start()
  await waitFor(review, (snapshot) => snapshot.matches('unchecked'))
  review.stop()
  expect(takeDeployOrder()).toBeNull()
})
