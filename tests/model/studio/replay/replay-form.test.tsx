import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import { type ReplayStock, replayMachine } from '#src/machines/studio/replay/replay.machine.ts'
import {
  type ReplayFormActor,
  type ReplayFormSnapshot,
  replayFormMachine,
} from '#src/machines/studio/replay/replay-form.machine.ts'
import { faultsIn, type ReplayOrder, writtenIn } from '#src/machines/studio/replay/replay-rules.ts'
import { ReplayFields } from '#src/views/studio/replay/ReplayFields.tsx'
import { ReplayForm } from '#src/views/studio/replay/ReplayForm.tsx'
import { choose, press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'
import { chosenByCause, example, filledStock } from './replays.ts'

const pasted = '[{"id":1},{"id":12345678901234567890}]'
const source = 'Data source'
const period = 'Time period'

const written = ({ context }: ReplayFormSnapshot) => context.written
const isForm = ({ context }: ReplayFormSnapshot) => context.chosen === null
const isNotForm = (snapshot: ReplayFormSnapshot) => !isForm(snapshot)
const isNotCustom = (snapshot: ReplayFormSnapshot) => isNotForm(snapshot) || written(snapshot).source !== 'custom'

const fixture: Fixture<typeof replayFormMachine> = {
  view: (actor) => <Scene form={actor} />,
  inputs: {
    'a connector with an example': { typed: null, chosen: null, examples: [example] },
    'a cause that was chosen': { typed: null, chosen: chosenByCause, examples: [example] },
    'a run that failed': { typed: null, chosen: { runId: '0190f000-0000-7000-8000-000000000001' }, examples: [example] },
  },
  answers: {},
  drivers: {
    'user.wrote': [
      { ...writes('count', '', 'Number of transactions'), behind: isNotForm },
      { ...writes('count', '7', 'Number of transactions'), behind: isNotForm },
      writes('delay', '150', 'Delay (ms)'),
      writes('delay', '200', 'Delay (ms)'),
      { ...writes('records', '{"id":', 'Your records (JSON)'), behind: isNotCustom },
      { ...writes('records', pasted, 'Your records (JSON)'), behind: isNotCustom },
    ],
    'user.chose': [
      chooses({ source: '' }, 'Choose…', source),
      chooses({ source: 'live' }, 'Live transactions', source),
      chooses({ source: 'sample' }, 'A sample record', source),
      chooses({ source: 'custom' }, 'Records you write', source),
      chooses({ timeframe: '' }, 'Choose…', period),
      chooses({ timeframe: 'week' }, 'The last 7 days', period),
    ],
    'user.choseExample': [
      { ...choose('Source example 1', 'Sample'), event: { type: 'user.choseExample', at: 0 } },
      { ...choose('The last record read', 'Sample'), event: { type: 'user.choseExample', at: null } },
    ],
    'user.unchose': press('Change selection'),
    'user.started': press('Start Replay'),
    'user.reset': press('Reset'),
  },
  assertions: {
    judging: 'passing',
    complete: (snapshot) => {
      looksAsWritten(snapshot)
      expect(faultsShown()).toEqual([])
    },
    incomplete: looksAsWritten,
  },
  delays: {},
  project: ({ written: { source: it, example: at }, chosen }) => ({
    source: it === 'custom' || it === 'sample' ? it : 'another',
    example: at !== null,
    chosen: chosen !== null,
  }),
  invariants: {
    'nothing is said to be wrong before somebody has pressed Start': {
      when: ({ after }) => !after.context.hasTried,
      holds: () => expect(faultsShown()).toEqual([]),
    },
    'after a press each fault stands at its field, in the words of the specification': {
      when: ({ event, after }) => event.type === 'user.started' && after.matches('incomplete'),
      holds: ({ after: { context } }) => {
        const faults = Object.entries(faultsIn(context.written, context.chosen))
        expect(faults.length).toBeGreaterThan(0)
        expect(faultsShown()).toEqual(faults.map(([field, fault]) => said[`${field} ${fault}`]))
      },
    },
    'Reset clears everything that was written': {
      when: ({ event }) => event.type === 'user.reset',
      holds: ({ after }) =>
        expect(after.context.written).toEqual({
          ...{ source: 'live', timeframe: 'latest', count: '1', delay: '0', records: '', example: null },
        }),
    },
    'the example is shown as it is sent through': {
      when: ({ after }) => after.context.written.source === 'sample' && after.context.written.example !== null,
      holds: () =>
        expect(screen.getByRole('region', { name: 'The sample as sent through' }).textContent).toBe(
          JSON.stringify(example, null, 2),
        ),
    },
    'what was written stays written when a cause is dropped': {
      when: ({ event }) => event.type === 'user.unchose',
      holds: ({ before, after }) => expect(after.context.written).toEqual(before.context.written),
    },
  },
}

describe('what is to be replayed', () => {
  verifyShape(replayFormMachine)
  verifyEveryEdge(replayFormMachine, fixture)
})

describe('the rules of the form', () => {
  const blank = { source: 'live', timeframe: 'latest', count: '1', delay: '0', records: '', example: null } as const

  it.each([
    ['0', false],
    ['1', true],
    ['50', true],
    ['51', false],
    ['1.5', false],
    ['-1', false],
    ['1e1', false],
    [' 7 ', true],
  ])('%s transactions: %s', (count, fits) => {
    expect(faultsIn({ ...blank, count }, null).count === undefined).toBe(fits)
  })

  it.each([
    ['0', true],
    ['100', true],
    ['10000', true],
    ['10100', false],
    ['50', false],
    ['-100', false],
  ])('a delay of %s: %s', (delay, fits) => {
    expect(faultsIn({ ...blank, delay }, null).delay === undefined).toBe(fits)
  })

  it.each([
    ['', 'missing'],
    ['[]', 'noRecord'],
    ['[1]', 'noRecord'],
    ['{"a":1', 'notJson'],
    [JSON.stringify(Array.from({ length: 51 }, () => ({}))), 'many'],
    ['{"a":1}', undefined],
  ])('records "%.20s…": %s', (records, fault) => {
    expect(faultsIn({ ...blank, source: 'custom', records }, null).records).toBe(fault)
  })

  it('orders what was pasted, to the last digit', () => {
    const orders = ordersOf({ ...blank, source: 'custom', count: '2', delay: '300', records: pasted })
    expect(JSON.stringify(orders)).toBe(
      '[{"kind":"form","form":{"source":"custom","timeframe":"latest","count":2,"delay":300,"records":[{"id":1},{"id":12345678901234567890}]}}]',
    )
  })

  it('orders the example that was chosen, and without one the newest record', () => {
    const form = { source: 'sample', timeframe: 'latest', count: 1, delay: 0 }
    expect(ordersOf({ ...blank, source: 'sample', example: 0 })).toEqual([
      { kind: 'form', form: { ...form, sampleData: example } },
    ])
    expect(ordersOf({ ...blank, source: 'sample', example: 7 })).toEqual([{ kind: 'form', form }])
  })

  it('takes from the tab only what was written there', () => {
    expect(writtenIn(JSON.parse(JSON.stringify(blank)))).toEqual(blank)
    for (const strange of [null, 7, {}, { ...blank, source: 'elsewhere' }, { ...blank, count: 1 }, { ...blank, example: 'a' }])
      expect(writtenIn(strange)).toBeNull()
  })
})

function ordersOf(typed: NonNullable<ReturnType<typeof writtenIn>>): ReplayOrder[] {
  const orders: ReplayOrder[] = []
  const machine = replayFormMachine.provide({ actions: { tellOrder: (_, { order }) => orders.push(order) } })
  const actor = createActor(machine, { input: { typed, chosen: null, examples: [example] } }).start()
  actor.send({ type: 'user.started' })
  return orders
}

/** Beside a replay that could begin at any time. */
function Scene({ form }: { readonly form: ReplayFormActor }) {
  return <ReplayForm replay={ready} form={form} fields={<ReplayFields actor={form} />} refresh={null} />
}

const ready = createActor(
  replayMachine.provide({
    actors: { readStock: fromPromise<ReplayStock, void>(async () => filledStock), joinProgress: fromCallback(() => {}) },
  }),
  { input: { waiting: null } },
).start()

const said: Readonly<Record<string, string>> = {
  'source missing': 'Please select a data source',
  'timeframe missing': 'Please select a time period',
  'count missing': 'Please enter number of transactions',
  'delay range': 'Enter 0 to 10,000, in steps of 100.',
  'records missing': 'Write or paste at least one record.',
  'records notJson': 'This is not valid JSON.',
}

const page = () => within(screen.getByRole('form', { name: 'Replay transactions' }))

function faultsShown(): string[] {
  const controls = [...page().queryAllByRole('combobox'), ...page().queryAllByRole('textbox')]
  const wrong = controls.filter((control) => control.getAttribute('aria-invalid') === 'true')
  return wrong.map((control) => {
    const id = control.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
    return document.getElementById(id)?.textContent ?? ''
  })
}

function looksAsWritten(snapshot: ReplayFormSnapshot): void {
  const { source: it, timeframe, count, delay, records } = written(snapshot)
  expect(page().getByRole<HTMLInputElement>('textbox', { name: 'Delay (ms)' }).value).toBe(delay)
  const { chosen } = snapshot.context
  if (chosen !== null)
    return void page().getByText('runId' in chosen ? /^All records that run / : /^The records of one problem, /)
  expect(page().getByRole<HTMLSelectElement>('combobox', { name: source }).value).toBe(it)
  expect(page().getByRole<HTMLSelectElement>('combobox', { name: period }).value).toBe(timeframe)
  expect(page().getByRole<HTMLInputElement>('textbox', { name: 'Number of transactions' }).value).toBe(count)
  const box = page().queryByRole<HTMLTextAreaElement>('textbox', { name: 'Your records (JSON)' })
  expect(box?.value ?? null).toBe(it === 'custom' ? records : null)
}

function writes(field: 'count' | 'delay' | 'records', text: string, label: string) {
  return {
    ...write(text, label),
    event: { type: 'user.wrote', field, text } as const,
    when: (snapshot: ReplayFormSnapshot) => written(snapshot)[field] !== text,
  }
}

function chooses(choice: Partial<Pick<ReturnType<typeof written>, 'source' | 'timeframe'>>, option: string, label: string) {
  return {
    ...choose(option, label),
    event: { type: 'user.chose', choice } as const,
    when: (snapshot: ReplayFormSnapshot) =>
      Object.entries(choice).some(([name, it]) => ({ ...written(snapshot) })[name as 'source'] !== it),
  }
}
