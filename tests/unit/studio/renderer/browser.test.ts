// @vitest-environment happy-dom
/** What the renderer takes from the browser and leaves with it. */
import { afterEach, expect, it } from 'vitest'
import { createActor } from 'xstate'

import { ProblemError } from '#contract/kit/problem.ts'
import { firstChoice, type RendererChoice } from '#src/machines/studio/renderer/renderer.machine.ts'
import { choiceIn } from '#src/machines/studio/renderer/saved-choice.ts'
import {
  liveRendererMachine,
  liveUploadMachine,
  type RendererNews,
  restoreRenderer,
  restoreUpload,
} from '#src/services/studio/renderer.actors.ts'
import { keepChoice, readClipboard, readFile, readStoredChoice } from '#src/services/studio/renderer.service.ts'

const owner = { userId: 'ada', connectorId: 'shop' }
const choice: RendererChoice = { source: 'custom', transactionId: 't', sample: 'customer', view: 'chart', custom: '[1]' }

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => (thrown instanceof ProblemError ? thrown.problem.code : thrown),
  )

it('is remembered for each connector and each person', () => {
  expect(keepChoice(owner, choice)).toBe(true)
  expect(choiceIn(readStoredChoice(owner))).toEqual(choice)
  expect(readStoredChoice({ ...owner, connectorId: 'other' })).toBeNull()
  expect(readStoredChoice({ ...owner, userId: 'bo' })).toBeNull()
})

it('says what is too large to be remembered, and remembers the rest', () => {
  expect(keepChoice(owner, { ...choice, custom: 'x'.repeat(1_000_001) })).toBe(false)
  expect(choiceIn(readStoredChoice(owner))).toEqual({ ...choice, custom: null })
})

it('opens as at first where what was kept is nothing that it knows', () => {
  localStorage.setItem('renderer:ada:shop', '{"source":"telepathy","view":7,"custom":{},"sample":"order"')
  expect(restoreRenderer(owner)).toEqual({ kept: null })
  localStorage.setItem('renderer:ada:shop', '{"source":"telepathy","view":7,"custom":{},"sample":"customer"}')
  expect(restoreRenderer(owner)).toEqual({ kept: { ...firstChoice, sample: 'customer' } })
  expect(choiceIn('a text')).toBeNull()
})

it('reads no file of more than it shows, and says when it cannot', async () => {
  const text = () => Promise.resolve('[1]')
  expect(await readFile({ size: 3, text }, 3)).toBe('[1]')
  expect(await codeOf(readFile({ size: 4, text }, 3))).toBe('renderer/upload-too-large')
  expect(await codeOf(readFile({ size: 3, text: () => Promise.reject(new Error('gone')) }, 3))).toBe('renderer/unreadable')
})

it('says when there is no clipboard, as on a page without TLS', async () => {
  const { clipboard } = navigator
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  expect(await codeOf(readClipboard())).toBe('renderer/paste-failed')
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
})

it('shows, keeps and tells what was taken, each time', () => {
  const told: RendererNews[] = []
  const upload = createActor(liveUploadMachine(owner), { input: restoreUpload(owner) }).start()
  const machine = liveRendererMachine(owner, upload, (news) => told.push(news))
  const renderer = createActor(machine, { input: restoreRenderer(owner) }).start()
  upload.send({ type: 'user.wrote', text: '{"id":9007199254740993}' })
  upload.send({ type: 'user.submitted' })
  upload.send({ type: 'user.submitted' })
  const text = '{\n  "id": 9007199254740993\n}'
  expect(renderer.getSnapshot().context.choice).toMatchObject({ source: 'custom', custom: text })
  expect(restoreRenderer(owner).kept).toMatchObject({ source: 'custom', custom: text })
  renderer.send({ type: 'user.choseSource', source: 'sample' })
  renderer.send({ type: 'user.choseSample', sample: 'customer' })
  expect(told).toEqual(['paste', 'paste', 'sample', 'sample'])
})

it('opens its box with what was written there and not shown, for the same person and connector', () => {
  const box = (of: typeof owner) => createActor(liveUploadMachine(of), { input: restoreUpload(of) }).start()
  const writtenIn = (of: typeof owner) => box(of).getSnapshot().context.written
  const first = box(owner)
  first.send({ type: 'user.wrote', text: '{"id":' })
  expect(writtenIn(owner)).toBe('{"id":')
  expect([writtenIn({ ...owner, connectorId: 'other' }), writtenIn({ ...owner, userId: 'bo' })]).toEqual(['', ''])
  // What is too large is on the page only, and brings nothing older back.
  first.send({ type: 'user.wrote', text: 'x'.repeat(1_000_001) })
  expect([first.getSnapshot().context.written.length, writtenIn(owner)]).toEqual([1_000_001, ''])
  first.send({ type: 'user.wrote', text: '[1]' })
  first.send({ type: 'user.wrote', text: '' })
  expect([writtenIn(owner), sessionStorage.length]).toEqual(['', 0])
})
