import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { ListConfig } from '../../contract/config.ts'
import { type ListProcessingSnapshot, listProcessingMachine } from '../../src/machines/list-processing/list-processing.machine.ts'
import {
  configOf,
  defaultsFor,
  type ListChoices,
  type ListSettings,
  type ListTextField,
  type ListWritten,
  shownFields,
} from '../../src/machines/list-processing/list-settings.ts'
import type { SeenList } from '../../src/machines/list-processing/seen-lists.ts'
import { ListCard } from '../../src/views/list-processing/ListCard.tsx'
import { choose, isReachable, pick, press, write } from './hands.ts'
import { verifyEveryEdge } from './harness.ts'
import { faultAtField, fieldAt } from './outside.ts'
import type { Gesture, Rig } from './rig.ts'
import { verifyShape } from './shape.ts'

const list: SeenList = { path: 'items', count: 3, items: [{ id: 1 }, { id: 2 }] }
const off: ListSettings = { isOn: false, path: null, config: null }
const config: ListConfig = configOf(defaultsFor('items'))
const other: ListWritten = { ...defaultsFor('items'), type: 'batch', batchSize: '25' }

const labels: Readonly<Record<ListTextField, string>> = {
  iterationPath: 'Iteration path',
  batchSize: 'Batch size',
  limitParam: 'Limit parameter',
  offsetParam: 'Offset parameter',
  pageParam: 'Page parameter',
  cursorParam: 'Cursor parameter',
  responsePathToNextCursor: 'Path to the next cursor',
  responsePathToItems: 'Path to the items',
  aggregateField: 'Aggregate field',
}
const fields = Object.keys(labels) as ListTextField[]
const chosenBy = ({ type, strategy, paginationType }: ListChoices) =>
  [type, strategy, ...(type === 'pagination' ? [paginationType] : [])].join(' ')
/** Of the many dialogs that could be saved or cancelled alike, these are. */
const saved = ['batch individual', 'simple aggregate', 'pagination individual cursor']
const cancelled = ['simple individual', 'batch individual']
/** What is written otherwise than it was found; of several one is enough to tell. */
const changedIn = (written: ListWritten) => fields.find((field) => written[field] !== defaultsFor('items')[field])

