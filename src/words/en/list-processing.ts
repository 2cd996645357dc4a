import { countedIn } from '../counted.ts'

const counted = countedIn('en')

/** List processing: the toggle, the dialog, the preview, and trying the paging out. */
export const listProcessing = {
  title: 'List processing',
  toggle: 'Process the answer as a list',
  detected: (place: string) => `A list was found ${place}.`,
  detectedCounted: (place: string, count: string) => `A list was found ${place}, with ${count}.`,
  /** Where a list stands. */
  atRoot: 'at the root of the answer',
  at: (path: string) => `under "${path}"`,
  items: counted({ one: '# item', other: '# items' }),
  off: 'Off: the whole answer is one record.',
  on: 'On: each item of the list is one record.',
  resample:
    'The fields that are known are still those of the whole answer. Send the test request again: then the mapping offers those of one item.',
  resampleWhole:
    'The fields that are known are still those of one item. Send the test request again: then the mapping offers those of the whole answer.',
  configure: 'Configure list',
  putAway: 'What you changed in the dialog was not saved.',
  undo: 'Undo',
  dismiss: 'Discard',
  dialog: {
    title: 'List configuration',
    save: 'Save',
    cancel: 'Cancel',
    type: 'List type',
    types: {
      simple: { name: 'Simple', description: 'One request; every item of its answer is read.' },
      batch: { name: 'Batch', description: 'One request; its items are delivered a batch at a time.' },
      pagination: { name: 'Pagination', description: 'Page after page is requested, to the last one.' },
    },
    paginationType: 'Pagination type',
    paginationTypes: { offset: 'Offset', page: 'Page number', cursor: 'Cursor' },
    strategy: 'Output',
    strategies: {
      individual: { name: 'Individual', description: 'One delivery for each item.' },
      bulk: { name: 'Bulk', description: 'One delivery for each batch: an array of items.' },
      aggregate: {
        name: 'Aggregate',
        description:
          'One delivery for each batch, or of a Simple list for all that one request brought: an object with the items in one field.',
      },
    },
    fields: {
      iterationPath: 'Iteration path',
      batchSize: 'Batch size',
      limitParam: 'Limit parameter',
      offsetParam: 'Offset parameter',
      pageParam: 'Page parameter',
      cursorParam: 'Cursor parameter',
      responsePathToNextCursor: 'Path to the next cursor',
      responsePathToItems: 'Path to the items',
      aggregateField: 'Aggregate field',
    },
    hints: {
      iterationPath: 'Optional. Where the items stand, if not where the list was found.',
      batchSize: 'From 1 to 1,000: items per page and per delivery. Simple with Aggregate delivers all at once.',
      limitParam: 'Optional. The query parameter for the size of a page.',
      responsePathToItems: 'Optional. Where the items stand in each page.',
    },
    faults: {
      batchSize: 'Please input the batch size!',
      missing: (label: string) => `${label} is needed.`,
      range: 'The batch size is a whole number from 1 to 1,000.',
      long: (label: string) => `${label} is too long.`,
    },
  },
  preview: {
    title: 'Preview',
    note: (count: string) => `${count} as they were read:`,
    none: (place: string) => `The newest answer holds no list ${place}.`,
    empty: 'The list is empty: there is nothing to show.',
    item: (number: string) => `Item ${number}`,
  },
  paging: {
    title: 'Try paging',
    what: 'Asks the source for up to three pages, as a run would. Nothing is kept.',
    start: 'Try paging',
    again: 'Try again',
    busy: 'Asking for pages…',
    cancel: 'Cancel',
    pages: 'Pages that were read',
    columns: { page: 'Page', asked: 'Asked', items: 'Items', first: 'First key', last: 'Last key', took: 'Took' },
    none: 'none',
    noPages: 'No page was read.',
    why: 'Why it stopped',
    ended: {
      'last-page': 'Last page',
      repeats: 'Repeats',
      'tried-enough': 'Tried enough',
      failed: 'Failed',
    },
  },
  demo: {
    title: 'List mode demo',
    intro: 'The orders of the built-in shop, really asked for now: each way of reading a list shows what it brings.',
    modes: 'Ways of reading a list',
    mode: { list: 'As one list', batch: 'In batches', pages: 'Page by page' },
    read: (asked: string, count: string) => `${asked} was asked. The list under "items" holds ${count}.`,
    one: 'The whole list is read by one request, and each item is one record.',
    batches: (size: string, batches: string) => `By one request, and delivered ${size} at a time: ${batches}.`,
    batch: counted({ one: '# batch', other: '# batches' }),
    missing: 'Nothing was read',
    missingWhy: 'The answer holds no list.',
  },
}
