import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { payloadMax, type UploadSnapshot, uploadMachine } from '#src/machines/studio/renderer/upload.machine.ts'
import { TextArea } from '#src/views/kit/controls/TextArea.tsx'
import { UploadPanel } from '#src/views/studio/renderer/UploadPanel.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const label = 'Write or paste JSON here'
const file = new File(['[1]'], 'orders.json', { type: 'application/json' })
const good = '{"id":9007199254740993}'
const goodLines = '{\n  "id": 9007199254740993\n}'
const broken = '{"total":}'

const fixture: Fixture<typeof uploadMachine> = {
  view: (actor) => (
    <UploadPanel
      actor={actor}
      editor={({ label: name, text, isReadOnly, onWrite }) => (
        <TextArea label={name} value={text} isBlocked={isReadOnly} onWrite={onWrite} />
      )}
    />
  ),
  inputs: { 'nothing yet': { written: '' } },
  answers: {
    readFile: {
      asks: { file },
      answers: { JSON: good, 'broken JSON': broken },
      problems: { 'the browser cannot read it': refusal('renderer/unreadable') },
    },
    readClipboard: {
      asks: undefined,
      answers: { JSON: good, 'broken JSON': broken },
      problems: { 'the browser does not hand it over': refusal('renderer/paste-failed') },
    },
  },
  drivers: {
    'user.chose': {
      event: { type: 'user.chose', file },
      says: 'choose a file',
      find: () => screen.getByLabelText('Upload JSON File'),
      use: (control, user) => user.upload(control, file),
    },
    'user.pasted': press('Paste JSON'),
    'user.wrote': [writes(good), writes(broken)],
    'user.submitted': press('Show it'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    resting: (snapshot) => sees(snapshot, false),
    readingFile: (snapshot) => sees(snapshot, true),
    readingClipboard: (snapshot) => sees(snapshot, true),
  },
  delays: {},
  project: ({ file: chosen, written, taken, problem }) => ({
    chosen: chosen !== null,
    written: written === '' ? 'nothing' : written === good ? 'JSON' : 'broken',
    taken: taken !== null,
    told: problem !== null,
  }),
  invariants: {
    'what is read is JSON in lines, to its last digit, or it is said why not and where': {
      when: ({ event }) => event.type.startsWith('xstate.done.actor.'),
      holds: ({ event, after: { context } }) => {
        if (event['output'] === good) return expect([context.taken?.text, alertText()]).toEqual([goodLines, null])
        expect(context.taken).toBeNull()
        expect(alertText()).toContain('Line 1, column 10. Enter a value')
      },
    },
    'a file that is no JSON is told in the words of the catalogue': {
      when: ({ event, after }) => event.type.endsWith('readFile') && after.context.fault !== null,
      holds: () => expect(alertText()).toMatch(/^Upload FailedPlease upload a valid JSON file/),
    },
    'pasted text that is no JSON is told in the words of the catalogue': {
      when: ({ event, after }) => /readClipboard$|submitted$/.test(event.type) && after.context.fault !== null,
      holds: () => expect(alertText()).toMatch(/^Parse ErrorThe data you pasted is not valid JSON/),
    },
    'a clipboard that is not handed over is told in the words of the catalogue': {
      when: ({ event }) => event.type === 'xstate.error.actor.readClipboard',
      holds: () => expect(alertText()).toMatch(/^Paste Failed/),
    },
    'what was written is lost by nothing that comes back': {
      when: ({ event }) => event.type !== 'user.wrote',
      holds: ({ before, after }) => {
        expect(after.context.written).toBe(before.context.written)
        expect(screen.getByLabelText<HTMLTextAreaElement>(label).value).toBe(after.context.written)
      },
    },
    'what was taken stays until there is other JSON': {
      when: ({ after }) => after.hasTag('busy'),
      holds: ({ before, after }) => expect(after.context.taken).toBe(before.context.taken),
    },
  },
}

describe('JSON of its own', () => {
  verifyShape(uploadMachine)
  verifyEveryEdge(uploadMachine, fixture)
})

it.each([
  ['', 'renderer/parse-error', { reason: 'empty', line: 1, column: 1 }],
  ['{"id":1,\n"total":}', 'renderer/parse-error', { reason: 'value', line: 2, column: 9 }],
  ['['.repeat(300), 'renderer/parse-error', { reason: 'deep', line: 1, column: 257 }],
  [`${'['.repeat(300)}${']'.repeat(300)}`, 'renderer/parse-error', { reason: 'deep', line: 1, column: 257 }],
  [`"${'x'.repeat(payloadMax)}"`, 'renderer/paste-too-large', null],
] as const)('says of %.20s why it is not shown', async (text, code, fault) => {
  const readClipboard = fromPromise<string, void>(() => Promise.resolve(text))
  const actor = createActor(uploadMachine.provide({ actors: { readClipboard } }), { input: { written: '' } }).start()
  actor.send({ type: 'user.pasted' })
  const { context } = await waitFor(actor, (it) => it.matches('resting'))
  expect(context).toMatchObject({ taken: null, problem: { code }, fault })
})

it('takes the same text a second time as something new', () => {
  const actor = createActor(uploadMachine, { input: { written: '' } }).start()
  actor.send({ type: 'user.wrote', text: good })
  actor.send({ type: 'user.submitted' })
  const first = actor.getSnapshot().context.taken
  actor.send({ type: 'user.submitted' })
  expect(actor.getSnapshot().context.taken).toEqual(first)
  expect(actor.getSnapshot().context.taken).not.toBe(first)
})

function writes(text: string) {
  return {
    ...write(text, label),
    event: { type: 'user.wrote', text } as const,
    when: ({ context }: UploadSnapshot) => context.written !== text,
  }
}

function sees({ context }: UploadSnapshot, isBusy: boolean): void {
  expect(screen.getByRole('region', { name: 'Your own JSON' }).getAttribute('aria-busy')).toBe(String(isBusy))
  expect(screen.queryByText('Reading…') !== null).toBe(isBusy)
  if (context.problem === null) expect(alertText()).toBeNull()
  else expect(alertText()).toContain(context.problem.message)
}