const rig: Rig<typeof listProcessingMachine> = {
  view: (actor) => <ListCard actor={actor} list={list} lists={[list]} isShapeOld={false} />,
  inputs: {
    'a list that was detected': { settings: off, typed: null },
    'a dialog that was open when the page was left': {
      settings: { ...off, isOn: true, path: 'items' },
      typed: { written: other, isOpen: true },
    },
    'a dialog that was cancelled before the page was left': {
      settings: { isOn: true, path: 'items', config },
      typed: { written: other, isOpen: false },
    },
    'what was typed for a list that is off now': {
      settings: { ...off, config },
      typed: { written: defaultsFor('items'), isOpen: true },
    },
  },
  answers: {
    // Its failure moves nothing and tells nothing: what is typed stays on the page.
    joinDraft: {
      asks: undefined,
      says: {
        'somebody turned it off': { type: 'draft.changed', settings: { ...off, config } },
        'somebody configured it': { type: 'draft.changed', settings: { isOn: true, path: 'items', config } },
      },
      problems: {},
      isLasting: true,
    },
  },
  hands: {
    'user.turnedOn': { ...toggle(false), event: { type: 'user.turnedOn', path: 'items', items: list.items } },
    'user.turnedOff': toggle(true),
    'user.opened': press('Configure list'),
    'user.wrote': [
      writes('iterationPath', 'orders', 'simple individual'),
      writes('batchSize', '', 'simple individual'),
      writes('batchSize', '1001', 'simple individual'),
      {
        ...writes('batchSize', '100', ''),
        when: ({ context: { written } }) => written.batchSize !== '100',
      },
      writes('limitParam', '', 'pagination individual offset'),
      writes('offsetParam', '', 'pagination individual offset'),
      writes('responsePathToItems', 'data', 'pagination individual offset'),
      writes('pageParam', '', 'pagination individual page'),
      writes('cursorParam', '', 'pagination individual cursor'),
      writes('responsePathToNextCursor', 'n'.repeat(257), 'pagination individual cursor'),
      writes('aggregateField', '', 'simple aggregate'),
    ],
    'user.chose': [
      { ...pick('Simple'), ...chooses({ type: 'simple' }, 'batch individual') },
      { ...pick('Batch'), ...chooses({ type: 'batch' }, 'simple individual') },
      { ...pick('Pagination'), ...chooses({ type: 'pagination' }, 'batch individual') },
      { ...pick('Individual'), ...chooses({ strategy: 'individual' }, 'simple bulk') },
      { ...pick('Bulk'), ...chooses({ strategy: 'bulk' }, 'simple individual') },
      { ...pick('Aggregate'), ...chooses({ strategy: 'aggregate' }, 'simple bulk') },
      paged('Offset', { paginationType: 'offset' }, 'pagination individual cursor'),
      paged('Page number', { paginationType: 'page' }, 'pagination individual offset'),
      paged('Cursor', { paginationType: 'cursor' }, 'pagination individual page'),
    ],
    'user.saved': {
      ...press('Save'),
      when: ({ context: { written } }) =>
        saved.includes(chosenBy(written)) || (changedIn(written) !== undefined && written.batchSize !== '25'),
    },
    'user.cancelled': {
      ...press('Cancel'),
      when: ({ context: { written, isRevealed } }) =>
        (cancelled.includes(chosenBy(written)) && !['', '1001'].includes(written.batchSize)) ||
        (isRevealed && written.batchSize === ''),
    },
    'user.undid': press('Undo'),
    'user.dismissed': press('Discard'),
  },
  eyes: {
    recalling: 'passing',
    closed: (snapshot) => {
      seesToggle(snapshot)
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    },
    editing: ({ context: { written } }) => {
      screen.getByRole('dialog', { name: 'List configuration' })
      for (const field of fields) {
        const isShown = shownFields(written).includes(field)
        expect(screen.queryByRole('textbox', { name: labels[field] }) !== null, field).toBe(isShown)
        if (isShown) expect(fieldAt(labels[field]).value).toBe(written[field])
      }
    },
    putAway: (snapshot) => {
      seesToggle(snapshot)
      screen.getByText('What you changed in the dialog was not saved.')
    },
  },
  delays: {},
  project: ({ settings, written, isRevealed }) => ({
    on: settings.isOn,
    configured: settings.config !== null,
    as: chosenBy(written),
    changed: changedIn(written) ?? false,
    size: written.batchSize !== '100' && written.batchSize,
    told: isRevealed,
  }),
  laws: {
    'the dialog opens by itself when nothing is configured yet, and only then': {
      when: ({ event }) => event.type === 'user.turnedOn',
      holds: ({ before, after }) => expect(after.matches('editing')).toBe(before.context.settings.config === null),
    },
    'a dialog that opens by itself holds the defaults': {
      when: ({ event, after }) => event.type === 'user.turnedOn' && after.matches('editing'),
      holds: () => {
        expect(chosen()).toEqual(['Simple', 'Individual'])
        expect([fieldAt('Batch size').value, fieldAt('Iteration path').value]).toEqual(['100', ''])
      },
    },
    'what is off has no path, and keeps its settings for the next time': {
      when: ({ event }) => event.type === 'user.turnedOff',
      holds: ({ before, after }) =>
        expect(after.context.settings).toEqual({ ...before.context.settings, isOn: false, path: null }),
    },
    'what is saved is what stands in the dialog': {
      when: ({ event, after }) => event.type === 'user.saved' && after.matches('closed'),
      holds: ({ before, after }) => expect(after.context.settings.config).toEqual(configOf(before.context.written)),
    },
    'no size is saved that the server would not take': {
      when: ({ event, after }) => event.type === 'user.saved' && after.matches('closed'),
      holds: ({ after }) => {
        expect(after.context.settings.config?.batchSize).toBeGreaterThanOrEqual(1)
        expect(after.context.settings.config?.batchSize).toBeLessThanOrEqual(1_000)
      },
    },
    'what is wrong is told at its field, once somebody tried to save it': {
      when: ({ after }) => after.matches('editing'),
      holds: ({ after: { context } }) => {
        const wrong = context.isRevealed ? faultWords(context.written) : {}
        for (const field of shownFields(context.written)) expect(faultAtField(labels[field]), field).toBe(wrong[field] ?? '')
      },
    },
    'what was typed outlives a cancel': {
      when: ({ event }) => event.type === 'user.undid',
      holds: ({ before, after }) => expect(after.context.written).toEqual(before.context.written),
    },
    'a dialog that is cancelled changes nothing': {
      when: ({ event }) => event.type === 'user.cancelled',
      holds: ({ before, after }) => expect(after.context.settings).toEqual(before.context.settings),
    },
    'two items are shown where a run would find them, and it is said when there are none': {
      when: ({ after }) => after.matches('editing'),
      holds: ({ after: { context } }) => {
        const isThere = !['iterationPath', 'responsePathToItems'].includes(changedIn(context.written) ?? '')
        expect(
          screen.queryAllByRole('region', { name: /^Item \d$/ }).map(({ textContent }) => JSON.parse(textContent ?? '')),
        ).toEqual(isThere ? list.items : [])
        expect(screen.queryByText(/^The newest answer holds no list under "(orders|data)".$/) === null).toBe(isThere)
      },
    },
  },
}

