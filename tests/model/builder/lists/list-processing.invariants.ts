/** What list processing promises whatever its chart says. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { SeenList } from '#contract/connectors/config/seen-lists.ts'
import type { ListProcessingSnapshot } from '#src/machines/builder/lists/list-processing.machine.ts'
import {
  configOf,
  defaultsFor,
  itemsPathOf,
  type ListChoices,
  type ListSettings,
  type ListTextField,
  type ListWritten,
  shownFields,
  writtenOf,
} from '#src/machines/builder/lists/list-settings.ts'
import type { PagingProof } from '#src/machines/builder/lists/paging-proof.ts'
import type { Invariant, Samples } from '../../kit/fixture.ts'
import { faultAtField, fieldAt } from '../../kit/samples/public-pages.ts'

export const list: SeenList = { path: 'items', count: 3, items: [{ id: 1 }, { id: 2 }] }

export const proof: PagingProof = {
  request: 'a',
  tried: { pages: [], exchanges: [], ended: 'last-page', message: 'One page.', problem: null },
}

/** Another list of the same answer. */
export const other: SeenList = { path: 'customers', count: 2, items: [{ no: 1 }, { no: 2 }] }

export const labels: Readonly<Record<ListTextField, string>> = {
  iterationPath: 'Iteration path',
  batchSize: 'Batch size',
  limitParam: 'Limit parameter',
  offsetParam: 'Offset parameter',
  pageParam: 'Page parameter',
  cursorParam: 'Cursor parameter',
  responsePathToNextCursor: 'Path to the next cursor or URL',
  responsePathToItems: 'Path to the items',
  firstPage: 'First page number',
  responsePathToHasMore: 'Path to "more records"',
  responsePathToEnd: 'Path to the end',
  responsePathToTotal: 'Path to the total',
  recordIdPath: 'Path to the record ID',
  allowedOrigins: 'Other allowed origins',
  cursorPath: 'Path to the field',
  overlap: 'Look back',
  initialValue: 'Value for the first run',
  aggregateField: 'Aggregate field',
}
export const fields = Object.keys(labels) as ListTextField[]

/** What is written otherwise than it was found; of several one is enough to tell. */
export const changedIn = (written: ListWritten) => fields.find((field) => written[field] !== defaultsFor('items')[field])

export const chosenBy = ({ type, strategy, paginationType, sendIn, changes }: ListChoices) =>
  [
    ...[type, strategy],
    ...(type === 'pagination' ? [paginationType] : []),
    ...(sendIn === 'query' ? [] : [sendIn]),
    ...(changes === 'all' ? [] : [changes]),
  ].join(' ')

/** Where a run would look for the records. */
export const readAt = (settings: ListSettings) => itemsPathOf(writtenOf(settings), settings.path)

export const invariants: Samples<Invariant<ListProcessingSnapshot>> = {
  'the dialog opens by itself when nothing is configured yet, and only then': {
    when: ({ event }) => event.type === 'user.turnedOn',
    holds: ({ before, after }) => expect(after.matches('editing')).toBe(before.context.settings.config === null),
  },
  'who declines the paging that was proposed sets up another one for the same list, and is not asked again': {
    when: ({ event }) => event.type === 'user.declined',
    holds: ({ after }) => {
      expect(after.matches('editing')).toBe(true)
      expect(after.context.settings).toMatchObject({ isOn: true, path: 'items' })
      expect(after.context.written.type).toBe('pagination')
      expect(screen.queryByRole('group', { name: 'Read all pages' })).toBeNull()
    },
  },
  'a dialog that opens by itself holds the defaults': {
    when: ({ event, after }) => event.type === 'user.turnedOn' && after.matches('editing'),
    holds: () => {
      expect(chosen()).toEqual(['Simple', 'Individual'])
      expect([fieldAt('Batch size').value, fieldAt('Iteration path').value]).toEqual(['100', ''])
    },
  },
  'each item of the list that was pointed at is a record, however another one was read': {
    when: ({ event }) => event.type === 'user.turnedOn',
    holds: ({ event, after: { context } }) => {
      const path = event.type === 'user.turnedOn' ? String(event['path']) : null
      expect(context.settings).toMatchObject({ isOn: true, path })
      expect(itemsPathOf(writtenOf(context.settings), path)).toBe(path)
    },
  },
  'what is off has no path, and keeps its settings for the next time': {
    when: ({ event }) => event.type === 'user.turnedOff',
    holds: ({ before, after }) => expect(after.context.settings).toEqual({ ...before.context.settings, isOn: false, path: null }),
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
      const wrong = context.isRevealed ? faultMessages(context.written) : {}
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
      const path = itemsPathOf(context.written, context.settings.path)
      const items = [list, other].find((it) => it.path === path)?.items ?? []
      expect(
        screen.queryAllByRole('region', { name: /^Item \d$/ }).map(({ textContent }) => JSON.parse(textContent ?? '')),
      ).toEqual(items)
      expect(screen.queryByText(/^The latest response contains no list in "(orders|data)".$/) === null).toBe(items.length > 0)
    },
  },
}

/** Written a second time, in the words of the page. */
function faultMessages(written: ListWritten): Partial<Record<ListTextField, string>> {
  const missing: readonly ListTextField[] = [
    'offsetParam',
    'pageParam',
    'cursorParam',
    'responsePathToNextCursor',
    'aggregateField',
    'cursorPath',
  ]
  const empty = missing.filter((field) => written[field] === '').map((field) => [field, `Enter a value: ${labels[field]}.`])
  const size = { '': 'Please input the batch size!', '1001': 'Enter a whole number from 1 to 1,000 for the batch size.' }[
    written.batchSize
  ]
  const isLong = written.responsePathToNextCursor.length > 256
  return {
    ...Object.fromEntries(empty),
    ...(size === undefined ? {} : { batchSize: size }),
    ...(isLong ? { responsePathToNextCursor: 'Path to the next cursor or URL is too long.' } : {}),
    ...(written.overlap === 'much' ? { overlap: 'Enter a whole number from 0 to 31,536,000 for the look-back.' } : {}),
    ...(written.firstPage === 'one' ? { firstPage: 'Enter a whole number from 0 to 1,000,000 for the first page.' } : {}),
  }
}

const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map((radio) => radio.labels?.[0]?.textContent)
