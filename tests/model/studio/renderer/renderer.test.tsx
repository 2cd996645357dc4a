import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import type { RecentTransaction } from '#src/machines/studio/renderer/recent.machine.ts'
import {
  firstChoice,
  type RendererChoice,
  type RendererEmitted,
  type RendererSnapshot,
  rendererMachine,
  type SourceName,
  type ViewName,
} from '#src/machines/studio/renderer/renderer.machine.ts'
import { samples } from '#src/machines/studio/renderer/samples.ts'
import { PayloadChoice } from '#src/views/studio/renderer/PayloadChoice.tsx'
import { PayloadPanel } from '#src/views/studio/renderer/PayloadPanel.tsx'
import { choose, press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { newest, older } from '../../kit/samples/payloads.ts'
import { verifyShape } from '../../kit/shape.ts'

const transactions: readonly RecentTransaction[] = [newest, older]
const mine = '{\n  "mine": 9007199254740993\n}'
const others = '[]'
const words: Readonly<Record<SourceName, string>> = {
  latest: 'Latest transaction',
  recent: 'One of the 10 most recent',
  custom: 'Custom: upload or paste',
  sample: 'Sample data',
}
const views: Readonly<Record<ViewName, string>> = { json: 'JSON', table: 'Table', chart: 'Chart' }
const kept = (choice: Partial<RendererChoice>) => ({ kept: { ...firstChoice, ...choice } })

const fixture: Fixture<typeof rendererMachine> = {
  view: (actor) => (
    <>
      <PayloadChoice actor={actor} transactions={transactions} />
      <PayloadPanel
        actor={actor}
        transactions={transactions}
        json={({ text }) => <pre>{text}</pre>}
        rows={({ text, form }) => <pre>{`${form} of ${text}`}</pre>}
      />
    </>
  ),
  inputs: {
    'for the first time': { kept: null },
    'as it was left: a transaction that is not there any more': kept({ source: 'recent', transactionId: 'long-gone' }),
    "as it was left: one's own JSON as a table": kept({ source: 'custom', custom: mine, view: 'table' }),
    'as it was left: a sample': kept({ source: 'sample', sample: 'customer' }),
  },
  answers: {
    // Its failure moves nothing and tells nothing: what was chosen stays on the page.
    joinTab: {
      asks: undefined,
      says: {
        'JSON was uploaded or pasted': { type: 'custom.taken', text: others },
        'the browser keeps less than that': { type: 'browser.forgot' },
      },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.choseSource': [from('latest'), from('recent'), from('custom'), from('sample')],
    'user.choseTransaction': [
      {
        ...choose(older.transactionId, 'Transaction'),
        event: { type: 'user.choseTransaction', transactionId: older.transactionId },
        when: ({ context }) => context.choice.transactionId !== older.transactionId,
      },
    ],
    'user.choseSample': [
      {
        ...choose('A customer', 'Sample'),
        event: { type: 'user.choseSample', sample: 'customer' },
        when: ({ context }) => context.choice.sample !== 'customer',
      },
    ],
    'user.choseView': [as('json'), as('table'), as('chart')],
  },
  assertions: {
    opening: 'passing',
    latest: (snapshot) => sees(snapshot, newest.text),
    recent: (snapshot) => {
      const { transactionId } = snapshot.context.choice
      if (transactionId === null) screen.getByText('No transaction chosen')
      else if (transactionId === older.transactionId) sees(snapshot, older.text)
      else screen.getByText('No longer among the latest')
    },
    custom: (snapshot) => {
      const { custom } = snapshot.context.choice
      if (custom === null) screen.getByText('No JSON of your own yet')
      else sees(snapshot, custom)
    },
    sample: (snapshot) => sees(snapshot, samples[snapshot.context.choice.sample]),
  },
  delays: {},
  project: ({ choice: { source, transactionId, sample, custom }, isForgotten }) => ({
    ...(source === 'recent'
      ? { one: transactionId === null ? 'none' : transactionId === older.transactionId ? 'there' : 'gone' }
      : {}),
    ...(source === 'sample' ? { sample } : {}),
    ...(source === 'custom' ? { text: custom === null ? 'none' : custom === mine ? 'kept' : 'taken', isForgotten } : {}),
  }),
  invariants: {
    'what is chosen is what stands in the selects and on the buttons': {
      when: () => true,
      holds: ({ after: { context } }) => {
        expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Data source' }).value).toBe(context.choice.source)
        const pressed = Object.values(views).filter(
          (name) => screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true',
        )
        expect(pressed).toEqual([views[context.choice.view]])
      },
    },
    "one's own JSON is lost by no other choice": {
      when: ({ event }) => event.type.startsWith('user.'),
      holds: ({ before, after }) => expect(after.context.choice.custom).toBe(before.context.choice.custom),
    },
    'new JSON of its own is shown at once, in the form that was chosen': {
      when: ({ event }) => event.type === 'custom.taken',
      holds: ({ before, event, after }) => {
        expect(after.context.choice).toEqual({ ...before.context.choice, source: 'custom', custom: event['text'] })
        expect(after.context.isForgotten).toBe(false)
      },
    },
    'what the browser does not keep is said where it is looked at': {
      when: () => true,
      holds: ({ after: { context } }) => {
        const isSaid = screen.queryByText(/^Too large to save in your browser/) !== null
        const { source, custom } = context.choice
        expect(isSaid).toBe(context.isForgotten && source === 'custom' && custom !== null)
      },
    },
  },
}

describe('a renderer', () => {
  verifyShape(rendererMachine)
  verifyEveryEdge(rendererMachine, fixture)
})

it('tells each choice to the tab, and that a sample was loaded, also when the source is changed to it', () => {
  const heard: RendererEmitted[] = []
  const joinTab = fromCallback<RendererEmitted, void>(({ receive }) => receive((it) => heard.push(it)))
  const actor = createActor(rendererMachine.provide({ actors: { joinTab } }), { input: { kept: null } }).start()
  actor.send({ type: 'user.choseSource', source: 'sample' })
  actor.send({ type: 'user.choseSample', sample: 'customer' })
  actor.send({ type: 'user.choseView', view: 'chart' })
  actor.send({ type: 'custom.taken', text: mine })
  expect(heard).toEqual([
    { type: 'choice.changed', choice: { ...firstChoice, source: 'sample' } },
    { type: 'sample.loaded' },
    { type: 'choice.changed', choice: { ...firstChoice, source: 'sample', sample: 'customer' } },
    { type: 'sample.loaded' },
    { type: 'choice.changed', choice: { ...firstChoice, source: 'sample', sample: 'customer', view: 'chart' } },
    { type: 'choice.changed', choice: { ...firstChoice, source: 'custom', sample: 'customer', view: 'chart', custom: mine } },
  ])
})

function from(source: SourceName) {
  return {
    ...choose(words[source], 'Data source'),
    event: { type: 'user.choseSource', source } as const,
    when: ({ context }: RendererSnapshot) => context.choice.source !== source,
  }
}

function as(view: ViewName) {
  return {
    ...press(views[view]),
    event: { type: 'user.choseView', view } as const,
    when: ({ context }: RendererSnapshot) => context.choice.view !== view,
  }
}

/** The payload to its last digit, in the form that was chosen. */
function sees({ context: { choice } }: RendererSnapshot, text: string): void {
  const shown = choice.view === 'json' ? text : `${choice.view} of ${text}`
  expect(document.querySelector('pre')?.textContent).toBe(shown)
}