describe('list processing', () => {
  verifyShape(listProcessingMachine)
  verifyEveryEdge(listProcessingMachine, rig)
})

function isAt(choices: string) {
  return ({ context: { settings, written, isRevealed } }: ListProcessingSnapshot) =>
    settings.config === null && !isRevealed && chosenBy(written) === choices && changedIn(written) === undefined
}

function writes(field: ListTextField, text: string, choices: string) {
  const says = text.length > 20 ? `write something long under "${labels[field]}"` : write(text, labels[field]).says
  return {
    ...write(text, labels[field]),
    says,
    event: { type: 'user.wrote', field, text } as const,
    when: isAt(choices),
    behind: ({ context: { written } }: ListProcessingSnapshot) => !shownFields(written).includes(field),
  }
}

function chooses(choice: Partial<ListChoices>, choices: string) {
  return { event: { type: 'user.chose', choice } as const, when: isAt(choices) }
}

function paged(option: string, choice: Partial<ListChoices>, choices: string) {
  return {
    ...choose(option, 'Pagination type'),
    ...chooses(choice, choices),
    behind: ({ context: { written } }: ListProcessingSnapshot) => written.type !== 'pagination',
  }
}

function toggle(isOn: boolean): Gesture {
  return {
    says: isOn ? 'turn it off' : 'turn it on',
    find: () =>
      screen.queryAllByRole('switch', { name: 'Process the answer as a list', checked: isOn }).filter(isReachable)[0] ?? null,
    use: (control, user) => user.click(control),
  }
}

function seesToggle({ context: { settings } }: ListProcessingSnapshot): void {
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(settings.isOn)
  screen.getByText(settings.isOn ? 'On: each item of the list is one record.' : 'Off: the whole answer is one record.')
}

/** Written a second time, in the words of the page. */
function faultWords(written: ListWritten): Partial<Record<ListTextField, string>> {
  const missing: readonly ListTextField[] = [
    'offsetParam',
    'pageParam',
    'cursorParam',
    'responsePathToNextCursor',
    'aggregateField',
  ]
  const empty = missing.filter((field) => written[field] === '').map((field) => [field, `${labels[field]} is needed.`])
  const size = { '': 'Please input the batch size!', '1001': 'The batch size is a whole number from 1 to 1,000.' }[
    written.batchSize
  ]
  const isLong = written.responsePathToNextCursor.length > 256
  return {
    ...Object.fromEntries(empty),
    ...(size === undefined ? {} : { batchSize: size }),
    ...(isLong ? { responsePathToNextCursor: 'Path to the next cursor is too long.' } : {}),
  }
}

const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map((radio) => radio.labels?.[0]?.textContent)
